//! `unknown-value`: an attribute that's compared with, or has, a value that it can't have.

use serde_json::Value;

use super::attributes::{Given, written};
use super::context::Context;
use super::findings::error_at;
use super::offer;
use super::when::{Says, Word};
use crate::content::Document;
use crate::content::document::item;
use crate::content::model::{Attribute, AttributeType, Named};
use crate::readings::declaration;
use callguide_search::diagnostics::{Diagnostic, shown, suggestion};

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
                // If the declaration has a mistake, only that is reported, not its consequences.
                let declared = format!("/attributes/{}", path.replace('.', "/fields/"));
                if context.draft.states.as_ref().is_some_and(|f| context.told_at(&f.document, &declared)) {
                    continue;
                }
                let all = match value {
                    Value::Array(values) => {
                        let values = values.iter().enumerate();
                        values.map(|(index, value)| (item(pointer, index), value)).collect()
                    }
                    one => vec![(pointer.clone(), *one)],
                };
                found.extend(all.into_iter().filter_map(|(pointer, value)| {
                    compared(&Given { document, pointer, name: path, value, attribute })
                }));
            }
            _ => {}
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
    let message = format!("the attribute {} isn't a date", shown(path));
    let finding = error_at("unknown-value", document, pointer, &message)
        .help(format!("declare it as `{path}: {{ type: date }}` in states.yaml"));
    found.push(offer::value(finding, document, pointer, path, dates.iter().map(String::as_str)));
}

/// Reports what's wrong with a value that a condition compares an attribute with.
fn compared(given: &Given<'_>) -> Option<Diagnostic> {
    let Given { document, pointer, name, value, attribute } = given;
    // A value that isn't a single one has its own finding.
    if value.is_object() || value.is_array() || value.is_null() {
        return None;
    }
    let (fits, is) = given.fits();
    if fits {
        return given.unknown();
    }
    let is = if attribute.kind == AttributeType::Object { "a group of fields" } else { is };
    let otherwise = || match attribute.kind {
        AttributeType::List => format!("check whether there is one: `has: {name}`"),
        AttributeType::Object => {
            let fields: Vec<String> =
                attribute.fields.names().map(|field| format!("{name}.{field}")).collect();
            suggestion("", fields.iter().map(String::as_str)).unwrap_or_default()
        }
        _ => format!("write {is}"),
    };
    let (help, fix) = given.retyped().unwrap_or_else(|| (otherwise(), None));
    let message = format!("the attribute {} is {is}, so it never equals {}", shown(name), written(value));
    Some(error_at("unknown-value", document, pointer, &message).help(help).maybe_fix(fix))
}
