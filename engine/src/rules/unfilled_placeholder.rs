//! `unfilled-placeholder`: a state's attribute in a text that is read for states without it.

use super::readers::Readers;
use super::unknown_state::{attribute, in_words};
use super::{Context, error, few};
use crate::content::Kind;
use crate::diagnostics::Diagnostic;
use crate::text::placeholders::{names, readable};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(states)) = (&context.draft.tree, &context.draft.states) else { return };
    let own_id = |rule: &str| rule == "no-own-id";
    if context.broken(Kind::States, |_| true) || context.broken(Kind::DecisionTree, own_id) {
        return;
    }
    let readers = Readers::new(tree, states);
    for (pointer, text) in context.strings(&tree.document) {
        for (index, name) in names(text).enumerate() {
            let path = name.strip_prefix("state.");
            let Some(path) = path.filter(|path| attribute(&states.attributes, path).is_some_and(in_words))
            else {
                continue;
            };
            let without: Vec<&str> = readers
                .of(pointer)
                .into_iter()
                .filter(|state| state.attribute(path).and_then(readable).is_none())
                .map(|state| state.name.as_str())
                .collect();
            if !without.is_empty() {
                let nth = names(text).take(index).filter(|other| *other == name).count();
                let place = tree.document.part_at(pointer, &format!("{{{name}}}"), nth);
                let message =
                    format!("there is no text or number to fill {{{name}}} with, for {}", few(without));
                found.push(error("unfilled-placeholder", &tree.document, pointer, place, &message).help(
                    format!(
                        "put it into a case `when: {{ has: {path} }}`, or add the attribute to these states"
                    ),
                ));
            }
        }
    }
}
