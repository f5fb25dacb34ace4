//! `unknown-page` and `taken-path`: the paths of pages in the app.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::context::Context;
use super::findings::error_at;
use super::offer;
use crate::content::Document;
use crate::content::model::Flows;
use callguide_search::diagnostics::{Diagnostic, Place, shown};

/// Pages that a step may lead out to (`spec §2`).
pub(super) const EXITS: [&str; 3] = ["/home", "/support", "/finish"];
/// Path prefixes that the engine and the app serve themselves.
const OWN: [&str; 11] = [
    "/home", "/support", "/finish", "/admin", "/login", "/api", "/auth", "/guides", "/assets", "/healthz",
    "/readyz",
];

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(flows) = &context.draft.flows else { return };
    taken(&flows.document, flows, found);
    // Taken from the raw file, because a flow that couldn't be read still has its page.
    let listed = flows.document.value.get("flows").and_then(Value::as_object);
    let paths =
        listed.into_iter().flat_map(|flows| flows.values()).filter_map(|flow| flow.get("path")?.as_str());
    let known: Vec<&str> = EXITS.into_iter().chain(["/admin"]).chain(paths).collect();
    let Some(site) = &context.draft.site else { return };
    let buttons = site.pages.home.buttons.iter().enumerate();
    let buttons = buttons.map(|(i, b)| (format!("/pages/home/buttons/{i}/to"), &b.to));
    let navigation = site.navigation.iter().enumerate();
    let navigation = navigation.map(|(i, item)| (format!("/navigation/{i}/to"), &item.to));
    for (pointer, to) in buttons.chain(navigation) {
        page(&site.document, &pointer, to, &known, found);
    }
}

/// Reports `to` if it isn't one of the pages that may be linked from here.
pub(super) fn page(
    document: &Document,
    pointer: &str,
    to: &str,
    known: &[&str],
    found: &mut Vec<Diagnostic>,
) {
    if !known.contains(&to) {
        let message = format!("no page that can be opened from here has the path {}", shown(to));
        let finding = error_at("unknown-page", document, pointer, &message);
        found.push(offer::value(finding, document, pointer, to, known.iter().copied()));
    }
}

/// Reports paths that would lead to two pages. Flows may share a step, and with it the step's path.
fn taken(document: &Document, flows: &Flows, found: &mut Vec<Diagnostic>) {
    // The step that each path shows; `None` for a flow's first page.
    let mut first: HashMap<&str, (Option<&str>, Place)> = HashMap::new();
    let mut told = HashSet::new();
    let begins = flows.flows.iter().map(|(id, flow)| (format!("/flows/{id}/path"), flow.path.as_str(), None));
    let steps = flows.flows.iter().flat_map(|(id, flow)| {
        flow.steps.indexed().filter_map(move |(index, used)| {
            Some((format!("/flows/{id}/steps/{index}/path"), used.path.as_deref()?, Some(used.step.as_str())))
        })
    });
    for (pointer, path, step) in begins.chain(steps) {
        let place = document.value_at(&pointer);
        let own = OWN
            .iter()
            .any(|own| path.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
        if own {
            let message = format!("the path {} belongs to Callguide itself", shown(path));
            found.push(
                error_at("taken-path", document, &pointer, &message)
                    .help("choose another path that doesn't begin this way"),
            );
        } else if let Some((other, there)) = first.get(path) {
            if (step.is_none() || *other != step) && told.insert(path) {
                let message = format!("another page already has the path {}", shown(path));
                found.push(
                    error_at("taken-path", document, &pointer, &message)
                        .related(there.clone(), "the other one")
                        .help(format!(
                            "give one of the two another path, such as {}",
                            shown(&format!("{path}-2"))
                        )),
                );
            }
        } else {
            first.insert(path, (step, place));
        }
    }
}
