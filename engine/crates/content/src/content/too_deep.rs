//! Detects an entry that is indented too far and so became a key of the entry above it.

use serde_json::Value;

use super::document::Document;
use super::whereabouts::whereabouts;
use callguide_search::diagnostics::{Diagnostic, Fix, shown};

/// Returns the diagnostic for a key that isn't allowed where it is but whose keys are all among `known`, those
/// of the mapping around it; `None` for any other key.
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

/// Whether some entry of `list` contains a node of this name, one level too deep.
pub fn is_too_deep(document: &Document, list: &str, name: &str) -> bool {
    let entries = document.value.pointer(list).and_then(Value::as_object);
    entries.is_some_and(|all| all.values().any(|entry| entry.get(name).is_some_and(Value::is_object)))
}
