//! Explains keys that don't belong where they are: misnamed, in the wrong place, or indented too far.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Broken;
use serde_json::{Value, json};

use super::document::{Document, child};
use super::kinds::Kind;
use super::schema::{mapping, parent, schema};
use super::whereabouts::whereabouts;
use callguide_search::diagnostics::{Diagnostic, Fix, Place, nearest, shown, suggestion};

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

/// Wraps `value` as if it were the only thing on the path to `at`, and returns it with its new pointer. Every list
/// index in that pointer is 0.
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

/// Returns whether the unknown-key diagnostic already suggests the missing `key`: an unknown key has a similar name, or
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

/// Returns the diagnostic for a key that's indented too far: it isn't allowed where it is, but it is in a mapping
/// around it. `known` are the keys allowed in its own mapping. `None` for any other key.
pub(super) fn too_deep(kind: Kind, document: &Document, pointer: &str, known: &[&str]) -> Option<Diagnostic> {
    let (around, key) = pointer.rsplit_once('/')?;
    let beside = sibling_of(document, around, key, known).or_else(|| {
        key_around(kind, document, around, key).filter(|_| nearest(key, known.iter().copied()).is_none())
    })?;
    indented_too_far(document, around, &[key], beside)
}

/// Returns the diagnostic for keys of the mapping at `around` that are indented too far: they should be next to the key
/// at `beside`. Only neighbors can be moved by one edit.
pub fn indented_too_far(
    document: &Document,
    around: &str,
    keys: &[&str],
    beside: &str,
) -> Option<Diagnostic> {
    let start = |pointer: &str| {
        let at = document.key_at(pointer).span.start;
        at - document.text[..at].rfind('\n').map_or(0, |line| line + 1)
    };
    let (first, last) = (child(around, keys.first()?), child(around, keys.last()?));
    let all = document.value.pointer(around)?.as_object()?.keys().skip_while(|key| *key != keys[0]);
    let are_neighbors = all.zip(keys).all(|(one, other)| one == other);
    let (wanted, given) = (start(beside), column(document, &first)?);
    let less = given.checked_sub(wanted)?;
    let spaces = if wanted == 1 { "1 space".to_owned() } else { format!("{wanted} spaces") };
    let name = shown(beside.rsplit('/').next().unwrap_or_default());
    let (are, lines, below) = match keys {
        [_] => (
            "is indented too far, so it",
            "this line",
            format!(", and remove {less} spaces from each line below that belongs to it"),
        ),
        _ => ("are indented too far, so they", "these lines", String::new()),
    };
    let given: Vec<String> = keys.iter().map(|key| shown(key)).collect();
    let message =
        format!("{}{} {are} became part of {name}", whereabouts(document, around), given.join(" and "));
    let help = format!("begin {lines} with {spaces}, the same as {name}{below}");
    let span = document.key_at(&first).span.start..document.value_at(&last).span.end;
    let place = Place { file: document.name.clone(), span };
    let found = Diagnostic::error("unknown-key", place, message).help(help);
    Some(found.maybe_fix(moved(document, &first, &last, less).filter(|_| are_neighbors)))
}

/// The pointer to the entry that `key` should be next to, if `key` is an entry of the same kind: all the keys
/// inside it are among `known`.
fn sibling_of<'p>(document: &Document, around: &'p str, key: &str, known: &[&str]) -> Option<&'p str> {
    let entry = document.value.pointer(&child(around, key))?.as_object().filter(|entry| !entry.is_empty())?;
    let beside = document.value.pointer(around.rsplit_once('/')?.0)?.as_object()?;
    let is_entry = !beside.contains_key(key) && entry.keys().all(|key| known.contains(&key.as_str()));
    is_entry.then_some(around)
}

/// The pointer to the key that `key` should be next to: the innermost mapping around its own, other than the whole
/// file, that allows this key with this value and doesn't have it yet.
fn key_around<'p>(kind: Kind, document: &Document, around: &'p str, key: &str) -> Option<&'p str> {
    let value = document.value.pointer(&child(around, key))?;
    let mut inner = around;
    while let Some((outer, _)) = inner.rsplit_once('/').filter(|(outer, _)| !outer.is_empty()) {
        let mapping = document.value.pointer(outer)?.as_object();
        if mapping.is_some_and(|mapping| !mapping.contains_key(key)) {
            let (alone, place) = alone(&document.value, &child(outer, key), Some(value.clone()));
            let around = place.rsplit_once('/').map_or("", |(around, _)| around);
            let wrong = |error: ValidationError<'_>| match error.kind() {
                Broken::AdditionalProperties { .. } | Broken::UnevaluatedProperties { .. } => {
                    error.instance_path().as_str() == around
                }
                _ => error.instance_path().as_str().starts_with(&place),
            };
            if !schema(kind).validator.iter_errors(&alone).any(wrong) {
                return Some(inner);
            }
        }
        inner = outer;
    }
    None
}

/// Returns the number of spaces before a key on its line; `None` if there's anything but spaces.
fn column(document: &Document, pointer: &str) -> Option<usize> {
    let start = document.key_at(pointer).span.start;
    let line = document.text[..start].rfind('\n').map_or(0, |at| at + 1);
    document.text[line..start].bytes().all(|byte| byte == b' ').then_some(start - line)
}

/// Removes `less` spaces from each line of the entries from `first` to `last`.
fn moved(document: &Document, first: &str, last: &str, less: usize) -> Option<Fix> {
    let key = document.key_at(first).span.start;
    let start = document.text[..key].rfind('\n').map_or(0, |at| at + 1);
    let end = document.value_at(last).span.end;
    document.outdent(start..end, less).map(|edit| Fix::guess([edit]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checked_value_is_isolated_from_its_siblings() {
        let root =
            json!({ "entries": [{ "id": "a" }, { "id": "b", "x/y": { "z": 1 }, "more": [1] }], "other": 2 });
        let (alone, at) = alone(&root, "/entries/1/x~1y/w", Some(json!(3)));
        assert_eq!(alone, json!({ "entries": [{ "x/y": { "w": 3 } }] }));
        assert_eq!((at.as_str(), alone.pointer(&at)), ("/entries/0/x~1y/w", Some(&json!(3))));
    }
}
