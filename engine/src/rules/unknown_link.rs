//! `unknown-link`: a name that neither links.yaml nor a state's official links have.

use super::prose::is_answer;
use super::unfilled_placeholder::of_regions;
use super::{Context, error, offer, whom};
use crate::content::document::item;
use crate::content::{Document, Kind};
use crate::diagnostics::{Diagnostic, Place, shown};
use crate::text::links::{STATE_PREFIX, named};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(links) = &context.draft.links else { return };
    for (document, pointer, name, place) in context.links() {
        let place = place.clone();
        if let Some(own) = name.strip_prefix(STATE_PREFIX) {
            state_link(context, document, pointer, own, place, found);
        } else if !links.links.contains(name) {
            let message = format!("there is no link named {}", shown(name));
            let finding = error("unknown-link", document, pointer, place.clone(), &message)
                .help("add it to links.yaml, or use a name from there");
            found.push(offer::with(finding, name, links.links.names(), |near| {
                offer::link(document, pointer, &place, name, near)
            }));
        }
    }
}

fn state_link(
    context: &Context<'_>,
    document: &Document,
    pointer: &str,
    name: &str,
    place: Place,
    found: &mut Vec<Diagnostic>,
) {
    let Some(states) = context.states() else { return };
    let kind = Kind::of(&document.name);
    // Whether it can stand where the snippet does is looked at there.
    if kind == Some(Kind::Snippets) && states.link_labels.contains(name) {
        return;
    }
    let readers = &context.readings.readers;
    let reading = match kind {
        Some(Kind::DecisionTree) => context.readings.readers_at(pointer),
        Some(Kind::States) if pointer.starts_with("/scripts/") => context.readings.readers_beside(pointer),
        Some(Kind::Emergency) => context.readings.readers_in_emergency(pointer),
        Some(kind @ Kind::Faq) if is_answer(kind, pointer) => {
            context.readings.readers_of_answer(&document.name, pointer)
        }
        _ => {
            let message = "a state's official link can stand only in the decision tree and in the scripts of states.yaml, where the state is known, in answers of the FAQ, and in emergency.yaml";
            found.push(
                error("unknown-link", document, pointer, place, message)
                    .help("write the name of a link from links.yaml"),
            );
            return;
        }
    };
    if !states.link_labels.contains(name) {
        let message = format!("states have no official link named {}", shown(name));
        let finding = error("unknown-link", document, pointer, place.clone(), &message)
            .help("write the name of a link from links.yaml");
        found.push(offer::with(finding, name, states.link_labels.names(), |near| {
            let [own, near] = [name, near].map(|name| format!("{STATE_PREFIX}{name}"));
            offer::link(document, pointer, &place, &own, &near)
        }));
        return;
    }
    let lacks =
        |region: usize| !context.draft.regions.get(region).is_some_and(|own| own.links.contains(name));
    let without = of_regions(context, &reading.and(readers.coming()), &lacks);
    if without.is_empty() {
        return;
    }
    let message =
        format!("there is no official link {} for {}", shown(name), whom(context.readings, &without));
    let general = without.meets(&readers.everybody().but(readers.in_regions()));
    let help = if general {
        "put it into a case that only states read, with a `when`; where no state is known, a case or part without `when` is read".to_owned()
    } else {
        format!(
            "add `{name}: https://…` under `links` of these states in states.yaml, or use it in a case for the states that have it"
        )
    };
    found.push(error("unknown-link", document, pointer, place, &message).help(help));
}

/// A file, the pointer of a text in it, the name of a link there, and where it stands.
pub(super) type Use<'a> = (&'a Document, String, &'a str, Place);

/// Every place that names a link: in a text, or as the value of a key that holds one.
pub(super) fn uses<'a>(context: &Context<'a>) -> Vec<Use<'a>> {
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
