//! `missing-last-case`, `dead-case`, `unused-last-case`: lists of cases, tried on every region.

use std::collections::HashSet;

use serde::Deserialize as _;
use serde_json::Value;

use super::{Context, error, warning};
use crate::content::Document;
use crate::content::model::{Condition, State, States};
use crate::diagnostics::Diagnostic;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(states)) = (&context.draft.tree, &context.draft.states) else { return };
    for (pointer, value) in tree.document.values() {
        if let Value::Array(items) = value
            && is_case_list(items)
        {
            cases(&tree.document, &pointer, items, states, found);
        }
    }
}

/// A list of cases is known by its entries: `text` or `go` and nothing that an answer or a script
/// has.
fn is_case_list(items: &[Value]) -> bool {
    !items.is_empty()
        && items.iter().all(|item| {
            item.as_object().is_some_and(|case| {
                case.keys().all(|key| matches!(key.as_str(), "when" | "text" | "go"))
                    && (case.contains_key("text") || case.contains_key("go"))
            })
        })
}

fn cases(document: &Document, pointer: &str, items: &[Value], states: &States, found: &mut Vec<Diagnostic>) {
    let all: Vec<&State> = states.states.iter().collect();
    let mut taken: HashSet<&str> = HashSet::new();
    let last = items.len() - 1;
    for (index, item) in items.iter().enumerate() {
        let at = format!("{pointer}/{index}");
        let when = match item.get("when") {
            None => None,
            Some(value) => match Condition::deserialize(value) {
                Ok(when) => Some(when),
                // The schema's finding says what is wrong with it.
                Err(_) => return,
            },
        };
        let matches: Vec<&str> = all
            .iter()
            .filter(|state| when.as_ref().is_none_or(|when| when.holds(state)))
            .map(|state| state.code.as_str())
            .collect();
        let fresh = matches.iter().any(|code| !taken.contains(code));
        let place = || match item.get("when") {
            Some(_) => document.value_at(&format!("{at}/when")),
            None => document.value_at(&at),
        };
        if when.is_some() && matches.is_empty() {
            found.push(
                error("dead-case", document, &at, place(), "this case matches no state at all")
                    .help("mend its `when`, or remove the case"),
            );
        } else if !fresh && !all.is_empty() {
            let message = "every state that this case matches is taken by a case above";
            let earlier = document.value_at(&format!("{pointer}/0"));
            if when.is_none() && index == last {
                found.push(
                    warning("unused-last-case", document, &at, place(), "no state comes to this last case")
                        .help("that may be meant; else mend the cases above"),
                );
            } else {
                found.push(
                    error("dead-case", document, &at, place(), message)
                        .related(earlier, "the cases above begin here")
                        .help("put this case higher, mend its `when`, or remove it"),
                );
            }
        }
        if index == last && when.is_some() {
            found.push(
                error(
                    "missing-last-case",
                    document,
                    &at,
                    place(),
                    "the last case has a `when`, so some state may match none",
                )
                .help("add a last case without `when`, or remove this `when`"),
            );
        }
        taken.extend(matches);
    }
}
