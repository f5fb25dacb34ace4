//! Keys that belong somewhere else or are present under another name.

use jsonschema::ValidationError;
use serde_json::Value;

use super::Document;
use super::schema_words::{mapping, parent};
use super::whereabouts::whereabouts;
use callguide_search::diagnostics::{Diagnostic, Fix, nearest};

/// Returns the diagnostic for a key inside a `when` that should be next to it.
pub fn belongs_beside(document: &Document, pointer: &str) -> Diagnostic {
    let key = pointer.rsplit('/').next().unwrap_or_default();
    let here = whereabouts(document, pointer);
    let message = format!("{here}`{key}` belongs next to `when`, not in it");
    Diagnostic::error("unknown-key", document.key_at(pointer), message)
        .help(format!("move `{key}:` after everything in `when:`, at the same level as `when:`"))
        .maybe_fix(document.move_beside(pointer).map(Fix::guess))
}

/// Returns the required keys missing from the mapping that failed validation.
pub fn missing<'a>(
    schema: &'a Value,
    error: &ValidationError<'_>,
    known: &[&'a str],
    unexpected: &[String],
) -> Vec<&'a str> {
    let required = parent(schema, error).and_then(|s| s.get("required")?.as_array());
    let lacks = |key: &&str| {
        error.instance().get(key).is_none()
            && known.contains(key)
            && !unexpected.iter().any(|given| given == key)
    };
    required.into_iter().flatten().filter_map(Value::as_str).filter(lacks).collect()
}

/// Whether the unknown-key diagnostic already suggests the missing `key`: an unknown key has a similar name, or
/// exactly one key is unknown and exactly one is missing.
pub fn renamed(schema: &Value, error: &ValidationError<'_>, key: &str) -> bool {
    let Some(here) = mapping(schema, error) else { return false };
    let (Some(properties), Some(given)) =
        (here.get("properties").and_then(Value::as_object), error.instance().as_object().cloned())
    else {
        return false;
    };
    if here.get("additionalProperties") != Some(&Value::Bool(false)) {
        return false;
    }
    let unexpected: Vec<&str> =
        given.keys().map(String::as_str).filter(|key| !properties.contains_key(*key)).collect();
    let known = || properties.keys().map(String::as_str);
    let required = here.get("required").and_then(Value::as_array).into_iter().flatten();
    let lacks = required.filter_map(Value::as_str).filter(|key| !given.contains_key(*key)).count();
    unexpected.iter().any(|name| nearest(name, known()) == Some(key))
        || (unexpected.len() == 1 && lacks == 1 && nearest(unexpected[0], known()).is_none())
}
