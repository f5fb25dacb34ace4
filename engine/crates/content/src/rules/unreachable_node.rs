//! `unreachable-node`: a question or a solution that no state reaches.

use std::collections::{HashMap, HashSet};

use super::context::Context;
use super::findings::few;
use super::unknown_node::keys;
use crate::content::model::DecisionTree;
use crate::content::{File, Kind};
use crate::readings::Readings;
use callguide_search::diagnostics::Diagnostic;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    // A part that couldn't be read, or a condition with an unknown name, leads nowhere, but that doesn't make the
    // nodes after it unreachable. An unknown node name could mean any node.
    let partial = |rule: &str| rule != "unknown-link";
    if context.broken(Kind::DecisionTree, partial)
        || context.broken(Kind::States, partial)
        || context.draft.regions.is_empty()
    {
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
        found.push(
            Diagnostic::error("unreachable-node", file.document.key_at(&at), message)
                .help(format!(
                    "write `go: {id}` in the answer that should lead to it; remove it with all its lines only if nobody needs it"
                )),
        );
    }
}

/// The unreached nodes that need a route, each with the nodes that depend on it, so that a branch that was cut off is
/// reported once.
fn roots<'a>(file: &'a File<DecisionTree>, readings: &'a Readings<'_>) -> Vec<(&'a str, Vec<&'a str>)> {
    let unreached: Vec<&str> = keys(file).filter(|key| readings.comes_to(key).is_empty()).collect();
    let mut leads: HashMap<&str, Vec<&str>> = HashMap::new();
    for key in &unreached {
        let Some(guidance) = &readings.guidance else { continue };
        if let Some(entry) = guidance.entry(key) {
            leads.insert(key, guidance.targets(entry));
        }
    }
    let led_to: HashSet<&str> = leads.values().flatten().copied().collect();
    // Nodes that only lead to one another have no root, so the first of them is used.
    let first = unreached.iter().filter(|key| !led_to.contains(*key));
    let mut told: HashSet<&str> = HashSet::new();
    let mut out = Vec::new();
    for root in first.chain(&unreached) {
        if !told.insert(root) {
            continue;
        }
        let mut behind = Vec::new();
        let mut waiting = vec![*root];
        while let Some(key) = waiting.pop() {
            for next in leads.get(key).into_iter().flatten() {
                if let Some(known) = unreached.iter().find(|known| *known == next)
                    && told.insert(known)
                {
                    behind.push(*known);
                    waiting.push(known);
                }
            }
        }
        behind.sort_by_key(|key| unreached.iter().position(|other| other == key));
        out.push((*root, behind));
    }
    out
}
