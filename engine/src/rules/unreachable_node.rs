//! `unreachable-node`: a question or a solution that no state comes to.

use std::collections::{HashMap, HashSet};

use super::{Context, few};
use crate::content::model::{DecisionTree, Route, States};
use crate::content::{File, Kind};
use crate::diagnostics::Diagnostic;
use crate::tree;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(file), Some(states)) = (&context.draft.tree, &context.draft.states) else { return };
    // A part that could not be read, or a condition that names nothing, leads nowhere: the nodes
    // behind it are not unreachable for that. A name that no node has could mean any of them.
    let partial = |rule: &str| rule != "unknown-link";
    if context.broken(Kind::DecisionTree, partial) || context.broken(Kind::States, partial) {
        return;
    }
    let mut reached: HashSet<&str> = HashSet::new();
    for state in states.states.iter() {
        reached.extend(tree::reach(file, state, |_| None));
    }
    for (id, behind) in roots(file, states, &reached) {
        let section = if file.questions.contains(id) { "questions" } else { "solutions" };
        let kind = section.trim_end_matches('s');
        let also = match behind.as_slice() {
            [] => String::new(),
            behind => format!(", and so to {}", few(behind.iter().copied())),
        };
        let message = format!("no state comes to the {kind} {id}{also}");
        found.push(
            Diagnostic::error("unreachable-node", file.document.key_at(&format!("/{section}/{id}")), message)
                .help(format!(
                    "write `go: {id}` in the answer that should lead to it, or remove it with all its lines"
                )),
        );
    }
}

/// The unreached nodes that need a route, each with those that only wait for it: who cuts a branch
/// off is told once.
fn roots<'a>(
    file: &'a File<DecisionTree>,
    states: &States,
    reached: &HashSet<&str>,
) -> Vec<(&'a str, Vec<&'a str>)> {
    let unreached: Vec<&str> = tree::keys(file).filter(|key| !reached.contains(key)).collect();
    let mut leads: HashMap<&str, Vec<&str>> = HashMap::new();
    for key in &unreached {
        let Some(question) = file.questions.get(key) else { continue };
        for answer in question.answers.iter() {
            leads.entry(key).or_default().extend(targets(&answer.go, states));
        }
    }
    let led_to: HashSet<&str> = leads.values().flatten().copied().collect();
    // Nodes that only lead to one another have no root: the first of them stands for all.
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

fn targets<'a>(route: &'a Route, states: &States) -> Vec<&'a str> {
    states.states.iter().filter_map(|state| Some(tree::chosen_route(route, state)?.1)).collect()
}
