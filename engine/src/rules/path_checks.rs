//! `path-check`: what staff hold to be true of the tree, tried on it for every reader from today on.

use std::collections::hash_map;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Context, error, few, whom};
use crate::content::Kind;
use crate::content::model::PathCheck;
use crate::diagnostics::{Diagnostic, shown};
use crate::readings::{Entry, EntryBody, Guidance, ReaderSet, Readings};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(checks) = &context.draft.path_checks else { return };
    if context.broken(Kind::DecisionTree, |_| true) || context.broken(Kind::States, |_| true) {
        return;
    }
    let readings = context.readings;
    let Some(guidance) = &readings.guidance else { return };
    // A tree that can't be resolved has findings of its own; every check would only repeat them.
    let whole = readings.whole();
    for (index, check) in checks.paths.indexed() {
        let at = format!("/paths/{index}");
        let Some(answers) = pairs(check) else { continue };
        // A check whose days are over says nothing about the tree of today.
        let meant = meant(readings, check).and(&readings.conditions().ahead(check.window));
        let mut wrong = Wrong::default();
        walk(readings, guidance, &at, check, &answers, &whole.and(&meant), &mut wrong);
        for ((pointer, problem), readers) in wrong.in_order() {
            let message = format!("{problem}, for {}", whom(readings, &readers));
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

/// What is wrong with a check: where, and why, with everybody for whom it is.
#[derive(Default)]
struct Wrong(HashMap<(String, String), ReaderSet>);

impl Wrong {
    fn add(&mut self, pointer: &str, problem: String, who: &ReaderSet) {
        match self.0.entry((pointer.to_owned(), problem)) {
            hash_map::Entry::Occupied(mut known) => known.get_mut().add(who),
            hash_map::Entry::Vacant(new) => drop(new.insert(who.clone())),
        }
    }

    /// In the order of their first readers.
    fn in_order(self) -> Vec<((String, String), ReaderSet)> {
        let mut all: Vec<_> = self.0.into_iter().collect();
        all.sort_by_cached_key(|(problem, who)| (who.iter().next(), problem.clone()));
        all
    }
}

/// Walks a check's path for everybody who is meant.
fn walk(
    readings: &Readings<'_>,
    guidance: &Guidance<'_>,
    at: &str,
    check: &PathCheck,
    answers: &[(&str, &str)],
    meant: &ReaderSet,
    wrong: &mut Wrong,
) {
    let mut steps = guidance.begin(meant);
    for (index, (asked, answer)) in answers.iter().enumerate() {
        let place = format!("{at}/answers/{index}");
        for step in &steps {
            if let Some(problem) = stopped_at(asked, answer, guidance.node(step)) {
                wrong.add(&place, problem, &step.readers);
            }
        }
        steps = guidance.next(&steps, asked, answer);
    }
    let wanted: Vec<&str> = check.ends.iter().collect();
    let place = format!("{at}/ends");
    for step in &steps {
        // By region, since ids may be each one's own.
        let mut others: BTreeMap<usize, (BTreeSet<String>, ReaderSet)> = BTreeMap::new();
        for (end, who) in guidance.ends(std::slice::from_ref(step)) {
            let end = &guidance.entries[end];
            if wanted.contains(&end.key) && !end.has_own_id() {
                continue;
            }
            for region in readings.readers.regions_of(&who) {
                let id = readings.filled(region).id_of_entry(end);
                if let Some(id) = id.filter(|id| !wanted.contains(&id.as_str())) {
                    let (ids, whom) =
                        others.entry(region).or_insert_with(|| (BTreeSet::new(), readings.readers.none()));
                    ids.insert(id);
                    whom.add(&who.and(&readings.readers.all_of_region(region)));
                }
            }
        }
        for (others, whom) in others.into_values() {
            wrong.add(&place, ends_at(guidance.node(step), &wanted, &others), &whom);
        }
    }
}

/// Where else than wanted the path can end.
fn ends_at(node: &Entry<'_>, wanted: &[&str], others: &BTreeSet<String>) -> String {
    let wanted = few(wanted.iter().copied());
    let others = few(others.iter().map(String::as_str));
    match &node.body {
        EntryBody::Solution { .. } => format!("the path ends at {others}, not at {wanted}"),
        EntryBody::Question { .. } => format!(
            "the path goes on with the question {} and can end at {others}, not only at {wanted}",
            node.key
        ),
    }
}

/// Why the walk can't take the next answer; `None` where it can.
fn stopped_at(asked: &str, answer: &str, node: &Entry<'_>) -> Option<String> {
    match &node.body {
        EntryBody::Solution { .. } => {
            Some(format!("the path ends at {} already, before {asked}.{answer}", node.key))
        }
        EntryBody::Question { .. } if node.key != asked => {
            Some(format!("where the check says {asked}, the tree asks {}", node.key))
        }
        EntryBody::Question { answers, .. } => {
            let ids: Vec<&str> = answers.iter().map(|(answer, _)| answer.id.as_str()).collect();
            let unknown =
                || format!("the question {asked} has no answer {}, only {}", shown(answer), few(ids.clone()));
            (!ids.contains(&answer)).then(unknown)
        }
    }
}

/// `QUESTION.ANSWER` texts as pairs; `None` where one has another form, which the schema tells.
pub(super) fn pairs(check: &PathCheck) -> Option<Vec<(&str, &str)>> {
    check.answers.iter().map(|text| text.split_once('.')).collect()
}
