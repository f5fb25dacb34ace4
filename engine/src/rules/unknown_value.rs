//! `unknown-value`: an attribute is compared with, or has, what it can't be.

use serde_json::{Map, Value};

use super::attributes::{fits, retyped};
use super::when::{Says, Word};
use super::{Context, error_at, offer};
use crate::content::Document;
use crate::content::document::{child, item};
use crate::content::model::{Attribute, AttributeType, Named};
use crate::diagnostics::{Diagnostic, shown, suggestion};
use crate::readings::declaration;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(states) = context.states() else { return };
    for Word { document, pointer, says, .. } in context.words() {
        match says {
            Says::Dated(path) => {
                let declared = declaration(&states.attributes, path);
                if declared.is_some_and(|attribute| attribute.kind != AttributeType::Date) {
                    dated(document, pointer, path, &states.attributes, found);
                }
            }
            Says::Equals(path, value) => {
                let Some(attribute) = declaration(&states.attributes, path) else { continue };
                // Where the declaration has a mistake, that is told, and what follows from it is not.
                let declared = format!("/attributes/{}", path.replace('.', "/fields/"));
                if context.draft.states.as_ref().is_some_and(|f| context.told_at(&f.document, &declared)) {
                    continue;
                }
                match value {
                    Value::Array(values) => {
                        for (index, value) in values.iter().enumerate() {
                            compared(document, &item(pointer, index), path, value, attribute, found);
                        }
                    }
                    one => compared(document, pointer, path, one, attribute, found),
                }
            }
            _ => {}
        }
    }
    if let Some(file) = &context.draft.states {
        for (index, state) in file.states.indexed() {
            let declared = ("/attributes", &file.attributes);
            given(context, &file.document, &item("/states", index), &state.attributes, declared, found);
        }
    }
}

fn dated(
    document: &Document,
    pointer: &str,
    path: &str,
    attributes: &Named<Attribute>,
    found: &mut Vec<Diagnostic>,
) {
    let dates: Vec<String> = super::unknown_state::paths(attributes, "")
        .into_iter()
        .filter(|path| declaration(attributes, path).is_some_and(|a| a.kind == AttributeType::Date))
        .collect();
    let message = format!("the attribute {} is no date", shown(path));
    let finding = error_at("unknown-value", document, pointer, &message)
        .help(format!("declare it as `{path}: {{ type: date }}` in states.yaml"));
    found.push(offer::value(finding, document, pointer, path, dates.iter().map(String::as_str)));
}

/// A value that a condition compares an attribute with.
fn compared(
    document: &Document,
    pointer: &str,
    path: &str,
    value: &Value,
    attribute: &Attribute,
    found: &mut Vec<Diagnostic>,
) {
    // What is no single value has a finding of its own.
    if value.is_object() || value.is_array() || value.is_null() {
        return;
    }
    let (fits, is) = match fits(attribute.kind, value) {
        (_, _) if attribute.kind == AttributeType::Object => (false, "several fields"),
        judged => judged,
    };
    if fits {
        one_of(document, pointer, path, value, attribute, found);
        return;
    }
    let otherwise = || match attribute.kind {
        AttributeType::List => format!("ask whether there is one, `has: {path}`"),
        AttributeType::Object => {
            let fields: Vec<String> =
                attribute.fields.names().map(|field| format!("{path}.{field}")).collect();
            suggestion("", fields.iter().map(String::as_str)).unwrap_or_default()
        }
        _ => format!("write {is}"),
    };
    let (help, fix) =
        retyped(document, pointer, attribute.kind, value).unwrap_or_else(|| (otherwise(), None));
    let message = format!("the attribute {} is {is}, and never the same as {}", shown(path), written(value));
    found.push(error_at("unknown-value", document, pointer, &message).help(help).maybe_fix(fix));
}

/// The attributes of a state; those of a wrong type have a finding of their own.
fn given(
    context: &Context<'_>,
    document: &Document,
    pointer: &str,
    given_: &Map<String, Value>,
    (declarations, declared): (&str, &Named<Attribute>),
    found: &mut Vec<Diagnostic>,
) {
    for (name, attribute) in declared.iter() {
        let (at, declaration) = (child(pointer, name), child(declarations, name));
        if context.told_at(document, &declaration) {
            continue;
        }
        match (attribute.kind, given_.get(name)) {
            (AttributeType::List, Some(Value::Array(values))) => {
                for (index, value) in values.iter().enumerate() {
                    one_of(document, &item(&at, index), name, value, attribute, found);
                }
            }
            (AttributeType::Object, Some(Value::Object(fields))) => {
                let inside = (child(&declaration, "fields"), &attribute.fields);
                given(context, document, &at, fields, (&inside.0, inside.1), found);
            }
            (AttributeType::String, Some(value @ Value::String(_)))
            | (AttributeType::Number, Some(value @ Value::Number(_))) => {
                one_of(document, &at, name, value, attribute, found);
            }
            _ => {}
        }
    }
}

/// Whether a value is among those that are declared.
fn one_of(
    document: &Document,
    pointer: &str,
    name: &str,
    value: &Value,
    attribute: &Attribute,
    found: &mut Vec<Diagnostic>,
) {
    let Some(values) = attribute.values.as_ref().filter(|values| !values.contains(value)) else { return };
    let all: Vec<String> = values.iter().map(plain).collect();
    let message = format!("{} is none of the values of the attribute {}", written(value), shown(name));
    let finding = error_at("unknown-value", document, pointer, &message);
    let all = all.iter().map(String::as_str);
    found.push(offer::with(finding, &plain(value), all, |near| {
        // Numbers are no words with slips in them.
        document.write(pointer, near).filter(|_| value.is_string())
    }));
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), shown)
}
