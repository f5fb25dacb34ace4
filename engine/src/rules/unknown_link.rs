//! `unknown-link`: a name that neither links.yaml nor a state's official links have.

use super::unfilled_placeholder::reading;
use super::{Context, error};
use crate::content::document::item;
use crate::content::{Document, Kind};
use crate::diagnostics::{Diagnostic, Place, shown, suggestion};
use crate::text::links::{STATE_PREFIX, named};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(links) = &context.draft.links else { return };
    let states = context.draft.states.as_ref();
    for (document, pointer, name, place) in uses(context) {
        let in_tree = match Kind::of(&document.name) {
            Some(Kind::DecisionTree) => true,
            Some(Kind::Faq) => pointer.split('/').any(|part| part == "answer"),
            _ => false,
        };
        if let Some(own) = name.strip_prefix(STATE_PREFIX) {
            let shared = Kind::of(&document.name) == Some(Kind::Snippets);
            // Whether it can stand where the snippet does is looked at there.
            if shared && states.is_some_and(|states| states.link_labels.contains(own)) {
                continue;
            }
            state_link(context, document, &pointer, own, place, in_tree, found);
        } else if !links.links.contains(name) {
            let message = format!("there is no link named {}", shown(name));
            let help = suggestion(name, links.links.names())
                .or_else(|| Some("add it to links.yaml, or use a name from there".to_owned()));
            found.push(error("unknown-link", document, &pointer, place, &message).maybe_help(help));
        }
    }
}

fn state_link(
    context: &Context<'_>,
    document: &Document,
    pointer: &str,
    name: &str,
    place: Place,
    in_tree: bool,
    found: &mut Vec<Diagnostic>,
) {
    let Some(states) = &context.draft.states else { return };
    if !in_tree {
        let message = "a state's official link can stand only where the state is known: in the decision tree, and in answers of the FAQ";
        found.push(
            error("unknown-link", document, pointer, place, message)
                .help("write the name of a link from links.yaml"),
        );
        return;
    }
    if !states.link_labels.contains(name) {
        let message = format!("states have no official link named {}", shown(name));
        found.push(
            error("unknown-link", document, pointer, place, &message)
                .maybe_help(suggestion(name, states.link_labels.names())),
        );
    } else {
        let readers = &context.readings.readers;
        let reading = reading(context, document, pointer).and(readers.coming());
        if reading.iter().any(|reader| readers.reader(reader).region == readers.general()) {
            let message =
                "this link is a state's own, and volunteers who have chosen no state read this, too";
            found.push(error("unknown-link", document, pointer, place, message).help(
                "put it into a case with a `when`, which only states read, and keep a last case for all others",
            ));
            return;
        }
        let lacks =
            |reader: &usize| !context.draft.regions[readers.reader(*reader).region].links.contains(name);
        let mut without = readers.none();
        reading.iter().filter(lacks).for_each(|reader| without.insert(reader));
        if !without.is_empty() {
            let who = readers.who(&without);
            let message = format!(
                "there is no official link {} for {}{}",
                shown(name),
                super::few(who.names.iter().copied()),
                who.from()
            );
            found.push(error("unknown-link", document, pointer, place, &message).help(
                format!("add `{name}: https://…` under `links` of these states in states.yaml, or use it in a case for the states that have it"),
            ));
        }
    }
}

/// Every place that names a link: in a text, or as the value of a key that holds one.
pub(super) fn uses<'a>(context: &Context<'a>) -> Vec<(&'a Document, String, &'a str, Place)> {
    let mut out = Vec::new();
    for (kind, document) in context.documents() {
        for (pointer, text) in context.strings(document) {
            if holds_name(kind, pointer) {
                let place = document.value_at(pointer);
                out.push((document, pointer.to_owned(), text, place));
                continue;
            }
            for (index, link) in named(text).enumerate() {
                let part = format!("link:{}", link.name);
                let nth = named(text).take(index).filter(|other| other.name == link.name).count();
                out.push((document, pointer.to_owned(), link.name, document.part_at(pointer, &part, nth)));
            }
        }
    }
    out
}

/// Whether the text at `pointer` is the name of a link.
fn holds_name(kind: Kind, pointer: &str) -> bool {
    let listed = |list: &str| pointer.rsplit_once('/').is_some_and(|(head, _)| head.ends_with(list));
    match kind {
        Kind::Site => {
            pointer == "/product/brand_link"
                || pointer.starts_with("/footer/links/") && pointer.ends_with("/link")
        }
        Kind::Agreement => pointer == "/link",
        Kind::Guides => pointer.ends_with("/embed"),
        Kind::Announcements => pointer.ends_with("/link"),
        Kind::Flows => listed("/links"),
        Kind::Support => pointer.starts_with(&item("/links", 0)[..7]),
        _ => false,
    }
}
