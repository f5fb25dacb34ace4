//! Guesses what unknown keys are meant to be.

use jsonschema::ValidationError;
use serde_json::{Value, json};

use super::document::{Document, child};
use super::kinds::Kind;
use super::schema::schema;
use callguide_search::diagnostics::{Diagnostic, Fix, shown, suggestion};

/// Returns the `known` keys that aren't used yet and that accept the value of `key`. Validates only that value,
/// without anything next to it, since a file may have thousands of such keys.
pub(super) fn open_to<'k>(
    kind: Kind,
    document: &Document,
    at: &str,
    key: &str,
    known: &[&'k str],
) -> Vec<&'k str> {
    let Some(given) = document.value.pointer(at) else { return Vec::new() };
    let fits = |name: &&str| {
        let (alone, place) = alone(&document.value, &child(at, name), given.get(key).cloned());
        let wrong = |error: ValidationError<'_>| error.instance_path().as_str().starts_with(&place);
        given.get(name).is_none() && !schema(kind).validator.iter_errors(&alone).any(wrong)
    };
    known.iter().copied().filter(fits).collect()
}

/// Wraps `value` as if it were the only thing on the path to `at`, and returns it with its new pointer, in
/// which every list index is 0.
fn alone(root: &Value, at: &str, value: Option<Value>) -> (Value, String) {
    let (around, key) = at.rsplit_once('/').unwrap_or_default();
    let value = value.unwrap_or_default();
    if at.is_empty() {
        return (value, String::new());
    }
    let (value, key) = match root.pointer(around) {
        Some(Value::Array(_)) => (Value::Array(vec![value]), "0"),
        _ => (json!({ key.replace("~1", "/").replace("~0", "~"): value }), key),
    };
    let (value, around) = alone(root, around, Some(value));
    (value, format!("{around}/{key}"))
}

/// Returns a single diagnostic for the unknown keys of a mapping that all have the same possible meanings.
pub(super) fn together(
    document: &Document,
    at: &str,
    here: &str,
    strange: &[&str],
    open: &[&str],
) -> Option<Diagnostic> {
    let place = document.key_at(&child(at, strange.first()?));
    let names = strange.iter().map(|key| shown(key)).collect::<Vec<_>>().join(", ");
    let message = match strange {
        [_] => format!("{here}unknown key {names}"),
        _ => format!("{here}unknown keys {names}"),
    };
    let finding = Diagnostic::error("unknown-key", place, message);
    if strange.len() > 1 && strange.len() == open.len() {
        let edits = strange.iter().zip(open).map(|(key, name)| document.rename(&child(at, key), name));
        let edits: Option<Vec<_>> = edits.collect();
        return Some(
            finding.help(format!("did you mean {}?", open.join(" and "))).maybe_fix(edits.map(Fix::guess)),
        );
    }
    Some(finding.maybe_help(suggestion(strange[0], open.iter().copied())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_has_nothing_beside_it() {
        let root =
            json!({ "entries": [{ "id": "a" }, { "id": "b", "x/y": { "z": 1 }, "more": [1] }], "other": 2 });
        let (alone, at) = alone(&root, "/entries/1/x~1y/w", Some(json!(3)));
        assert_eq!(alone, json!({ "entries": [{ "x/y": { "w": 3 } }] }));
        assert_eq!((at.as_str(), alone.pointer(&at)), ("/entries/0/x~1y/w", Some(&json!(3))));
    }
}
