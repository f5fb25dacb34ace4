//! What a schema says of a value: its description and an example, as help.

use jsonschema::ValidationError;
use serde_json::Value;

use crate::text::placeholders::names;

/// The part of the schema that the failing keyword stands in.
pub(super) fn parent<'a>(schema: &'a Value, error: &ValidationError<'_>) -> Option<&'a Value> {
    let path = error.schema_path().as_str();
    schema.pointer(&path[..path.rfind('/')?])
}

/// The part of the schema that names all keys of the failing mapping: a condition in it may be what fails.
pub(super) fn mapping<'a>(schema: &'a Value, error: &ValidationError<'_>) -> Option<&'a Value> {
    let mut path = error.schema_path().as_str();
    while let Some(end) = path.rfind('/') {
        path = &path[..end];
        let here = schema.pointer(path)?;
        if here.get("properties").is_some() && here.get("additionalProperties").is_some() {
            return Some(here);
        }
    }
    None
}

/// The part of the schema that describes the failing value: of several demands on it, the part that has them all.
fn described<'a>(schema: &'a Value, error: &ValidationError<'_>) -> Option<&'a Value> {
    let path = error.schema_path().as_str();
    let (part, _) = path.rsplit_once('/')?;
    match part.rsplit_once("/allOf/") {
        Some((whole, _)) if schema.pointer(part)?.get("description").is_none() => schema.pointer(whole),
        _ => schema.pointer(part),
    }
}

/// What the schema says of a key of the failing mapping, which a condition may demand.
fn property<'a>(schema: &'a Value, error: &ValidationError<'_>, key: &str) -> Option<&'a Value> {
    let here = [parent(schema, error), mapping(schema, error)];
    here.into_iter()
        .find_map(|here| here?.get("properties")?.get(key).filter(|property| property.is_object()))
}

/// What the schema says of the failing value, or of one of its keys: the help that an editor shows.
pub(super) fn about(schema: &Value, error: &ValidationError<'_>, key: &str) -> Option<String> {
    let here = if key.is_empty() {
        described(schema, error)?
    } else {
        resolved(schema, property(schema, error, key)?)
    };
    let what = here.get("description")?.as_str()?;
    Some(match example(here).filter(|_| key.is_empty()) {
        Some(example) => format!("{what} For example: {example}"),
        None => what.to_owned(),
    })
}

/// The line to add for a key that is missing, with what it means.
pub(super) fn add_line(schema: &Value, error: &ValidationError<'_>, key: &str) -> Option<String> {
    let what = about(schema, error, key)?;
    let property = property(schema, error, key)?;
    let example = example(property).or_else(|| example(resolved(schema, property)));
    let what = what.trim_end_matches('.');
    // An example that can be copied would be taken for what is right.
    Some(match example.filter(|example| !example.contains("://")) {
        Some(example) => {
            format!("add `{key}: …` ({what}; for example, {example})")
        }
        None => format!("add `{key}:` and what belongs to it ({what})"),
    })
}

/// Whether a text has a placeholder that the schema's example of it hasn't: the rule for placeholders says what it can be.
pub(super) fn has_other_placeholders(schema: &Value, error: &ValidationError<'_>) -> bool {
    let example = described(schema, error).and_then(example).unwrap_or_default();
    let known: Vec<&str> = names(&example).collect();
    !known.is_empty()
        && error.instance().as_str().is_some_and(|text| names(text).any(|name| !known.contains(&name)))
}

/// A short example of a schema, as it would be typed.
fn example(schema: &Value) -> Option<String> {
    let text = match schema.get("examples")?.as_array()?.iter().find(|example| !example.is_object())? {
        list @ Value::Array(items) if items.iter().all(Value::is_string) => {
            list.to_string().replace("\",\"", "\", \"")
        }
        Value::Array(_) => return None,
        scalar => scalar.to_string(),
    };
    (text.len() <= 60).then_some(text)
}

fn resolved<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    if schema.get("description").is_some() {
        return schema;
    }
    schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|reference| root.pointer(reference.strip_prefix('#')?))
        .unwrap_or(schema)
}
