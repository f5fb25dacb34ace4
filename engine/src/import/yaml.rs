//! Writing the few shapes of YAML that an import has, the way staff write them: plain where every reader agrees, in
//! double quotes where not, and longer texts as a block.

use crate::diagnostics::invisible;

/// Words that YAML readers disagree about (YAML 1.1, "bool" and "null").
const SURPRISING: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// `text` as the value of a key.
pub(super) fn scalar(text: &str) -> String {
    written(text, "'\",")
}

/// `text` as an item of a list in brackets, or a value in braces.
pub(super) fn item(text: &str) -> String {
    written(text, "'")
}

/// Plain where `text` is words, and signs that mean nothing to YAML where they stand: `between` besides those that
/// never do.
fn written(text: &str, between: &str) -> String {
    let mean_nothing = |c: char| c.is_alphanumeric() || " .?!()/_-–—’“”".contains(c) || between.contains(c);
    let plain = text.starts_with(char::is_alphabetic)
        && !text.ends_with(' ')
        && text.chars().all(mean_nothing)
        && !SURPRISING.contains(&text.to_ascii_lowercase().as_str());
    if plain { text.to_owned() } else { quoted(text) }
}

/// `text` in double quotes.
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

/// `text` as the value of a key that stands `indent` spaces in: as a block where that can say it, which reads as `text`
/// and a line break; else in quotes.
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

/// Whether `c` can't be written as itself: it's no printable character (YAML 1.2.2, section 5.1), breaks a line for some
/// readers, or people would read something else. The joiners that emoji are made with stay.
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
