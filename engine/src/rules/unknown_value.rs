//! `unknown-value`: a value that an attribute can't have, in a condition or in a state.

use serde_json::Value;

use super::unknown_state::attribute;
use super::{Context, error_at};
use crate::content::Document;
use crate::content::document::{child, item};
use crate::content::model::{Attribute, AttributeType, Named, States};
use crate::diagnostics::{Diagnostic, shown, suggestion, truth};

const RULE: &str = "unknown-value";

/// The values that states have. Those of conditions are looked at where conditions are.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.states else { return };
    for (index, state) in file.states.indexed() {
        let values = state.attributes.iter();
        for (name, value) in values {
            of_state(
                &file.document,
                &child(&item("/states", index), name),
                name,
                value,
                &file.attributes,
                found,
            );
        }
    }
}

fn of_state(
    document: &Document,
    pointer: &str,
    name: &str,
    value: &Value,
    declared: &Named<Attribute>,
    found: &mut Vec<Diagnostic>,
) {
    let Some(attribute) = declared.get(name) else { return };
    match value {
        Value::Object(fields) => {
            for (field, value) in fields {
                of_state(document, &child(pointer, field), field, value, &attribute.fields, found);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                among(document, &item(pointer, index), name, value, attribute, found);
            }
        }
        value => among(document, pointer, name, value, attribute, found),
    }
}

/// A value, or the list of values, that a condition compares the attribute at `path` with.
pub(super) fn asked(
    document: &Document,
    pointer: &str,
    path: &str,
    value: &Value,
    states: &States,
    found: &mut Vec<Diagnostic>,
) {
    let Some(attribute) = attribute(&states.attributes, path) else { return };
    let mut one = |pointer: &str, value: &Value| match wanted(attribute) {
        Some((wanted, fits)) if !fits(value) => {
            let message = format!("{} is never {}, it's {wanted}", path, written(value));
            let help = match value {
                Value::String(text) if attribute.kind == AttributeType::Boolean => truth(text),
                Value::Bool(_) | Value::Number(_) => {
                    Some(format!("write \"{}\", with quotes", written(value)))
                }
                _ => None,
            };
            found.push(error_at(RULE, document, pointer, &message).maybe_help(help));
        }
        _ => among(document, pointer, path, value, attribute, found),
    };
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| one(&item(pointer, index), value))
        }
        value => one(pointer, value),
    }
}

/// `past` and `before` ask for a date.
pub(super) fn dated(
    document: &Document,
    pointer: &str,
    path: &str,
    states: &States,
    found: &mut Vec<Diagnostic>,
) {
    if attribute(&states.attributes, path).is_some_and(|attribute| attribute.kind != AttributeType::Date) {
        let message = format!("{} is no date", shown(path));
        let dates = super::unknown_state::paths(&states.attributes, "");
        let dates = dates.iter().map(String::as_str).filter(|path| {
            attribute(&states.attributes, path).is_some_and(|attribute| attribute.kind == AttributeType::Date)
        });
        let help = suggestion(path, dates).or_else(|| {
            Some("name an attribute of `type: date`; it is declared at the top of states.yaml".to_owned())
        });
        found.push(error_at(RULE, document, pointer, &message).maybe_help(help));
    }
}

/// Whether an attribute can have the value, or each of the list.
pub(super) fn fits(path: &str, value: &Value, states: &States) -> bool {
    let Some(attribute) = attribute(&states.attributes, path) else { return true };
    let one = |value: &Value| {
        wanted(attribute).is_none_or(|(_, fits)| fits(value))
            && attribute.values.as_ref().is_none_or(|values| values.contains(value))
    };
    match value {
        Value::Array(items) => items.iter().all(one),
        value => one(value),
    }
}

/// Whether a value is of a type.
type IsOfType = fn(&Value) -> bool;

/// What values of an attribute are, and how they're known; `None` where any may be meant.
fn wanted(attribute: &Attribute) -> Option<(&'static str, IsOfType)> {
    match attribute.kind {
        AttributeType::Boolean => Some(("true or false", Value::is_boolean)),
        AttributeType::String | AttributeType::Date => Some(("a text", Value::is_string)),
        AttributeType::Number => Some(("a number", Value::is_number)),
        AttributeType::List | AttributeType::Object => None,
    }
}

fn among(
    document: &Document,
    pointer: &str,
    name: &str,
    value: &Value,
    attribute: &Attribute,
    found: &mut Vec<Diagnostic>,
) {
    let Some(values) = attribute.values.as_ref().filter(|values| !values.contains(value)) else { return };
    let values: Vec<String> = values.iter().map(written).collect();
    let message = format!("{name} can't be {}", shown(&written(value)));
    found.push(
        error_at(RULE, document, pointer, &message)
            .maybe_help(suggestion(&written(value), values.iter().map(String::as_str))),
    );
}

fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
