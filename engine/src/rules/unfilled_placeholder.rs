//! `unfilled-placeholder`: a state's attribute in a text that is read for states without it.

use super::unknown_state::{attribute, in_words};
use super::{Context, error, few};
use crate::content::Kind;
use crate::diagnostics::Diagnostic;
use crate::text::placeholders::names;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(states)) = (&context.draft.tree, &context.draft.states) else { return };
    let own_id = |rule: &str| rule == "no-own-id";
    if context.broken(Kind::States, |_| true) || context.broken(Kind::DecisionTree, own_id) {
        return;
    }
    let readings = context.readings;
    for (pointer, text) in context.strings(&tree.document) {
        for (index, name) in names(text).enumerate() {
            let path = name.strip_prefix("state.");
            let Some(path) = path.filter(|path| attribute(&states.attributes, path).is_some_and(in_words))
            else {
                continue;
            };
            let lacks = |reader: &usize| {
                readings.filled(readings.readers.reader(*reader).region).value(path).is_none()
            };
            let reading = readings.readers_at(pointer).and(readings.readers.coming());
            let mut without = readings.readers.none();
            reading.iter().filter(lacks).for_each(|reader| without.insert(reader));
            if !without.is_empty() {
                let who = readings.readers.who(&without);
                let nth = names(text).take(index).filter(|other| *other == name).count();
                let place = tree.document.part_at(pointer, &format!("{{{name}}}"), nth);
                let message = format!(
                    "there is no text or number to fill {{{name}}} with, for {}{}",
                    few(who.names.iter().copied()),
                    who.from()
                );
                found.push(error("unfilled-placeholder", &tree.document, pointer, place, &message).help(
                    format!(
                        "put it into a case `when: {{ has: {path} }}`, or add the attribute to these states"
                    ),
                ));
            }
        }
    }
}
