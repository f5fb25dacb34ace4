//! What keys that aren't known may be meant for.

use jsonschema::ValidationError;
use serde_json::Value;

use super::document::{Document, child};
use super::kinds::Kind;
use super::schema::schema;
use crate::diagnostics::{Diagnostic, Fix, shown, suggestion};

/// Those of the `known` keys that aren't there yet, and under which what stands under `key` would be right.
pub(super) fn open_to<'k>(
    kind: Kind,
    document: &Document,
    at: &str,
    key: &str,
    known: &[&'k str],
) -> Vec<&'k str> {
    let fits = |name: &&str| {
        let mut renamed = document.value.clone();
        let Some(Value::Object(entries)) = renamed.pointer_mut(at) else { return false };
        let value = entries.shift_remove(key).unwrap_or_default();
        if entries.insert((*name).to_owned(), value).is_some() {
            return false;
        }
        let place = child(at, name);
        let wrong = |error: ValidationError<'_>| error.instance_path().as_str().starts_with(&place);
        !schema(kind).validator.iter_errors(&renamed).any(wrong)
    };
    known.iter().copied().filter(fits).collect()
}

/// The one finding for keys of a mapping that aren't known, where each can be one of the same.
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
        [_] => format!("{here}there is no key {names} here"),
        _ => format!("{here}there are no keys {names} here"),
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
