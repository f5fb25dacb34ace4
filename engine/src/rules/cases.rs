//! `missing-last-case`, `dead-case`, `unused-last-case`: lists of cases, tried on every region.

use std::collections::HashMap;

use serde::Deserialize as _;
use serde_json::Value;

use super::readers::is_case_list;
use super::{Context, error, few, unknown_state, warning};
use crate::content::model::{Condition, State, States};
use crate::content::{Document, File, Kind};
use crate::diagnostics::{Diagnostic, Place};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(states)) = (&context.draft.tree, &context.draft.states) else { return };
    // A state that could not be read, or has no attribute that it needs, fits what it would not.
    if context.broken(Kind::States, |_| true) {
        return;
    }
    for (pointer, value) in tree.document.values() {
        if let Value::Array(items) = value
            && is_case_list(items)
        {
            cases(&tree.document, &pointer, items, states, found);
        }
    }
}

/// Who takes which states, from the first case to the last.
struct Taken<'a> {
    by: HashMap<&'a str, usize>,
    /// Whether some case names a state or an attribute that isn't there: what it takes is unknown.
    unsure: bool,
}

fn cases(
    document: &Document,
    pointer: &str,
    items: &[Value],
    states: &File<States>,
    found: &mut Vec<Diagnostic>,
) {
    let all: Vec<&State> = states.states.iter().collect();
    if all.is_empty() {
        return;
    }
    let mut taken = Taken { by: HashMap::new(), unsure: false };
    let last = items.len() - 1;
    for (index, item) in items.iter().enumerate() {
        let at = format!("{pointer}/{index}");
        let when = match item.get("when") {
            None => None,
            Some(value) => match Condition::deserialize(value) {
                Ok(when) if unknown_state::sound(value, states) => Some(when),
                // Another finding says what is wrong with it.
                _ => {
                    taken.unsure = true;
                    continue;
                }
            },
        };
        let matches: Vec<&State> =
            all.iter().copied().filter(|state| when.as_ref().is_none_or(|when| when.holds(state))).collect();
        let place = match item.get("when") {
            Some(_) => document.value_at(&format!("{at}/when")),
            None => document.value_at(&at),
        };
        if matches.is_empty() {
            found.push(
                error("dead-case", document, &at, place, "this case fits no state at all")
                    .help("correct what stands behind `when:`, or remove the case with all its lines"),
            );
        } else if let Some(earlier) = taken.hides(&matches) {
            found.push(hidden(document, pointer, index, index == last && when.is_none(), place, &earlier));
        }
        for state in matches {
            taken.by.entry(&state.code).or_insert(index);
        }
    }
    // Behind a case that takes every state the order is the mistake, and is told.
    let all_taken = items[..last].iter().any(|item| item.get("when").is_none());
    if items[last].get("when").is_some() && !taken.unsure && !all_taken {
        let at = format!("{pointer}/{last}");
        let left = all.iter().filter(|state| !taken.by.contains_key(state.code.as_str()));
        let left: Vec<&str> = left.map(|state| state.name.as_str()).collect();
        let message = match left.as_slice() {
            [] => "the last case has a `when`; a state that is added later may fit none".to_owned(),
            left => format!("no case fits {}, and the last case has a `when`", few(left.iter().copied())),
        };
        found.push(
            error("missing-last-case", document, &at, document.value_at(&format!("{at}/when")), &message)
                .help(format!(
                    "add a case for all other states below it, `- {}`, or remove this `when`",
                    if items[last].get("go").is_some() { "go: NEXT" } else { "text: What all others read" }
                )),
        );
    }
}

impl Taken<'_> {
    /// The earlier cases that take all of `states`; none where one of them is still free.
    fn hides(&self, states: &[&State]) -> Option<Vec<usize>> {
        let mut by: Vec<usize> =
            states.iter().map(|state| self.by.get(state.code.as_str()).copied()).collect::<Option<_>>()?;
        by.sort_unstable();
        by.dedup();
        Some(by)
    }
}

fn hidden(
    document: &Document,
    pointer: &str,
    index: usize,
    for_all_others: bool,
    place: Place,
    earlier: &[usize],
) -> Diagnostic {
    let at = format!("{pointer}/{index}");
    if for_all_others {
        return warning("unused-last-case", document, &at, place, "no state is left for this last case")
            .help("if one of the cases above takes too many states, correct its `when`; if this one is meant for states to come, write above it: # lint: allow unused-last-case because …");
    }
    let open = earlier.iter().any(|case| document.value.pointer(&format!("{pointer}/{case}/when")).is_none());
    let message = match open {
        true => "a case above has no `when` and takes every state",
        false => "a case above takes every state that this one fits",
    };
    let mut finding = error("dead-case", document, &at, place, message)
        .help("move this case up, above the other; or correct what stands behind its `when:`, or remove it");
    for case in earlier.iter().take(3) {
        let case = format!("{pointer}/{case}");
        let there = match document.value.pointer(&format!("{case}/when")) {
            Some(_) => document.value_at(&format!("{case}/when")),
            None => document.value_at(&case),
        };
        finding = finding.related(there, "this one comes first");
    }
    finding
}
