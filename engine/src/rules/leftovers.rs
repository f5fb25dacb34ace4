//! `leftover`: what an author meant to come back to.

use std::sync::LazyLock;

use regex::Regex;

use super::{Context, error};
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
            for hit in LEFTOVER.find_iter(text).chain(to_fill) {
                let part = hit.as_str();
                // `[FAQ](link:faq)` is a link with a label in capitals.
                if text[hit.end()..].starts_with(['(', '[']) {
                    continue;
                }
                let nth = text[..hit.start()].matches(part).count();
                found.push(
                    error(
                        "leftover",
                        document,
                        pointer,
                        document.part_at(pointer, part, nth),
                        &format!("\"{part}\" was left in the text"),
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
        "finish the text, or take the mark out"
    }
}
