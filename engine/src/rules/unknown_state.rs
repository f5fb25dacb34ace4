//! `unknown-state` and `unknown-attribute`: what conditions and checks name.

use serde_json::Value;

use super::when::{Says, Word};
use super::{Context, error, error_at};
use crate::content::document::{child, item};
use crate::content::model::{Attribute, AttributeType, Named, States, WORDS};
use crate::content::{Document, File, Kind};
use crate::diagnostics::{Diagnostic, nearest, shown, suggestion};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(states) = context.states() else { return };
    for Word { document, kind, pointer, says } in context.words() {
        match says {
            Says::State(code) => state(context, document, pointer, code, found),
            Says::Has(path) | Says::Dated(path) => {
                known_attribute(context, document, pointer, Vec::new(), path, states, found);
            }
            Says::Equals(path, value) => {
                let words =
                    WORDS.into_iter().filter(|word| *kind == Kind::DecisionTree || *word != "answered");
                known_attribute(context, document, pointer, words.collect(), path, states, found);
                if declared(&states.attributes, path) && value.is_object() {
                    let message =
                        "a condition compares with true or false, a text or a number, or a list of them";
                    found.push(
                        error_at("wrong-type", document, pointer, message)
                            .help("write a field of it with a dot: `NAME.FIELD: VALUE`"),
                    );
                }
            }
            Says::Answered(_) => {}
        }
    }
    if let Some(tree) = &context.draft.tree {
        for (id, solution) in tree.solutions.iter() {
            if let Some(path) = &solution.id_from {
                let pointer = format!("/solutions/{id}/id_from");
                known_attribute(context, &tree.document, &pointer, Vec::new(), path, states, found);
            }
        }
    }
    if let Some(checks) = &context.draft.path_checks {
        for (index, check) in checks.paths.indexed() {
            for (place, code) in check.states.iter().flatten().enumerate() {
                let pointer = item(&child(&item("/paths", index), "states"), place);
                state(context, &checks.document, &pointer, code, found);
            }
        }
    }
}

fn state(context: &Context<'_>, document: &Document, pointer: &str, code: &str, found: &mut Vec<Diagnostic>) {
    let message = format!("there is no state with the code {}", shown(code));
    let Some(states) = &context.draft.states else {
        found.push(
            error_at("unknown-state", document, pointer, &message)
                .help("remove this: site.yaml says that no state is asked for"),
        );
        return;
    };
    if knows(states, code) {
        return;
    }
    let codes = || states.states.iter().map(|s| s.code.as_str());
    // Someone who writes a name means its code.
    let by_name = states.states.iter().find(|s| s.name.eq_ignore_ascii_case(code));
    let help = match by_name {
        Some(state) => Some(format!("write its code, {}", state.code)),
        None => suggestion(code, codes()),
    };
    found.push(error_at("unknown-state", document, pointer, &message).maybe_help(help));
}

/// Whether a state has this code, also one that could not be read for another reason.
fn knows(states: &File<States>, code: &str) -> bool {
    let listed = states.document.value.get("states").and_then(Value::as_array);
    listed.is_some_and(|all| all.iter().any(|state| state.get("code").and_then(Value::as_str) == Some(code)))
}

/// Whether the attribute at a path is declared; where its name is a key, it may stand for one of `words`.
fn known_attribute(
    context: &Context<'_>,
    document: &Document,
    pointer: &str,
    words: Vec<&str>,
    path: &str,
    states: &States,
    found: &mut Vec<Diagnostic>,
) {
    if declared(&states.attributes, path) {
        return;
    }
    let place = if words.is_empty() { document.value_at(pointer) } else { document.key_at(pointer) };
    let known = paths(&states.attributes, "");
    let (message, help) = if context.draft.states.is_none() && nearest(path, words.iter().copied()).is_none()
    {
        (
            format!("there is no attribute {}", shown(path)),
            "remove this: site.yaml says that no state is asked for".to_owned(),
        )
    } else {
        let help = suggestion(path, known.iter().map(String::as_str).chain(words))
            .unwrap_or_else(|| "remove this, or declare the attribute in states.yaml".to_owned());
        (format!("no attribute {} is declared in states.yaml", shown(path)), help)
    };
    found.push(error("unknown-attribute", document, pointer, place, &message).help(help));
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
