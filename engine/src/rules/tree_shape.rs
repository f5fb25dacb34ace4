//! `unreachable-node`, `cycle`, `no-end`, and ids that would be served twice: what shows only when
//! the tree is resolved for every region.

use std::collections::{BTreeMap, HashSet};

use super::{Context, error, few};
use crate::content::model::{DecisionTree, States};
use crate::content::{File, Kind};
use crate::diagnostics::{Diagnostic, nearest};
use crate::tree::{self, Flaw};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(file), Some(states)) = (&context.draft.tree, &context.draft.states) else { return };
    // A part that could not be read, or a condition that names nothing, leads nowhere: the nodes
    // behind it are not unreachable for that.
    let partial = |rule: &str| rule != "unknown-node" && rule != "unknown-link";
    if !context.broken(Kind::DecisionTree, partial) && !context.broken(Kind::States, partial) {
        unreachable(file, states, found);
    }
    flaws(file, states, found);
}

fn unreachable(file: &File<DecisionTree>, states: &States, found: &mut Vec<Diagnostic>) {
    let mut reached: HashSet<&str> = HashSet::new();
    for state in states.states.iter() {
        reached.extend(tree::reach(file, state, |go| nearest(go, tree::keys(file))));
    }
    let kinds = [("questions", "question"), ("solutions", "solution")];
    for (section, kind) in kinds {
        let names: Vec<&str> = match section {
            "questions" => file.questions.names().collect(),
            _ => file.solutions.names().collect(),
        };
        for id in names.into_iter().filter(|id| !reached.contains(id)) {
            let pointer = format!("/{section}/{id}");
            let message = format!("the {kind} {id} is reached by no state");
            found.push(
                Diagnostic::error("unreachable-node", file.document.key_at(&pointer), message)
                    .help("let a route lead here, or remove it"),
            );
        }
    }
}

fn flaws(file: &File<DecisionTree>, states: &States, found: &mut Vec<Diagnostic>) {
    let mut cycles: BTreeMap<Vec<String>, Vec<&str>> = BTreeMap::new();
    let mut same: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut no_id: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    let mut endless = Vec::new();
    for state in states.states.iter() {
        let Err(flaws) = tree::resolve(file, state, None) else { continue };
        for flaw in flaws {
            match flaw {
                Flaw::Cycle { ids } => cycles.entry(ids).or_default().push(&state.name),
                Flaw::SameId { id } => same.entry(id).or_default().push(&state.name),
                Flaw::NoId { pointer, path } => no_id.entry((pointer, path)).or_default().push(&state.name),
                // Told by the rules for routes, cases and schemas.
                Flaw::UnknownNode { .. } | Flaw::NoCase { .. } | Flaw::Unreadable { .. } => {}
            }
        }
        if !ends(file, state) {
            endless.push(state.name.as_str());
        }
    }
    for (mut ids, names) in cycles {
        let pointer = format!("/questions/{}", ids[0]);
        ids.push(ids[0].clone());
        let message = format!("the path {} comes back to its start, for {}", ids.join(" → "), few(names));
        found.push(
            Diagnostic::error("cycle", file.document.key_at(&pointer), message)
                .help("let one of these answers lead on to another node"),
        );
    }
    for (id, names) in same {
        let place = file.document.key_at("/solutions");
        let message = format!("two nodes would have the id {id}, for {}", few(names));
        found.push(
            Diagnostic::error("duplicate-id", place, message)
                .help("rename one of the nodes, or the attribute's value"),
        );
    }
    for ((pointer, path), names) in no_id {
        let message =
            format!("{} can come here without the attribute {path}, so the solution has no id", few(names));
        let place = file.document.value_at(&pointer);
        found.push(
            error("no-end", &file.document, &pointer, place, &message)
                .help(format!("lead here only from a case `when: {{ has: {path} }}`")),
        );
    }
    if !endless.is_empty() {
        let message = format!("no path ends in a solution, for {}", few(endless));
        found.push(Diagnostic::error("no-end", file.document.key_at("/start"), message));
    }
}

/// Whether some node that the region reaches is a solution.
fn ends(tree: &DecisionTree, state: &crate::content::model::State) -> bool {
    tree::reach(tree, state, |go| nearest(go, tree::keys(tree)))
        .iter()
        .any(|key| tree.solutions.contains(key))
}
