//! Explains keys that don't belong where they are: misnamed, in the wrong place, or indented too far.

use jsonschema::ValidationError;
use serde_json::{Value, json};

use super::document::{Document, child};
use super::kinds::Kind;
use super::schema::{mapping, parent, schema};
use super::whereabouts::whereabouts;
use callguide_search::diagnostics::{Diagnostic, Fix, nearest, shown, suggestion};

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

/// Returns the diagnostic for a key that's indented too far: it isn't allowed where it is, but all the keys inside it
/// are among `known`, the keys allowed in the mapping around it. `None` for any other key.
pub(super) fn too_deep(document: &Document, pointer: &str, known: &[&str]) -> Option<Diagnostic> {
    let entry = document.value.pointer(pointer)?.as_object().filter(|entry| !entry.is_empty())?;
    let (around, key) = pointer.rsplit_once('/')?;
    let (list, _) = around.rsplit_once('/')?;
    let beside = document.value.pointer(list)?.as_object()?;
    if beside.contains_key(key) || !entry.keys().all(|key| known.contains(&key.as_str())) {
        return None;
    }
    let [wanted, given] = [around, pointer].map(|pointer| column(document, pointer));
    let (wanted, less) = (wanted?, given?.checked_sub(wanted?)?);
    let spaces = |count: usize| if count == 1 { "1 space".to_owned() } else { format!("{count} spaces") };
    let place = document.key_at(pointer);
    let message = format!(
        "{}{} is indented too far, so it became part of this entry",
        whereabouts(document, around),
        shown(key)
    );
    let help = format!(
        "put {} in front of it, the same as the key above, and {less} fewer in front of each line below that belongs to it",
        spaces(wanted)
    );
    let found = Diagnostic::error("unknown-key", place.clone(), message).help(help);
    Some(found.maybe_fix(moved(document, pointer, less)))
}

/// Returns the number of spaces before a key on its line; `None` if there's anything but spaces.
fn column(document: &Document, pointer: &str) -> Option<usize> {
    let start = document.key_at(pointer).span.start;
    let line = document.text[..start].rfind('\n').map_or(0, |at| at + 1);
    document.text[line..start].bytes().all(|byte| byte == b' ').then_some(start - line)
}

/// Removes `less` spaces from each line of the entry at `pointer`.
fn moved(document: &Document, pointer: &str, less: usize) -> Option<Fix> {
    let key = document.key_at(pointer).span.start;
    let start = document.text[..key].rfind('\n').map_or(0, |at| at + 1);
    let end = document.value_at(pointer).span.end;
    let blanks = " ".repeat(less);
    let lines = document.text.get(start..end)?.split_inclusive('\n');
    let text: Option<String> = lines
        .map(|line| line.strip_prefix(&blanks).or_else(|| line.trim().is_empty().then_some(line)))
        .collect();
    Some(Fix::guess([document.edit(start..end, text?)]))
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
