//! Appends to an existing file without touching what's already there.

use std::sync::Arc;

use serde_json::Value;

use super::{Addition, Refused};
use crate::content::{Document, parse};

/// Returns the indentation of the entries in the list or mapping `key`, if more can be appended: it must be
/// the file's last key, and its entries must not be in brackets.
pub(super) fn indent(document: &Document, key: &str) -> Result<usize, Refused> {
    let refuse = |why: &str| Refused::all(format!("{}: {why}; nothing was imported", document.name));
    let last = document.value.as_object().and_then(|keys| keys.keys().next_back());
    if last.is_none_or(|last| last != key) {
        return Err(refuse(&format!(
            "entries can be added only if \"{key}:\" is the last key: move it to the end"
        )));
    }
    let first = match document.value.get(key) {
        Some(Value::Array(_)) => format!("/{key}/0"),
        Some(Value::Object(named)) => format!("/{key}/{}", named.keys().next().map_or("", |name| name)),
        _ => return Err(refuse(&format!("\"{key}:\" has no entries"))),
    };
    let start = document.key_at(&first).span.start;
    let line = document.text[..start].rfind('\n').map_or(0, |at| at + 1);
    let before = &document.text[line..start];
    let indent = before.len() - before.trim_start().len();
    // Only a hyphen may precede the entry; anything else means that it's in brackets.
    match before.trim() {
        "" | "-" => Ok(indent),
        _ => Err(refuse(&format!(
            "put each entry of \"{key}:\" on its own lines, without brackets around the whole list"
        ))),
    }
}

/// Returns the addition of `text` at the end of a file, after verifying it: when parsed again, the file must
/// contain everything it had, plus `added` more entries under `key`.
pub(super) fn addition(
    document: &Document,
    text: String,
    key: &str,
    added: usize,
) -> Result<Addition, Refused> {
    let text = if document.text.ends_with('\n') { text } else { format!("\n{text}") };
    let refused =
        || Refused::all(format!("{}: nothing can be added at its end; nothing was imported", document.name));
    let whole: Arc<str> = format!("{}{text}", document.text).into();
    let read = |text: &Arc<str>| parse(&document.name, text).0.map(|document| document.value);
    let (before, mut after) = read(&document.text).zip(read(&whole)).ok_or_else(refused)?;
    let count = |value: &Value| match &value[key] {
        Value::Array(items) => items.len(),
        Value::Object(named) => named.len(),
        _ => 0,
    };
    let as_it_was = count(&after) == count(&before) + added && {
        match &mut after[key] {
            Value::Array(items) => items.truncate(count(&before)),
            Value::Object(named) => {
                while named.len() > count(&before) {
                    named.shift_remove(&named.keys().next_back().cloned().unwrap_or_default());
                }
            }
            _ => {}
        }
        after == before
    };
    if !as_it_was {
        return Err(refused());
    }
    Ok(Addition { file: document.name.to_string(), stands: Some(document.text.to_string()), text })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        parse(&Arc::from("faq/x.yaml"), &Arc::from(text)).0.unwrap()
    }

    #[test]
    fn more_comes_at_the_end_and_what_stands_stays() {
        for (text, more) in [
            ("category: C\nentries:\n  - id: a # one\n    answer: |\n      x\n\n# The end.", "  - id: b\n"),
            ("category: C\nentries:\n- id: a\n", "- id: b\n"),
            ("links:\n  # first\n  a: { url: x }\n", "  b: { url: y }\n"),
        ] {
            let (document, key) = (document(text), if text.contains("links") { "links" } else { "entries" });
            assert_eq!(indent(&document, key), Ok(more.len() - more.trim_start().len()), "{text}");
            let addition = addition(&document, more.to_owned(), key, 1).unwrap();
            assert_eq!(addition.stands.as_deref(), Some(text));
        }
    }

    #[test]
    fn a_file_of_another_shape_is_refused_by_its_name() {
        for text in ["entries:\n  - id: a\ncategory: C\n", "category: C\nentries: [{ id: a }, { id: b }]\n"] {
            let refused = indent(&document(text), "entries").unwrap_err();
            assert!(refused.why.starts_with("faq/x.yaml: "), "{}", refused.why);
        }
        let document = document("category: C\nentries:\n  - id: a\n");
        // One entry too many, one that isn't an entry, and text that doesn't fit at all.
        for more in ["  - id: b\n  - id: c\n", "    also: b\n", "    - id: b\n", "x"] {
            assert!(addition(&document, more.to_owned(), "entries", 1).is_err(), "{more}");
        }
    }
}
