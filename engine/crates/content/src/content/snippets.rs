//! Snippets: `{snippet.NAME}` in text is replaced by the text that `snippets.yaml` defines under that name.
//!
//! They're filled in right after parsing, so schemas, types, rules and readers see only the final text. A
//! document remembers where each part of its text came from, so diagnostics still point to the file as written.
//! A snippet can't contain other snippets, which rules out nesting and cycles.

use std::collections::HashMap;

use serde_json::Value;

use super::document::{AsWritten, Document, FilledIn, USE};
use super::kinds::Kind;
use super::yaml::MAX_BYTES;
use callguide_search::diagnostics::Diagnostic;

/// The prefix of a snippet's name.
pub const PREFIX: &str = "snippet.";

/// Keys of text that people read, at any level of a file.
const READ: [&str; 18] = [
    "text",
    "hint",
    "title",
    "short",
    "say",
    "note",
    "label",
    "description",
    "question",
    "answer",
    "confirmation",
    "outcome",
    "heading",
    "tagline",
    "copyright",
    "button",
    "choices",
    "id_rule",
];

/// Returns whether people read the text at `pointer`. They don't read what voters type (`search.yaml`, `checks/`), the
/// style lists, ids, URLs, or settings.
pub fn is_read(kind: Kind, pointer: &str) -> bool {
    if matches!(kind, Kind::Search | Kind::Style | Kind::ChecksPaths | Kind::ChecksSearches) {
        return false;
    }
    if pointer.contains("/when/") {
        return false;
    }
    let key = pointer.rsplit('/').find(|part| part.parse::<usize>().is_err()).unwrap_or_default();
    let page = kind == Kind::Site && pointer.starts_with("/pages/") && key != "to";
    page || kind == Kind::Snippets || READ.contains(&key)
}

/// Returns the snippets defined in `document` (`snippets.yaml`), keyed by placeholder name.
pub fn of(document: &Document) -> HashMap<String, String> {
    let entries = document.value.get("snippets").and_then(Value::as_object);
    let text = |(name, text): (&String, &Value)| {
        Some((format!("{PREFIX}{name}"), text.as_str()?.trim_end().to_owned()))
    };
    entries.into_iter().flatten().filter_map(text).collect()
}

/// Returns the names of the snippets used in `text`.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    USE.captures_iter(text).filter_map(|hit| hit.get(1)?.as_str().strip_prefix(PREFIX))
}

/// Fills in the snippets and facts in every string of `document` that people read. A name that isn't in `words`
/// is left as is. If the filled strings would exceed a file's size limit (a small file can use a very long
/// snippet many times), nothing is filled in and a diagnostic is returned.
pub fn fill(document: &mut Document, kind: Kind, words: &HashMap<String, String>) -> Option<Diagnostic> {
    if !USE.is_match(&document.text) {
        return None;
    }
    let mut left = MAX_BYTES;
    let mut written: Vec<(String, String, AsWritten)> = Vec::new();
    for (pointer, text) in document.strings() {
        if !USE.is_match(text) || !is_read(kind, &pointer) {
            continue;
        }
        let Some((now, filled)) = filled(text, words, &mut left) else {
            let message = format!(
                "with its snippets filled in, this file has more than {} MB of text",
                MAX_BYTES >> 20
            );
            let place = document.value_at(&pointer);
            return Some(
                Diagnostic::error("yaml-bounds", place, message).help("use fewer or shorter snippets here"),
            );
        };
        if !filled.is_empty() {
            written.push((pointer, now, AsWritten { text: text.to_owned(), filled }));
        }
    }
    for (pointer, now, written) in written {
        if let Some(value) = document.value.pointer_mut(&pointer) {
            *value = Value::String(now);
            document.written.insert(pointer, written);
        }
    }
    None
}

/// Fills in one string; `None` if it would take more than `left` bytes.
fn filled(text: &str, known: &HashMap<String, String>, left: &mut usize) -> Option<(String, Vec<FilledIn>)> {
    let (mut out, mut all, mut done) = (String::with_capacity(text.len()), Vec::new(), 0);
    for hit in USE.captures_iter(text) {
        let (Some(whole), Some(words)) = (hit.get(0), known.get(&hit[1])) else { continue };
        *left = left.checked_sub(words.len())?;
        out.push_str(&text[done..whole.start()]);
        let start = out.len();
        out.push_str(words);
        all.push(FilledIn { placeholder: whole.as_str().to_owned(), words: start..out.len() });
        done = whole.end();
    }
    out.push_str(&text[done..]);
    Some((out, all))
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    fn document(text: &str) -> Document {
        let mut document = parse(&"flows.yaml".into(), &text.into()).0.unwrap();
        let snippets = [("lead", "the lead"), ("tag", "Tag the lead, [now](link:now).")];
        let snippets = snippets.map(|(name, text)| (format!("{PREFIX}{name}"), text.to_owned())).into();
        assert_eq!(fill(&mut document, Kind::Flows, &snippets), None);
        document
    }

    #[test]
    fn snippets_that_expand_too_far_are_reported_and_left_unfilled() {
        let text = format!("say: '{}'\n", "{snippet.long}".repeat(20));
        let mut document = parse(&"flows.yaml".into(), &text.as_str().into()).0.unwrap();
        let snippets = [("snippet.long".to_owned(), "x".repeat(MAX_BYTES / 16))].into();
        assert_eq!(fill(&mut document, Kind::Flows, &snippets).unwrap().rule, "yaml-bounds");
        assert_eq!(document.value["say"], text[6..text.len() - 2]);
    }

    #[test]
    fn snippets_are_filled_only_in_readable_text_and_only_if_known() {
        let document = document("a:\n  say: 'Ask {snippet.lead} or {snippet.x}.'\n  id: '{snippet.lead}'\n");
        assert_eq!(document.value["a"]["say"], "Ask the lead or {snippet.x}.");
        assert_eq!(document.value["a"]["id"], "{snippet.lead}");
        assert_eq!(document.as_written("/a/say"), Some("Ask {snippet.lead} or {snippet.x}."));
        assert_eq!(document.as_written("/a/id"), None);
    }

    #[test]
    fn a_part_of_filled_in_text_maps_back_to_the_file() {
        let text = "say: |\n  the lead {snippet.lead} the lead {snippet.tag}\n  lead, {snippet.lead} {x}\n";
        let document = document(text);
        let at = |part: &str, nth: usize| {
            let span = document.part_at("/say", part, nth).span;
            (span.start, &text[span])
        };
        let whole = |nth: usize| text.match_indices("{snippet.lead}").nth(nth).unwrap().0;
        assert_eq!(at("the lead", 0), (9, "the lead"));
        assert_eq!(at("the lead", 1), (whole(0), "{snippet.lead}"));
        assert_eq!(at("the lead", 2), (33, "the lead"));
        assert_eq!(at("lead", 3).1, "{snippet.tag}");
        assert_eq!(at("the lead", 3).1, "{snippet.tag}");
        assert_eq!(at("the lead", 4), (whole(1), "{snippet.lead}"));
        assert_eq!(at("lead", 4), (text.find("lead,").unwrap(), "lead"));
        assert_eq!(at("link:now", 0).1, "{snippet.tag}");
        assert_eq!(at("{x}", 0).1, "{x}");
        assert_eq!(at("lead {snippet.tag}", 0).1, "lead {snippet.tag}");
        assert_eq!(at("nowhere", 0), (9, &text[9..]));
    }
}
