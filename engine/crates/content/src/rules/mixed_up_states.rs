//! States that may have been mixed up: states that share a code or a URL.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::context::Context;
use super::findings::{few, warning};
use crate::content::File;
use crate::content::document::{child, item};
use crate::content::model::{State, States};
use crate::readings::in_a_text;
use callguide_search::diagnostics::{Diagnostic, Place, shown};

/// `shared-code`: two states with the same code for a solution, where each should have its own; `shared-official-link`:
/// two states with the same URL. Both mistakes result from copying a state.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.states else { return };
    let states = told_apart(file);
    if let Some(tree) = &context.draft.tree {
        let paths = tree.solutions.iter().filter_map(|(_, solution)| solution.id_from.as_deref());
        for path in paths.collect::<BTreeSet<_>>() {
            codes(file, &states, path, found);
        }
    }
    links(file, &states, found);
}

/// The states with their indexes, except those that repeat the code or the name of an earlier one: these are reported
/// as duplicates, not for everything else that they share.
fn told_apart(file: &File<States>) -> Vec<(usize, &State)> {
    let (mut codes, mut names) = (BTreeSet::new(), BTreeSet::new());
    let new =
        |(_, state): &(usize, &State)| codes.insert(state.code.clone()) & names.insert(state.name.clone());
    file.states.indexed().filter(new).collect()
}

fn codes(file: &File<States>, states: &[(usize, &State)], path: &str, found: &mut Vec<Diagnostic>) {
    let document = &file.document;
    let mut first: HashMap<String, (&State, Place)> = HashMap::new();
    for (index, state) in states {
        let Some(code) = in_a_text(state, &file.attributes, path) else { continue };
        let pointer = path.split('.').fold(item("/states", *index), |at, key| child(&at, key));
        let place = document.value_at(&pointer);
        let Some((other, there)) = first.get(&code) else {
            first.insert(code, (state, place));
            continue;
        };
        let message = format!(
            "state \"{}\": {} also has {}, but a solution takes its id from this, so one state would get both states' urgent cases",
            state.code,
            other.name,
            shown(&code)
        );
        let help = format!(
            "find out whether this code belongs to {} or {}, and give the other one its own",
            other.name, state.name
        );
        let finding = Diagnostic::error("shared-code", place, message);
        found.push(finding.related(there.clone(), format!("{}'s", other.name)).help(help));
    }
}

fn links(file: &File<States>, states: &[(usize, &State)], found: &mut Vec<Diagnostic>) {
    let document = &file.document;
    let mut having: HashMap<(&str, &str), Vec<(usize, &State)>> = HashMap::new();
    for (index, state) in states {
        for (name, url) in state.links.iter() {
            having.entry((name, url.trim_end_matches('/'))).or_default().push((*index, state));
        }
    }
    // A page that more than two states link to is about several states.
    let mut pairs: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
    for ((name, _), who) in having {
        if let [(first, _), (second, _)] = who[..] {
            pairs.entry((second, first)).or_default().push(name);
        }
    }
    let of = |index: usize| states.iter().find(|(at, _)| *at == index).map_or("", |(_, state)| &state.name);
    for ((second, first), mut names) in pairs {
        names.sort_unstable_by_key(|name| document.key_at(&link(second, name)).span.start);
        let pointer = link(second, names[0]);
        let others = if names.len() > 1 { format!(" ({})", few(&names)) } else { String::new() };
        let what = if names.len() > 1 { "addresses" } else { "address" };
        let message = format!("{} has the same {what}{others}", of(first));
        let mut finding =
            warning("shared-official-link", document, &pointer, document.value_at(&pointer), &message);
        for name in &names {
            finding = finding.related(document.value_at(&link(first, name)), format!("{}'s", of(first)));
        }
        found.push(finding.help(format!(
            "look up {}'s own page; if both states really share this one, write above it: # lint: allow shared-official-link because …",
            of(second)
        )));
    }
}

fn link(state: usize, name: &str) -> String {
    child(&child(&item("/states", state), "links"), name)
}
