//! Writes the few YAML shapes that an import needs, the way staff write them: plain where all readers agree,
//! otherwise in double quotes, and longer texts as a block.

use callguide_search::diagnostics::invisible;

/// Words that YAML readers interpret differently (YAML 1.1, "bool" and "null").
const SURPRISING: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// Formats `text` as the value of a key.
pub(super) fn scalar(text: &str) -> String {
    written(text, "'\",")
}

/// Formats `text` as an item of a bracketed list, or a value in braces.
pub(super) fn item(text: &str) -> String {
    written(text, "'")
}

/// Writes `text` plain if it consists of words and of characters that have no meaning in YAML at that place:
/// those in `between`, and some that never do.
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

/// Formats `text` as the value of a key that is indented by `indent` spaces. A block is used if it can
/// represent the text, which then reads as `text` plus a line break; otherwise quotes are.
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
/// some readers, or would mislead people. The joiners in emoji stay.
fn must_be_escaped(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        || invisible::misleads(c)
}

fn escaped(c: char) -> String {
    let code = u32::from(c);
    if code <= 0xffff { format!("\\u{code:04X}") } else { format!("\\U{code:08X}") }
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
    fn words_are_plain_and_what_readers_disagree_about_is_not() {
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
        fn what_is_written_reads_back_as_it_was(
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
}
