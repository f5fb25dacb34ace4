//! The shape of the tree: nodes that no route leads to, cycles, and paths without an end.

use std::collections::{BTreeMap, HashSet};

use super::condition_names::declared;
use super::context::Context;
use super::findings::{error, error_at, few, whom};
use super::placeholders::lacking;
use crate::content::model::{DecisionTree, States};
use crate::content::{File, Kind};
use crate::readings::{Flaw, Flawed, Guidance, MAX_PATH, ReaderSet, Readings};
use callguide_search::diagnostics::Diagnostic;

/// Whether a part of the tree can't be followed: a part that couldn't be read, or a condition or node with an unknown
/// name, doesn't lead anywhere, but may be meant to.
fn is_partial(context: &Context<'_>) -> bool {
    [Kind::DecisionTree, Kind::States]
        .into_iter()
        .any(|kind| context.broken(kind, |rule| rule != "unknown-link"))
}

/// `unreachable-node`: a question or a solution that no state reaches.
pub fn check_reached(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    if is_partial(context) || context.draft.regions.is_empty() {
        return;
    }
    for (id, behind) in roots(file, context.readings) {
        let kind = if file.questions.contains(id) { "question" } else { "solution" };
        let at = format!("/{kind}s/{id}");
        let also = match behind.as_slice() {
            [] => String::new(),
            behind => format!(", so none reaches {} either", few(behind)),
        };
        let message = format!("no state reaches the {kind} {id}{also}");
        Diagnostic::error("unreachable-node", file.document.key_at(&at), message)
            .help(format!(
                "write `go: {id}` in the answer that should lead to it; delete the whole {kind} only if nobody needs it"
            ))
            .report(found);
    }
}

/// The unreached nodes that need a route, each with the nodes that depend on it, so that a branch that was cut off is
/// reported only once.
fn roots<'a>(file: &'a File<DecisionTree>, readings: &Readings<'a>) -> Vec<(&'a str, Vec<&'a str>)> {
    let keys = file.questions.names().chain(file.solutions.names());
    let unreached: Vec<&str> = keys.filter(|key| readings.comes_to(key).is_empty()).collect();
    let leads = |key: &str| -> Vec<&str> {
        let lead_from = |guidance: &Guidance<'a>| Some(guidance.targets(guidance.entry(key)?));
        readings.guidance.as_ref().and_then(lead_from).unwrap_or_default()
    };
    let led_to: HashSet<&str> = unreached.iter().flat_map(|key| leads(key)).collect();
    // Nodes that only lead to one another have no root, so the first of them is used.
    let first = unreached.iter().filter(|key| !led_to.contains(*key));
    let mut told: HashSet<&str> = HashSet::new();
    let mut out = Vec::new();
    for root in first.chain(&unreached) {
        let mut waiting = vec![*root];
        let mut reached = HashSet::new();
        while let Some(key) = waiting.pop() {
            if told.insert(key) {
                reached.insert(key);
                waiting.extend(leads(key).into_iter().filter(|next| unreached.contains(next)));
            }
        }
        if reached.remove(root) {
            out.push((*root, unreached.iter().copied().filter(|key| reached.contains(key)).collect()));
        }
    }
    out
}

/// `cycle`, `long-path`, `no-end`, `no-own-id`, and ids that would be served twice: mistakes that only become visible
/// when the tree is resolved for every region.
pub fn check_shape(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let (whole, readings, all) = (!is_partial(context), context.readings, context.readings.flaws());
    let endless = if whole { endless(readings) } else { readings.readers.none() };
    // The cycles by the route that closes them.
    let mut cycles: BTreeMap<&str, (&[String], ReaderSet)> = BTreeMap::new();
    let mut long: Option<(&str, ReaderSet)> = None;
    for Flawed { flaw, readers } in all {
        let here = readers.but(&endless);
        match flaw {
            _ if here.is_empty() => {}
            Flaw::Cycle { pointer, ids } => {
                match cycles.values_mut().find(|(other, _)| same_circle(other, ids)) {
                    Some((_, set)) => set.add(&here),
                    None => drop(cycles.insert(pointer, (ids, here))),
                }
            }
            Flaw::TooLong { pointer } => long.get_or_insert_with(|| (pointer, here.clone())).1.add(&here),
            Flaw::SameId { id, keys } => found.push(same_id(file, id, keys, &whom(readings, &here))),
            // These flaws are reported by the rules for routes and cases, by the schemas, or below.
            Flaw::NoNode { .. } | Flaw::NoCase { .. } | Flaw::NoAnswer { .. } | Flaw::NoId { .. } => {}
        }
    }
    if !endless.is_empty() {
        // If no path leads to an end, individual cycles aren't the problem to report.
        let circle = all.iter().find_map(|flawed| match &flawed.flaw {
            Flaw::Cycle { pointer, .. } if flawed.readers.meets(&endless) => Some(pointer.as_str()),
            _ => None,
        });
        let message = format!("no answers lead to a solution for {}", whom(readings, &endless));
        let mut finding = Diagnostic::error("no-end", file.document.key_at("/start"), message)
            .help("write a solution's id in the `go:` of an answer that these states have");
        if let Some(pointer) = circle {
            finding = finding.related(file.document.value_at(pointer), "this leads back");
        }
        found.push(finding);
    }
    let lost = if cycles.is_empty() || !whole { Vec::new() } else { roots(file, readings) };
    for (pointer, (ids, readers)) in cycles {
        let way = ids.iter().chain(ids.first()).map(String::as_str).collect::<Vec<_>>();
        let way = match way.len() {
            ..=8 => way.join(" → "),
            all => format!("{} → … → {}", way[..4].join(" → "), way[all - 2..].join(" → ")),
        };
        let message = format!("this leads in a circle, {way}, for {}", whom(readings, &readers));
        let help = match (ids.len(), lost.as_slice()) {
            (1, _) => ITSELF.to_owned(),
            (_, [(only, _)]) => format!("{BACK}: perhaps to {only}, which nothing leads to"),
            _ => BACK.to_owned(),
        };
        found.push(error_at("cycle", &file.document, pointer, &message).help(help));
    }
    if let Some((pointer, readers)) = long {
        let whom = whom(readings, &readers);
        let message = format!("a path from here has more than {MAX_PATH} questions for {whom}");
        error_at("long-path", &file.document, pointer, &message)
            .help("have one of the answers along the way lead to a solution: nobody answers that many questions on a call")
            .report(found);
    }
    // A state without the required attribute has its own finding.
    if whole && let Some(states) = context.draft.states.as_deref() {
        no_ids(file, readings, states, found);
    }
}

