//! The compiled schemas: whether a change would fit one, and what its descriptions and examples say about a value.

use std::sync::OnceLock;

use jsonschema::{PatternOptions, ValidationError, Validator};
use serde_json::Value;

use super::document::Document;
use super::kinds::Kind;
use super::without::require_all;
use callguide_search::text::placeholders::names;

/// A kind's schema, compiled when its first file is checked.
pub(super) struct Schema {
    pub(super) value: Value,
    pub(super) validator: Validator,
}

pub(super) fn schema(kind: Kind) -> &'static Schema {
    static SCHEMAS: [OnceLock<Schema>; Kind::ALL.len()] = [const { OnceLock::new() }; Kind::ALL.len()];
    SCHEMAS[kind as usize].get_or_init(|| {
        let mut value: Value =
            serde_json::from_str(kind.schema()).expect("schemas are JSON: a test reads each");
        require_all(&mut value);
        let validator = jsonschema::options()
            .offline()
            .should_validate_formats(true)
            .should_ignore_unknown_formats(false)
            .with_pattern_options(PatternOptions::regex())
            .build(&value)
            .expect("schemas compile: a test compiles each");
        Schema { value, validator }
    })
}

/// Compiles all schemas that aren't compiled yet, so that the first file doesn't have to wait for them.
pub fn compile_schemas() {
    for kind in Kind::ALL {
        schema(kind);
    }
}

/// Returns the keys that a file of this kind can have.
pub fn keys_of(kind: Kind) -> impl Iterator<Item = &'static str> {
    let keys = schema(kind).value.get("properties").and_then(Value::as_object);
    keys.into_iter().flatten().map(|(key, _)| key.as_str())
}

/// Returns whether the entry at `pointer` can be removed without adding schema errors for its parent.
pub fn may_go(kind: Kind, document: &Document, pointer: &str) -> bool {
    let Some((parent, last)) = pointer.rsplit_once('/') else { return false };
    let mut without = document.value.clone();
    match without.pointer_mut(parent) {
        Some(Value::Object(entries)) => {
            drop(entries.shift_remove(&last.replace("~1", "/").replace("~0", "~")))
        }
        Some(Value::Array(items)) => match last.parse::<usize>() {
            Ok(index) if index < items.len() => drop(items.remove(index)),
            _ => return false,
        },
        _ => return false,
    }
    let lacking = |value: &Value| {
        let at = |error: &ValidationError<'_>| error.instance_path().as_str() == parent;
        schema(kind).validator.iter_errors(value).filter(at).count()
    };
    lacking(&without) <= lacking(&document.value)
}

/// Returns whether the key at `pointer`, which is inside a `when`, can be moved next to that `when` without adding
/// schema errors there.
pub fn may_stand_beside(kind: Kind, document: &Document, pointer: &str) -> bool {
    let Some((when, key)) = pointer.rsplit_once('/') else { return false };
    let Some(around) = when.strip_suffix("/when") else { return false };
    let mut moved = document.value.clone();
    let value = moved.pointer_mut(when).and_then(|when| when.as_object_mut()?.shift_remove(key));
    let Some(Value::Object(entries)) = moved.pointer_mut(around) else { return false };
    entries.insert(key.to_owned(), value.unwrap_or_default());
    let broken = |value: &Value| {
        let inside = |error: &ValidationError<'_>| {
            let at = error.instance_path().as_str();
            at == around || at == format!("{around}/{key}")
        };
        schema(kind).validator.iter_errors(value).filter(inside).count()
    };
    broken(&moved) <= broken(&document.value)
}

/// Returns the subschema that contains the failing keyword.
pub(super) fn parent<'a>(schema: &'a Value, error: &ValidationError<'_>) -> Option<&'a Value> {
    let path = error.schema_path().as_str();
    schema.pointer(&path[..path.rfind('/')?])
}

/// Returns the subschema that lists all keys of the failing mapping, since the failing keyword may be in a
/// conditional part of it.
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

/// Returns the subschema that describes the failing value. If that's a branch of an `allOf` without a
/// description, returns the schema around it.
fn described<'a>(schema: &'a Value, error: &ValidationError<'_>) -> Option<&'a Value> {
    let path = error.schema_path().as_str();
    let (part, _) = path.rsplit_once('/')?;
    match part.rsplit_once("/allOf/") {
        Some((whole, _)) if schema.pointer(part)?.get("description").is_none() => schema.pointer(whole),
        _ => schema.pointer(part),
    }
}

/// Returns the subschema for a key of the failing mapping, even if only a condition requires it.
fn property<'a>(schema: &'a Value, error: &ValidationError<'_>, key: &str) -> Option<&'a Value> {
    let here = [parent(schema, error), mapping(schema, error)];
    here.into_iter()
        .find_map(|here| here?.get("properties")?.get(key).filter(|property| property.is_object()))
}

/// Returns the schema's description of the failing value or of one of its keys, the same help that an editor
/// shows.
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

/// Returns what the description of the failing value says about one of the values it can have: `text (a message)` or
/// `text: a message.`
pub(super) fn meaning<'a>(schema: &'a Value, error: &ValidationError<'_>, value: &str) -> Option<&'a str> {
    let what = described(schema, error)?.get("description")?.as_str()?;
    let (_, rest) = [" (", ": "].iter().find_map(|sign| what.split_once(&format!("{value}{sign}")))?;
    let what = rest.split([')', ';']).next()?.split(". ").next()?;
    Some(what.trim_end_matches('.'))
}

/// Returns the line to add for a missing key, and what it means.
pub(super) fn add_line(schema: &Value, error: &ValidationError<'_>, key: &str) -> Option<String> {
    let what = about(schema, error, key)?;
    let property = property(schema, error, key)?;
    let example = example(property).or_else(|| example(resolved(schema, property)));
    let what = what.trim_end_matches('.');
    // People would copy an example URL as if it were the right one.
    Some(match example.filter(|example| !example.contains("://")) {
        Some(example) => {
            format!("add `{key}: …` ({what}; for example, {example})")
        }
        None => format!("add `{key}:` and its value ({what})"),
    })
}

/// Returns whether the failing text contains a placeholder that the schema's example lacks. The rule for placeholders
/// reports such text.
pub(super) fn has_other_placeholders(schema: &Value, error: &ValidationError<'_>) -> bool {
    let example = described(schema, error).and_then(example).unwrap_or_default();
    let known: Vec<&str> = names(&example).collect();
    !known.is_empty()
        && error.instance().as_str().is_some_and(|text| names(text).any(|name| !known.contains(&name)))
}

/// Returns a short example from the schema, as it would be typed.
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
    let described = schema.get("description").is_some();
    target(root, schema).filter(|_| !described).unwrap_or(schema)
}

/// Returns the subschema that this one refers to.
pub(super) fn target<'a>(root: &'a Value, schema: &Value) -> Option<&'a Value> {
    root.pointer(schema.get("$ref")?.as_str()?.strip_prefix('#')?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_compiles_and_describes_itself() {
        for kind in Kind::ALL {
            let schema = schema(kind);
            assert!(schema.value.get("description").is_some(), "{kind:?}");
        }
    }
}
