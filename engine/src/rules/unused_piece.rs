//! `unused-piece`: what content declares and nothing uses.

use super::{Context, warning};
use crate::api::site::Ask;
use crate::content::document::child;
use crate::content::model::{Attribute, Named, StepKind};
use crate::content::{Document, Kind};
use crate::diagnostics::Diagnostic;
use crate::text::placeholders::names;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // What names it may be misspelled, or couldn't be read.
    if !context.earlier.is_empty() {
        return;
    }
    let draft = context.draft;
    if let Some(states) = &draft.states {
        let never = draft.site.as_ref().is_some_and(|site| site.region.ask == Ask::Never);
        if never {
            found.push(piece(
                &states.document,
                "/states",
                "site.yaml says `ask: never`, so nobody can choose a state",
                "remove this file, or `ask: never`",
            ));
        }
        let used = used(context);
        attributes(&states.document, "/attributes", "", &states.attributes, &used, found);
        for name in states.link_labels.names() {
            if !states.states.iter().any(|state| state.links.contains(name)) {
                let at = child("/link_labels", name);
                let message = format!("no state has an official link {name}");
                found.push(piece(
                    &states.document,
                    &at,
                    &message,
                    "remove the label, or give states this link",
                ));
            }
        }
    }
    let Some(flows) = &draft.flows else { return };
    let uses = |kind: StepKind| flows.steps.iter().any(|(_, step)| step.kind == kind);
    if let Some(agreement) = draft.agreement.as_ref().filter(|_| !uses(StepKind::Agreement)) {
        let message = "no step of flows.yaml goes over the agreement";
        found.push(piece(
            &agreement.document,
            "/title",
            message,
            "remove the file, or add a step of the kind agreement",
        ));
    }
    for (name, _) in draft.guides.iter().flat_map(|guides| guides.guides.iter()) {
        let used = flows.steps.iter().any(|(_, step)| step.guide.as_deref() == Some(name));
        if let Some(guides) = draft.guides.as_ref().filter(|_| !used) {
            let message = format!("no step of flows.yaml uses the guide {name}");
            found.push(piece(
                &guides.document,
                &child("/guides", name),
                &message,
                "remove it, or name it in a step",
            ));
        }
    }
}

fn piece(document: &Document, pointer: &str, message: &str, help: &str) -> Diagnostic {
    warning("unused-piece", document, pointer, document.key_at(pointer), message).help(help)
}

/// Every dotted path that a condition, a text or an `id_from` names, and keys of conditions.
fn used(context: &Context<'_>) -> Vec<String> {
    let mut used = Vec::new();
    for (kind, document) in context.documents() {
        for (pointer, value) in document.values() {
            let asks = pointer.split('/').any(|part| part == "when");
            if asks && let Some(condition) = value.as_object() {
                used.extend(condition.keys().cloned());
            }
            let Some(text) = value.as_str() else { continue };
            if asks || kind == Kind::DecisionTree && pointer.ends_with("/id_from") {
                used.push(text.to_owned());
            }
            used.extend(names(text).filter_map(|name| name.strip_prefix("state.").map(str::to_owned)));
        }
    }
    used
}

/// An attribute is used with any of its fields, and each field with the whole.
fn attributes(
    document: &Document,
    pointer: &str,
    prefix: &str,
    declared: &Named<Attribute>,
    used: &[String],
    found: &mut Vec<Diagnostic>,
) {
    for (name, _) in declared.iter() {
        let path = format!("{prefix}{name}");
        let inside = format!("{path}.");
        if !used.iter().any(|used| *used == path || used.starts_with(&inside)) {
            let message = format!("nothing asks for the attribute {path}");
            found.push(piece(
                document,
                &child(pointer, name),
                &message,
                "remove it here and from the states, or use it",
            ));
        }
    }
}
