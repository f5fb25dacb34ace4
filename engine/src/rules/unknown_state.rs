//! `unknown-state` and `unknown-attribute`: what conditions and checks name.

use serde_json::Value;

use super::{Context, earlier_answers, error, error_at, unknown_value};
use crate::content::document::{child, item};
use crate::content::model::{Attribute, AttributeType, Named, States, WORDS};
use crate::content::{Document, Kind};
use crate::diagnostics::{Diagnostic, shown, suggestion};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A helpline without regions has no attributes, but may name some.
    let none = States::default();
    let states = context.draft.states.as_deref().unwrap_or(&none);
    for (kind, document) in context.documents() {
        if !matches!(kind, Kind::States | Kind::DecisionTree | Kind::Faq | Kind::ChecksPaths) {
            continue;
        }
        for (pointer, value) in document.values() {
            if pointer.ends_with("/when") {
                condition(document, &pointer, value, (context, states), found);
            }
        }
    }
    if let Some(tree) = &context.draft.tree {
        for (id, solution) in tree.solutions.iter() {
            if let Some(path) = &solution.id_from {
                let pointer = format!("/solutions/{id}/id_from");
                known_attribute(&tree.document, &pointer, false, path, states, found);
            }
        }
    }
    if let Some(checks) = &context.draft.path_checks {
        for (index, check) in checks.paths.indexed() {
            for (place, code) in check.states.iter().flatten().enumerate() {
                let pointer = item(&child(&item("/paths", index), "states"), place);
                state(&checks.document, &pointer, code, context, found);
            }
        }
    }
}

fn condition(
    document: &Document,
    pointer: &str,
    value: &Value,
    (context, states): (&Context<'_>, &States),
    found: &mut Vec<Diagnostic>,
) {
    for (key, value) in value.as_object().into_iter().flatten() {
        let at = child(pointer, key);
        match (key.as_str(), value) {
            ("state", Value::Array(codes)) => {
                for (index, code) in codes.iter().enumerate() {
                    if let Some(code) = code.as_str() {
                        state(document, &item(&at, index), code, context, found);
                    }
                }
            }
            ("has", Value::String(path)) => known_attribute(document, &at, false, path, states, found),
            ("past" | "before", Value::String(path)) => {
                known_attribute(document, &at, false, path, states, found);
                unknown_value::dated(document, &at, path, states, found);
            }
            ("all" | "any", Value::Array(parts)) => {
                for (index, part) in parts.iter().enumerate() {
                    condition(document, &item(&at, index), part, (context, states), found);
                }
            }
            ("not", part) => condition(document, &at, part, (context, states), found),
            (word, _) if WORDS.contains(&word) => {}
            (path, value) => {
                known_attribute(document, &at, true, path, states, found);
                unknown_value::asked(document, &at, path, value, states, found);
            }
        }
    }
}

fn state(document: &Document, pointer: &str, code: &str, context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if knows(context, code) {
        return;
    }
    let regions = &context.draft.regions;
    // Someone who writes a name means its code.
    let by_name = regions.iter().find(|s| s.name.eq_ignore_ascii_case(code));
    let help = match by_name {
        Some(state) => Some(format!("write its code, {}", state.code)),
        None => suggestion(code, regions.iter().map(|s| s.code.as_str())),
    };
    let message = format!("there is no state with the code {}", shown(code));
    found.push(error_at("unknown-state", document, pointer, &message).maybe_help(help));
}

/// Whether a state has this code, also one that could not be read for another reason.
fn knows(context: &Context<'_>, code: &str) -> bool {
    let listed =
        context.draft.states.as_ref().and_then(|states| states.document.value.get("states")?.as_array());
    let mut listed = listed.into_iter().flatten().filter_map(|state| state.get("code")?.as_str());
    listed.any(|other| other == code) || context.draft.regions.iter().any(|state| state.code == code)
}

/// Whether a condition names only states and attributes that are there: one that doesn't has a
/// finding of its own, and what it matches means nothing.
pub(super) fn sound(when: &Value, context: &Context<'_>) -> bool {
    let Some(states) = context.draft.states.as_deref() else { return true };
    when.as_object().is_some_and(|parts| {
        parts.iter().all(|(key, value)| match (key.as_str(), value) {
            ("state", Value::Array(codes)) => {
                codes.iter().all(|code| code.as_str().is_some_and(|code| knows(context, code)))
            }
            ("has" | "past" | "before", Value::String(path)) => declared(&states.attributes, path),
            ("all" | "any", Value::Array(parts)) => parts.iter().all(|part| sound(part, context)),
            ("not", part) => sound(part, context),
            ("answered", value) => earlier_answers::sound(value, context),
            (word, _) if WORDS.contains(&word) => false,
            (path, value) => declared(&states.attributes, path) && unknown_value::fits(path, value, states),
        })
    })
}

fn known_attribute(
    document: &Document,
    pointer: &str,
    is_key: bool,
    path: &str,
    states: &States,
    found: &mut Vec<Diagnostic>,
) {
    if declared(&states.attributes, path) {
        return;
    }
    let place = if is_key { document.key_at(pointer) } else { document.value_at(pointer) };
    let known = paths(&states.attributes, "");
    let words = if is_key { &WORDS[..] } else { &[] };
    let candidates = known.iter().map(String::as_str).chain(words.iter().copied());
    let message = format!("no attribute {} is declared in states.yaml", shown(path));
    found.push(
        error("unknown-attribute", document, pointer, place, &message)
            .maybe_help(suggestion(path, candidates)),
    );
}

/// Whether a dotted path is among the declared attributes.
pub(super) fn declared(attributes: &Named<Attribute>, path: &str) -> bool {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    if !attributes.contains(first) {
        return false;
    }
    match attributes.get(first) {
        // Unreadable: its own finding says why.
        None => true,
        Some(attribute) => rest.is_empty() || declared(&attribute.fields, rest),
    }
}

/// The declaration of a dotted path.
pub(super) fn attribute<'a>(attributes: &'a Named<Attribute>, path: &str) -> Option<&'a Attribute> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let found = attributes.get(first)?;
    if rest.is_empty() { Some(found) } else { attribute(&found.fields, rest) }
}

/// Whether the values of an attribute can be read in a text.
pub(super) fn in_words(attribute: &Attribute) -> bool {
    !matches!(attribute.kind, AttributeType::Boolean | AttributeType::Object)
}

/// Every declared path.
pub(super) fn paths(attributes: &Named<Attribute>, prefix: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (name, attribute) in attributes.iter() {
        let path = format!("{prefix}{name}");
        out.extend(paths(&attribute.fields, &format!("{path}.")));
        out.push(path);
    }
    out
}
