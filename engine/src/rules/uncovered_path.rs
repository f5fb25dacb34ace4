//! `uncovered-path`: a path of the tree that no check covers, where the checks say that they are complete.

use super::path_checks::{meant, pairs};
use super::{Context, few, warning};
use crate::content::Kind;
use crate::diagnostics::Diagnostic;
use crate::readings::{MAX_PATHS, Outline, OutlineBody, ReaderSet};

/// So many paths are named.
const SHOWN: usize = 3;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(checks) = context.draft.path_checks.as_ref().filter(|checks| checks.complete) else { return };
    let broken = [Kind::DecisionTree, Kind::States, Kind::ChecksPaths];
    if broken.into_iter().any(|kind| context.broken(kind, |rule| rule != "path-check")) {
        return;
    }
    let readings = context.readings;
    let all: Vec<(Vec<(&str, &str)>, ReaderSet)> =
        checks.paths.iter().filter_map(|check| Some((pairs(check)?, meant(readings, check)))).collect();
    let mut uncovered: Vec<(String, ReaderSet)> = Vec::new();
    for class in readings.classes(&readings.readers.coming().and(readings.readers.in_regions())) {
        let Some(Ok(outline)) = class.iter().next().and_then(|reader| readings.outline(reader)) else {
            continue;
        };
        let mut left = MAX_PATHS;
        let begin = class.clone();
        let mut walk =
            Walk { outline: &outline, checks: &all, trail: Vec::new(), left: &mut left, found: Vec::new() };
        walk.from(outline.start, begin);
        for (path, readers) in walk.found {
            match uncovered.iter_mut().find(|(other, _)| *other == path) {
                Some((_, known)) => known.add(&readers),
                None => uncovered.push((path, readers)),
            }
        }
    }
    if uncovered.is_empty() {
        return;
    }
    let number = uncovered.len();
    let mut said: Vec<String> = uncovered
        .iter()
        .take(SHOWN)
        .map(|(path, readers)| {
            let who = readings.readers.who(readers);
            format!("{path} for {}{}", few(who.names.iter().copied()), who.from())
        })
        .collect();
    if number > SHOWN {
        said.push(format!("and {} more", number - SHOWN));
    }
    let what = if number == 1 { "a path that no check covers" } else { "paths that no check covers" };
    let message = format!("the tree has {what}: {}", said.join("; "));
    let place = checks.document.key_at("/complete");
    found.push(
        warning("uncovered-path", &checks.document, "/complete", place, &message)
            .help("add a check with these answers and where they must end, or remove `complete: true`"),
    );
}

struct Walk<'a> {
    outline: &'a Outline<'a>,
    checks: &'a [(Vec<(&'a str, &'a str)>, ReaderSet)],
    trail: Vec<(&'a str, &'a str)>,
    /// How many more paths are looked at.
    left: &'a mut usize,
    found: Vec<(String, ReaderSet)>,
}

impl Walk<'_> {
    /// Looks at every path that goes on from a node, for those whom no check covers yet. A check covers what begins as
    /// it does.
    fn from(&mut self, at: usize, mut who: ReaderSet) {
        for (answers, meant) in self.checks {
            if *answers == self.trail {
                who.remove(meant);
            }
        }
        if who.is_empty() || *self.left == 0 {
            return;
        }
        match &self.outline.node(at).body {
            OutlineBody::Solution { .. } => {
                *self.left -= 1;
                let path: Vec<String> =
                    self.trail.iter().map(|(question, answer)| format!("{question}.{answer}")).collect();
                let path = if path.is_empty() { "the start".to_owned() } else { path.join(", ") };
                self.found.push((path, who));
            }
            OutlineBody::Question { answers, .. } => {
                let key = self.outline.node(at).key;
                for answer in answers {
                    self.trail.push((key, answer.id));
                    self.from(answer.next, who.clone());
                    self.trail.pop();
                }
            }
        }
    }
}
