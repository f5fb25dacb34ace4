//! `wrong-attribute`: a state's attributes against their declarations, and its official links.

use serde_json::{Map, Value};

use super::{Context, error};
use crate::content::Document;
use crate::content::document::child;
use crate::content::model::{Attribute, AttributeType, Named};
use crate::diagnostics::{Diagnostic, shown, suggestion, truth};
use crate::readings::day;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.states else { return };
    for (index, state) in file.states.indexed() {
        let pointer = format!("/states/{index}");
        mapping(&file.document, &pointer, &state.attributes, &file.attributes, found);
        for name in state.links.names().filter(|name| !file.link_labels.contains(name)) {
            let at = child(&child(&pointer, "links"), name);
            let message = format!("the official link {} has no label in link_labels", shown(name));
            found.push(
                error("unknown-link", &file.document, &at, file.document.key_at(&at), &message)
                    .maybe_help(suggestion(name, file.link_labels.names())),
            );
        }
    }
}

fn mapping(
    document: &Document,
    pointer: &str,
    given: &Map<String, Value>,
    declared: &Named<Attribute>,
    found: &mut Vec<Diagnostic>,
) {
    for (name, value) in given {
        let at = child(pointer, name);
        match declared.get(name) {
            None if declared.contains(name) => {}
            // Nothing behind a key is told by the schema.
            _ if value.is_null() => {}
            None => {
                let message = format!("no attribute {} is declared", shown(name));
                found.push(
                    error("unknown-attribute", document, &at, document.key_at(&at), &message)
                        .maybe_help(suggestion(name, declared.names())),
                );
            }
            Some(attribute) => typed(document, &at, name, value, attribute, found),
        }
    }
    for (name, attribute) in declared.iter() {
        if attribute.required && !given.contains_key(name) {
            let place = document.value_at(pointer);
            let message = format!("the attribute \"{name}\" is missing");
            let mut finding = error(
                "wrong-attribute",
                document,
                &child(pointer, ""),
                first_line(document, place),
                &message,
            );
            let value = match attribute.kind {
                AttributeType::Boolean => "true` or `false",
                AttributeType::String => "\"…\"",
                AttributeType::Number => "1",
                AttributeType::Date => "2026-10-05",
                AttributeType::List => "[one, another]",
                AttributeType::Object => "{ … }",
            };
            finding.help = Some(format!("add a line with the value that is right: `{name}: {value}`"));
            found.push(finding);
        }
    }
}

fn first_line(document: &Document, mut place: crate::diagnostics::Place) -> crate::diagnostics::Place {
    let text = document.text.get(place.span.clone()).unwrap_or("");
    place.span.end = place.span.start + text.find('\n').unwrap_or(text.len());
    place
}

fn typed(
    document: &Document,
    pointer: &str,
    name: &str,
    value: &Value,
    attribute: &Attribute,
    found: &mut Vec<Diagnostic>,
) {
    let (fits, wanted) = match attribute.kind {
        AttributeType::Boolean => (value.is_boolean(), "true or false"),
        AttributeType::String => (value.is_string(), "a text"),
        AttributeType::Number => (value.is_number(), "a number"),
        AttributeType::Date => (day(value).is_some(), "a day, such as 2026-10-05"),
        AttributeType::List => (value.is_array(), "a list"),
        AttributeType::Object => (value.is_object(), "keys with values"),
    };
    if !fits {
        let message = format!("the attribute \"{name}\" has to be {wanted}");
        let place = document.value_at(pointer);
        let source = document.text.get(place.span.clone()).unwrap_or("").trim_matches(['"', '\'']);
        let help = match (attribute.kind, value) {
            (AttributeType::String, Value::Bool(_) | Value::Number(_)) => {
                Some(format!("write \"{source}\", with quotes"))
            }
            (AttributeType::Boolean, Value::String(text)) => truth(text),
            (AttributeType::Number, Value::String(text)) if text.parse::<f64>().is_ok() => {
                Some(format!("write {text}, without quotes"))
            }
            (AttributeType::List, Value::String(_)) => {
                Some("write it as a list, in brackets: [one, another]".to_owned())
            }
            (AttributeType::Date, _) => Some("write a day behind the colon, such as 2026-10-05".to_owned()),
            _ => Some(format!("write {wanted} behind the colon")),
        };
        found.push(error("wrong-attribute", document, pointer, place, &message).maybe_help(help));
    } else if let (AttributeType::Object, Value::Object(given)) = (attribute.kind, value) {
        mapping(document, pointer, given, &attribute.fields, found);
    }
}