const BACK: &str = "send this answer to a question or solution that doesn't lead back here";
const ITSELF: &str = "an answer can't lead back to its own question: if the volunteer should look something up first, remove this answer, and say so in the question's note; otherwise, send it to another question or solution";

/// Reports an id that two nodes would share when served.
fn same_id(file: &File<DecisionTree>, id: &str, [first, second]: &[String; 2], whom: &str) -> Diagnostic {
    let own_id = file.solutions.get(first).is_some_and(|solution| solution.id_from.is_some());
    let (own, other) = if own_id { (first, second) } else { (second, first) };
    let section = if file.questions.contains(other) { "questions" } else { "solutions" };
    let message = format!("this gives the solution the id {id}, which {other} already has, for {whom}");
    error_at("duplicate-id", &file.document, &format!("/solutions/{own}/id_from"), &message)
        .related(file.document.key_at(&format!("/{section}/{other}")), "the other one")
        .help("rename the other one, or change the attribute in states.yaml")
}

/// The readers who never reach a solution.
fn endless(readings: &Readings<'_>) -> ReaderSet {
    let mut left = readings.readers.coming().and(readings.readers.in_regions());
    if let Some(guidance) = &readings.guidance {
        let ends = guidance.copies.iter().enumerate().filter(|(at, _)| guidance.is_end(*at));
        ends.for_each(|(_, copy)| left.remove(&copy.readers));
    }
    left
}

/// Reports regions that can reach a solution for which they don't have an id, for each route that leads to the
/// solution.
fn no_ids(file: &File<DecisionTree>, readings: &Readings<'_>, states: &States, found: &mut Vec<Diagnostic>) {
    let Some(guidance) = &readings.guidance else { return };
    for (entry, node) in guidance.entries.iter().enumerate() {
        let path = file.solutions.get(node.key).and_then(|solution| solution.id_from.as_deref());
        let Some(path) = path.filter(|path| declared(&states.attributes, path)) else { continue };
        for (pointer, readers) in led_to(guidance, readings, entry) {
            let lacks = |region: usize| readings.filled(region).value(path).is_none();
            let Some((without, _)) = lacking(readings, &readers, lacks) else { continue };
            let whom = whom(readings, &without);
            let message =
                format!("{whom} can reach {} here, but without the attribute {path} it has no id", node.key);
            let place = file.document.value_at(&pointer);
            error("no-own-id", &file.document, &pointer, place, &message)
                .related(
                    file.document.value_at(&format!("{}/id_from", node.pointer)),
                    "its id comes from this attribute",
                )
                .help(format!(
                    "lead here only in a case `when: {{ has: {path} }}`, or add the attribute in states.yaml"
                ))
                .report(found);
        }
    }
}

/// The routes that lead to a node, each with the readers who take it.
fn led_to(guidance: &Guidance<'_>, readings: &Readings<'_>, entry: usize) -> BTreeMap<String, ReaderSet> {
    let mut found: BTreeMap<String, ReaderSet> = BTreeMap::new();
    for (route, leads) in guidance.routes() {
        let here = leads.iter().filter(|lead| lead.to.is_some_and(|to| guidance.copies[to].entry == entry));
        for lead in here {
            let none = || readings.readers.none();
            found.entry(route.go(lead.choice)).or_insert_with(none).add(&lead.readers);
        }
    }
    found
}

/// Whether two cycles are the same one, entered at different nodes.
fn same_circle(a: &[String], b: &[String]) -> bool {
    a.len() == b.len() && a.iter().all(|id| b.contains(id))
}
