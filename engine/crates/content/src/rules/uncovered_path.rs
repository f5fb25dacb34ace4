//! `uncovered-path`: a path through the tree that no check covers, although the checks are marked complete.

use std::collections::{HashMap, HashSet};

use super::context::Context;
use super::findings::{warning, whom};
use super::path_checks::pairs;
use super::pieces::meant;
use super::unasked_fact::in_words;
use crate::readings::{Guidance, MAX_PATHS, Reached, ReaderSet};
use callguide_search::diagnostics::Diagnostic;

/// The number of paths to name.
const SHOWN: usize = 3;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(checks) = context.draft.path_checks.as_ref().filter(|checks| checks.complete) else { return };
    let readings = context.readings;
    let Some(guidance) = &readings.guidance else { return };
    let mut covered: HashMap<Vec<(&str, &str)>, ReaderSet> = HashMap::new();
    for check in checks.paths.iter() {
        let Some(answers) = pairs(check) else { continue };
        covered
            .entry(answers)
            .or_insert_with(|| readings.readers.none())
            .add(&meant(readings, check).and(&readings.conditions().ahead(check.window)));
    }
    let (trail, named) = (Vec::new(), Vec::new());
    let mut walk = UncoveredPaths { guidance, covered, trail, named, number: 0 };
    walk.from(guidance.begin(&readings.whole()));
    let number = walk.number;
    if number == 0 {
        return;
    }
    let named = walk.named.iter();
    let mut said: Vec<String> =
        named.map(|(path, readers)| format!("{path} for {}", whom(readings, readers))).collect();
    if number == MAX_PATHS {
        said.push(format!("and at least {} more; any paths after those weren't checked", number - SHOWN));
    } else if number > SHOWN {
        said.push(format!("and {} more", number - SHOWN));
    }
    let what = if number == 1 { "a path that no check covers" } else { "paths that no check covers" };
    let message = format!("the tree has {what}: {}", said.join("; "));
    let place = checks.document.key_at("/complete");
    warning("uncovered-path", &checks.document, "/complete", place, &message)
        .help("find out where the path ends, and add a check with these answers and that end; remove `complete: true` only if the checks aren't meant to cover every path")
        .report(found);
}

struct UncoveredPaths<'a> {
    guidance: &'a Guidance<'a>,
    /// The readers that checks cover, by the answers that a check begins with.
    covered: HashMap<Vec<(&'a str, &'a str)>, ReaderSet>,
    trail: Vec<(&'a str, &'a str)>,
    /// The first uncovered paths, each with its readers.
    named: Vec<(String, ReaderSet)>,
    /// The number of uncovered paths so far, at which the walk stops once it's [`MAX_PATHS`].
    number: usize,
}

impl<'a> UncoveredPaths<'a> {
    /// Visits every path that continues the trail, for the readers that no check covers yet. A check covers every path
    /// that begins with its answers.
    fn from(&mut self, mut steps: Vec<Reached>) {
        if let Some(meant) = self.covered.get(&self.trail) {
            steps.iter_mut().for_each(|step| step.readers.remove(meant));
            steps.retain(|step| !step.readers.is_empty());
        }
        let guidance = self.guidance;
        let (ends, questions): (Vec<&Reached>, Vec<&Reached>) =
            steps.iter().partition(|step| guidance.is_end(step.copy));
        if !ends.is_empty() && self.number < MAX_PATHS {
            self.number += 1;
            if self.named.len() < SHOWN {
                let count = ends[0].readers.capacity();
                let readers = ReaderSet::union(count, ends.iter().map(|step| &step.readers));
                let path = in_words(&self.trail).collect::<Vec<_>>().join(", ");
                self.named.push((if path.is_empty() { "the start".to_owned() } else { path }, readers));
            }
        }
        let mut seen = HashSet::new();
        let asked = questions.iter().map(|step| guidance.copies[step.copy].entry);
        for entry in asked.filter(|node| seen.insert(*node)).map(|node| &guidance.entries[node]) {
            for own in entry.answers() {
                if self.number == MAX_PATHS {
                    return;
                }
                self.trail.push((entry.key, &own.answer.id));
                self.from(guidance.next(&steps, entry.key, &own.answer.id));
                self.trail.pop();
            }
        }
    }
}
