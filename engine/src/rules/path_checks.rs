//! `path-check`: what staff hold to be true of the tree, tried on it for every reader from today on.

use std::collections::BTreeSet;

use super::{Context, error, few};
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
    // A tree that can't be resolved has findings of its own; every check would only repeat them.
    let classes = readings.classes(&readings.readers.coming().and(readings.readers.in_regions()));
    let trees: Vec<(ReaderSet, Outline<'_>)> = classes
        .into_iter()
        .filter_map(|class| {
            let outline = readings.outline(class.iter().next()?)?.ok()?;
            Some((class, outline))
        })
        .collect();
    for (index, check) in checks.paths.indexed() {
        let at = format!("/paths/{index}");
        let Some(answers) = pairs(check) else { continue };
        let meant = meant(readings, check);
        let mut wrong: Vec<((String, String), ReaderSet)> = Vec::new();
        for (class, outline) in &trees {
            for (problem, who) in problems(readings, &at, check, &answers, outline, &class.and(&meant)) {
                match wrong.iter_mut().find(|(other, _)| *other == problem) {
                    Some((_, whom)) => whom.add(&who),
                    None => wrong.push((problem, who)),
                }
            }
        }
        for ((pointer, problem), readers) in wrong {
            let who = readings.readers.who(&readers);
            let message = format!("{problem}, for {}{}", few(who.names.iter().copied()), who.from());
            found.push(
                error("path-check", &checks.document, &pointer, checks.document.value_at(&pointer), &message)
                    .help("if the tree is right now, change this check; else correct the decision tree"),
            );
        }
    }
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
    at: &str,
    check: &PathCheck,
    answers: &[(&str, &str)],
    outline: &Outline<'_>,
    who: &ReaderSet,
) -> Vec<((String, String), ReaderSet)> {
    if who.is_empty() {
        return Vec::new();
    }
    let wanted: Vec<&str> = check.ends.iter().collect();
    let node = match outline.follow(answers) {
        Ok(node) => node,
        Err((stopped, node)) => {
            let (asked, answer) = answers[stopped];
            let place = format!("{at}/answers/{stopped}");
            return vec![((place, stopped_at(asked, answer, node)), who.clone())];
        }
    };
    let ends = outline.ends(node);
    let mut out: Vec<((String, String), ReaderSet)> = Vec::new();
    for region in readings.readers.regions_of(who) {
        let ids: BTreeSet<String> =
            ends.iter().filter_map(|end| readings.filled(region).id_of(&outline.nodes[*end])).collect();
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
        let own = readings.readers.of_region(region).filter(|reader| who.contains(*reader));
        let place = (format!("{at}/ends"), problem);
        let whom = match out.iter_mut().find(|(other, _)| *other == place) {
            Some((_, whom)) => whom,
            None => {
                out.push((place, readings.readers.none()));
                &mut out.last_mut().expect("it was just put there").1
            }
        };
        own.for_each(|reader| whom.insert(reader));
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
