//! `unfilled-placeholder`: a state's attribute in a text that is read for states without it, or without a state.

use super::unknown_state::{attribute, in_words};
use super::{Context, error, few};
use crate::content::{Document, Kind};
use crate::diagnostics::Diagnostic;
use crate::readings::ReaderSet;
use crate::text::placeholders::names;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let own_id = |rule: &str| rule == "no-own-id";
    if context.broken(Kind::States, |_| true) || context.broken(Kind::DecisionTree, own_id) {
        return;
    }
    for (kind, document) in context.documents() {
        if matches!(kind, Kind::DecisionTree | Kind::Faq) {
            of_file(context, document, found);
        }
    }
}

fn of_file(context: &Context<'_>, document: &Document, found: &mut Vec<Diagnostic>) {
    let readers = &context.readings.readers;
    for (pointer, text) in context.strings(document) {
        for (index, name) in names(text).enumerate() {
            let Some(path) = name.strip_prefix("state.") else { continue };
            let own = matches!(path, "name" | "code");
            let spoken = |states: &crate::content::model::States| {
                attribute(&states.attributes, path).is_some_and(in_words)
            };
            if !own && !context.draft.states.as_deref().is_some_and(spoken) {
                continue;
            }
            let reading = reading(context, document, pointer).and(readers.coming());
            let general = reading.iter().any(|reader| readers.reader(reader).region == readers.general());
            let lacks = |reader: &usize| {
                let region = readers.reader(*reader).region;
                region != readers.general() && !own && context.readings.filled(region).value(path).is_none()
            };
            let mut without = readers.none();
            reading.iter().filter(lacks).for_each(|reader| without.insert(reader));
            if !general && without.is_empty() {
                continue;
            }
            let nth = names(text).take(index).filter(|other| *other == name).count();
            let place = document.part_at(pointer, &format!("{{{name}}}"), nth);
            let (message, help) = if general {
                (
                    format!("nothing fills {{{name}}} for volunteers who have chosen no state: they read this, too"),
                    "put it into a case with a `when`, which only states read, and keep a last case for all others".to_owned(),
                )
            } else {
                let who = readers.who(&without);
                (
                    format!(
                        "there is no text or number to fill {{{name}}} with, for {}{}",
                        few(who.names.iter().copied()),
                        who.from()
                    ),
                    format!(
                        "put it into a case `when: {{ has: {path} }}`, or add the attribute to these states"
                    ),
                )
            };
            found.push(error("unfilled-placeholder", document, pointer, place, &message).help(help));
        }
    }
}

/// Everybody who reads what stands at a pointer of the decision tree or of the FAQ.
pub(super) fn reading(context: &Context<'_>, document: &Document, pointer: &str) -> ReaderSet {
    match Kind::of(&document.name) {
        Some(Kind::Faq) => context.readings.readers_of_answer(&document.name, pointer),
        _ => context.readings.readers_at(pointer),
    }
}
