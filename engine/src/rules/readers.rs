//! Which states a text of the decision tree is for: those that come to its node and take its case.

use std::collections::HashMap;

use serde::Deserialize as _;
use serde_json::Value;

use crate::content::File;
use crate::content::model::{Condition, DecisionTree, State, States};
use crate::diagnostics::nearest;
use crate::tree;

/// The states that come to each node.
pub(super) struct Readers<'a> {
    root: &'a Value,
    by_node: HashMap<&'a str, Vec<&'a State>>,
}

impl<'a> Readers<'a> {
    pub(super) fn new(file: &'a File<DecisionTree>, states: &'a States) -> Self {
        let mut by_node: HashMap<&str, Vec<&State>> = HashMap::new();
        for state in states.states.iter() {
            for key in tree::reach(file, state, |go| nearest(go, tree::keys(file))) {
                by_node.entry(key).or_default().push(state);
            }
        }
        Self { root: &file.document.value, by_node }
    }

    /// The states that read the text at `pointer`.
    pub(super) fn of(&self, pointer: &str) -> Vec<&'a State> {
        let mut parts = pointer.split('/').skip(2);
        let mut states = parts.next().and_then(|node| self.by_node.get(node)).cloned().unwrap_or_default();
        let mut value = self.root;
        for part in pointer.split('/').skip(1) {
            let next = match value {
                Value::Array(items) => {
                    let index: usize = part.parse().unwrap_or(0);
                    if is_case_list(items) {
                        states.retain(|state| chosen(items, state) == Some(index));
                    } else if let Some(item) = items.get(index) {
                        states.retain(|state| holds(item, state));
                    }
                    items.get(index)
                }
                other => other.get(part),
            };
            let Some(next) = next else { break };
            value = next;
        }
        states
    }
}

/// A list of cases is known by its entries: `text` or `go` and nothing that an answer or a script
/// has.
pub(super) fn is_case_list(items: &[Value]) -> bool {
    !items.is_empty()
        && items.iter().all(|item| {
            item.as_object().is_some_and(|case| {
                case.keys().all(|key| matches!(key.as_str(), "when" | "text" | "go"))
                    && (case.contains_key("text") || case.contains_key("go"))
            })
        })
}

fn chosen(cases: &[Value], state: &State) -> Option<usize> {
    cases.iter().position(|case| holds(case, state))
}

fn holds(item: &Value, state: &State) -> bool {
    item.get("when").is_none_or(|when| Condition::deserialize(when).is_ok_and(|when| when.holds(state)))
}
