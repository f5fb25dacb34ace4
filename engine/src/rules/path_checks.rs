//! `path-check`: what staff hold to be true of the tree, tried on it for every reader from today on.

use std::collections::BTreeSet;

use super::{Context, error, few, whom};
use crate::content::Kind;
use crate::content::model::PathCheck;
use crate::diagnostics::{Diagnostic, shown};
use crate::readings::{Outline, OutlineBody, OutlineNode, ReaderSet, Readings};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(checks) = &context.draft.path_checks else { return };
    if context.broken(Kind::DecisionTree, |_| true) || context.broken(Kind::States, |_| true) {
        return;
    }
    let readings = context.readings;
    let all: Vec<Check<'_>> = checks
        .paths
        .indexed()
        .filter_map(|(index, check)| Some(Check { index, check, answers: pairs(check)?, meant: meant(readings, check) }))
        .collect();
    let mut wrong: Vec<Vec<((String, String), ReaderSet)>> = vec![Vec::new(); all.len()];
    for class in readings.classes(&readings.readers.coming().and(readings.readers.in_regions())) {
        let readers: Vec<usize> = class.iter().collect();
        let outline = readers.first().and_then(|first| readings.outline(*first));
        // A tree that can't be resolved has findings of its own; every check would only repeat them.
        let Some(Ok(outline)) = outline else { continue };
        for (check, wrong) in all.iter().zip(&mut wrong) {
            let who: Vec<usize> = readers.iter().copied().filter(|reader| check.meant.contains(*reader)).collect();
            for (problem, reader) in problems(readings, check, &outline, &who) {
                match wrong.iter_mut().find(|(other, _)| *other == problem) {
                    Some((_, whom)) => whom.insert(reader),
                    None => {
                        wrong.push((problem, readings.readers.none()));
                        wrong.last_mut().expect("it was just put there").1.insert(reader);
                    }
                }
            }
        }
    }
    for ((pointer, problem), readers) in wrong.into_iter().flatten() {
        let message = format!("{problem}, for {}", whom(readings, &readers));
        found.push(
            error("path-check", &checks.document, &pointer, checks.document.value_at(&pointer), &message)
                .help("if the tree is right now, change this check; else correct the decision tree"),
        );
    }
}

/// A check, with what its paths begin with and whom it is about.
struct Check<'a> {
    index: usize,
    check: &'a PathCheck,
    answers: Vec<(&'a str, &'a str)>,
    meant: ReaderSet,
}

/// The readers that a check is about.
pub(super) fn meant(readings: &Readings<'_>, check: &PathCheck) -> ReaderSet {
    let conditions = readings.conditions();
    let mut meant =
        conditions.holds(check.when.as_ref(), crate::content::model::Window::default(), &|_| false);
    meant.keep(&conditions.during(check.window));
    meant.keep(readings.readers.in_regions());
    if let Some(codes) = &check.states {
        let regions = &readings.draft().regions;
        let named = |reader: usize| codes.contains(&regions[readings.readers.reader(reader).region].code);
        meant
            .keep(&ReaderSet::of(readings.readers.count(), |reader| meant.contains(reader) && named(reader)));
    }
    meant
}

/// What is wrong with a check in one tree: where, why, and for which of `who`, who all walk it.
fn problems(
    readings: &Readings<'_>,
    Check { index, check, answers, .. }: &Check<'_>,
    outline: &Outline<'_>,
    who: &[usize],
) -> Vec<((String, String), usize)> {
    if who.is_empty() {
        return Vec::new();
    }
    let at = format!("/paths/{index}");
    let wanted: Vec<&str> = check.ends.iter().collect();
    let node = match outline.follow(answers) {
        Ok(node) => node,
        Err((stopped, node)) => {
            let (asked, answer) = answers[stopped];
            let problem = (format!("{at}/answers/{stopped}"), stopped_at(asked, answer, node));
            return who.iter().map(|reader| (problem.clone(), *reader)).collect();
        }
    };
    let ends = outline.ends(node);
    let mut out = Vec::new();
    for reader in who {
        let filled = readings.filled(readings.readers.reader(*reader).region);
        let ids: BTreeSet<String> = ends.iter().filter_map(|end| filled.id_of(&outline.nodes[*end])).collect();
        let others: Vec<&str> = ids.iter().map(String::as_str).filter(|id| !wanted.contains(id)).collect();
        if others.is_empty() {
            continue;
        }
        let wanted = few(wanted.iter().copied());
        let problem = match &outline.nodes[node].body {
            OutlineBody::Solution { .. } => format!("the path ends at {}, not at {wanted}", others[0]),
            OutlineBody::Question { .. } => format!(
                "the path goes on with the question {} and can end at {}, not only at {wanted}",
                outline.nodes[node].key,
                few(others)
            ),
        };
        out.push(((format!("{at}/ends"), problem), *reader));
    }
    out
}

/// Why the walk can't take the next answer.
fn stopped_at(asked: &str, answer: &str, node: &OutlineNode<'_>) -> String {
    match &node.body {
        OutlineBody::Solution { .. } => {
            format!("the path ends at {} already, before {asked}.{answer}", node.key)
        }
        OutlineBody::Question { .. } if node.key != asked => {
            format!("where the check says {asked}, the tree asks {}", node.key)
        }
        OutlineBody::Question { answers, .. } => {
            let ids: Vec<&str> = answers.iter().map(|answer| answer.id).collect();
            format!("the question {asked} has no answer {}, only {}", shown(answer), few(ids))
        }
    }
}

/// `QUESTION.ANSWER` texts as pairs; `None` where one has another form, which the schema tells.
pub(super) fn pairs(check: &PathCheck) -> Option<Vec<(&str, &str)>> {
    check.answers.iter().map(|text| text.split_once('.')).collect()
}
