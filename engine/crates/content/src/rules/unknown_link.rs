//! `unknown-link`: a link name that's neither in links.yaml nor among a state's official links.

use super::context::Context;
use super::findings::{error, whom};
use super::offer;
use super::unfilled_placeholder::lacking;
use crate::content::{Document, Kind};
use callguide_search::diagnostics::{Diagnostic, Place, shown};
use callguide_search::text::links::STATE_PREFIX;

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
    let finding = |message: &str| error("unknown-link", document, pointer, place.clone(), message);
    // Whether it's allowed is checked where the snippet is used.
    if kind == Some(Kind::Snippets) && states.link_labels.contains(name) {
        return;
    }
    let of_links = "write the name of a link from links.yaml";
    let Some(readers) = kind.and_then(|kind| context.readers_of(kind, document, pointer)) else {
        let message = "a state's official link works only where the state is known (in the decision tree and the scripts in states.yaml), in FAQ answers, and in emergency.yaml";
        found.push(finding(message).help(of_links));
        return;
    };
    if !states.link_labels.contains(name) {
        let finding = finding(&format!("states have no official link named {}", shown(name))).help(of_links);
        found.push(offer::with(finding, name, states.link_labels.names(), |near| {
            let [own, near] = [name, near].map(|name| format!("{STATE_PREFIX}{name}"));
            offer::link(document, pointer, &place, &own, &near)
        }));
        return;
    }
    let has = |region: usize| context.draft.regions.get(region).is_some_and(|own| own.links.contains(name));
    let Some((without, otherwise)) = lacking(context, &readers, |region| !has(region)) else { return };
    let whom = whom(context.readings, &without);
    let add = || {
        format!(
            "add `{name}: https://…` under `links` for these states in states.yaml, or use it in a case for the states that have it"
        )
    };
    found.push(
        finding(&format!("there is no official link {} for {whom}", shown(name)))
            .help(otherwise.map_or_else(add, str::to_owned)),
    );
}
