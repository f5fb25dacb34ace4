//! Writes the few YAML shapes that an import needs, the way staff write them: plain where all parsers agree, otherwise
//! in double quotes, and longer text as a block. Appends to an existing file without changing its current text.

use std::sync::Arc;

use serde_json::Value;

use super::terms::{Addition, Refused};
use crate::content::{Document, parse};
use callguide_search::diagnostics::invisible;

/// Words that YAML parsers interpret differently (YAML 1.1, "bool" and "null").
const SURPRISING: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// Formats `text` as the value of a key.
pub(super) fn scalar(text: &str) -> String {
    written(text, "'\",")
}

/// Formats `text` as an item of a bracketed list, or a value in braces.
pub(super) fn item(text: &str) -> String {
    written(text, "'")
}

/// Writes `text` plain if it consists of words and of characters that have no special meaning in YAML at that point:
/// those in `between`, and some that never have one.
fn written(text: &str, between: &str) -> String {
    let mean_nothing = |c: char| c.is_alphanumeric() || " .?!()/_-–—’“”".contains(c) || between.contains(c);
    let plain = text.starts_with(char::is_alphabetic)
        && !text.ends_with(' ')
        && text.chars().all(mean_nothing)
        && !SURPRISING.contains(&text.to_ascii_lowercase().as_str());
    if plain { text.to_owned() } else { quoted(text) }
}

/// Formats `text` in double quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if must_be_escaped(c) => out.push_str(&escaped(c)),
            c => out.push(c),
        }
    }
    out + "\""
}

/// Formats `text` as the value of a key that is indented by `indent` spaces. A block is used if it can represent the
/// text, which is then read as `text` plus a line break; otherwise, quotes are used.
pub(super) fn block(text: &str, indent: usize) -> String {
    let sound = |c: char| c == '\n' || c != '\t' && !must_be_escaped(c);
    if text.is_empty() || text.starts_with([' ', '\n']) || text.ends_with('\n') || !text.chars().all(sound) {
        return quoted(text);
    }
    let space = " ".repeat(indent + 2);
    let mut out = String::from("|");
    for line in text.split('\n') {
        out.push('\n');
        if !line.is_empty() {
            out.push_str(&space);
            out.push_str(line);
        }
    }
    out
}

/// Returns whether `c` must be escaped: it isn't printable (YAML 1.2.2, section 5.1), is a line break for
/// some parsers, or would mislead people. The joiners in emoji stay.
fn must_be_escaped(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        || invisible::misleads(c)
}

fn escaped(c: char) -> String {
    let code = u32::from(c);
    if code <= 0xffff { format!("\\u{code:04X}") } else { format!("\\U{code:08X}") }
}

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
    // Only a hyphen may precede the entry; anything else means that the entry is in brackets.
    match before.trim() {
        "" | "-" => Ok(indent),
        _ => Err(refuse(&format!(
            "put each entry of \"{key}:\" on its own lines, without brackets around the whole list"
        ))),
    }
}

/// Verifies and returns the addition that puts `text` at the end of a file. When parsed again, the file must contain
/// everything it had, plus `added` more entries under `key`.
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
    use std::sync::Arc;

    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::content::parse;

    fn read(text: &str) -> Value {
        let (document, findings) = parse(&Arc::from("x.yaml"), &Arc::from(text));
        assert!(findings.is_empty(), "{text}\n{findings:?}");
        document.unwrap_or_else(|| panic!("{text}")).value
    }

    #[test]
    fn only_unambiguous_text_is_left_unquoted() {
        for plain in ["What does it cost?", "don't", "Über uns", "free of charge", "yesterday", "a \"b\", c"]
        {
            assert_eq!(scalar(plain), plain);
        }
        for other in
            ["No", "y", "12", "1e3", "a: b", "a #b", "- a", "", " a", "a ", "{x}", "*a", "@a", "2026-11-16"]
        {
            assert_eq!(scalar(other), format!("\"{other}\""));
        }
        assert_eq!(item("a, b"), "\"a, b\"");
        assert_eq!(block("one\n\n  - two", 4), "|\n      one\n\n        - two");
    }

    proptest! {
        #[test]
        fn written_text_reads_back_unchanged(
            texts in proptest::collection::vec(any::<String>(), 1..4),
            lines in "([ a-z#:\\-|>'\"\\\\\t\u{85}\u{2028}\u{200b}{}\\[\\],.&*!%@`0-9é☎\n]{0,40})",
        ) {
            for text in texts.iter().chain([&lines]) {
                let items: Vec<String> = texts.iter().map(|text| item(text)).collect();
                let file = format!(
                    "list:\n  - a: {}\n    b: {}\n    c: [{}]\n    d: {{ e: {} }}\n    f: {}\n",
                    scalar(text), block(text, 4), items.join(", "), item(text), quoted(text)
                );
                let mut value = read(&file);
                let b = value["list"][0]["b"].take();
                let b = b.as_str().unwrap();
                // A block ends with a line break.
                prop_assert_eq!(b.strip_suffix('\n').filter(|_| !text.ends_with('\n')).unwrap_or(b), text);
                prop_assert_eq!(
                    &value["list"][0],
                    &json!({ "a": text, "b": null, "c": texts, "d": { "e": text }, "f": text })
                );
            }
        }
    }

    fn document(text: &str) -> Document {
        parse(&Arc::from("faq/x.yaml"), &Arc::from(text)).0.unwrap()
    }

    #[test]
    fn additions_are_appended_and_existing_text_is_unchanged() {
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
    fn a_file_with_an_unexpected_shape_is_rejected_by_name() {
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
