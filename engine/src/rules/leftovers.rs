//! `leftover`: what an author meant to come back to.

use std::sync::LazyLock;

use regex::Regex;

use super::{Context, error, few};
use crate::content::snippets;
use crate::diagnostics::Diagnostic;

/// Marks in capitals, and words in capitals between square brackets that are no link.
static LEFTOVER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:TODO|TBD|FIXME|XXX|TKTK)\b|\[[A-Z][A-Z _/-]*[A-Z]\]|(?i:lorem ipsum)")
        .expect("a constant pattern")
});

/// What is to be written in their place, between square brackets: `[Your Name]`, `[insert date]`.
static TO_FILL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\[(?:(?:your|insert|enter|add|fill in|first|last|full|voter['’]?s?|caller['’]?s?|volunteer['’]?s?)\s[^\[\]\n]{1,40}|name|date|time|phone number|state|city|county|address|organization)\]")
        .expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (kind, document) in context.documents() {
        for (pointer, text) in context.strings(document) {
            // In words to say every bracket is told as a blank.
            let spoken = pointer.split('/').any(|part| part == "say");
            let to_fill = TO_FILL.find_iter(text).filter(|hit| {
                snippets::is_read(kind, pointer) && !spoken && !LEFTOVER.is_match(hit.as_str())
            });
            // `[FAQ](link:faq)` is a link with a label in capitals. Of several in one text the first is told.
            let no_link = |hit: &regex::Match<'_>| !text[hit.end()..].starts_with(['(', '[']);
            let mut all: Vec<_> = LEFTOVER.find_iter(text).chain(to_fill).filter(no_link).collect();
            all.sort_by_key(regex::Match::start);
            if let Some(hit) = all.first() {
                let part = hit.as_str();
                let parts: Vec<String> = all.iter().map(|hit| format!("\"{}\"", hit.as_str())).collect();
                let were = if parts.len() == 1 { "was" } else { "were" };
                let nth = text[..hit.start()].matches(part).count();
                found.push(
                    error(
                        "leftover",
                        document,
                        pointer,
                        document.part_at(pointer, part, nth),
                        &format!("{} {were} left in the text", few(parts.iter().map(String::as_str))),
                    )
                    .help(help(part)),
                );
            }
        }
    }
}

fn help(part: &str) -> &'static str {
    if part.starts_with('[') {
        "write the words themselves, or a placeholder that is filled in here, such as {state.name} in the decision tree"
    } else {
        "find out what's still open and finish the text; then remove the note and anything else that was meant for a colleague"
    }
}
