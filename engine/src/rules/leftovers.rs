//! `leftover`: what an author meant to come back to.

use std::sync::LazyLock;

use regex::Regex;

use super::{Context, error};
use crate::diagnostics::Diagnostic;

/// Marks in capitals, and words in capitals between square brackets that are no link.
static LEFTOVER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:TODO|TBD|FIXME|XXX|TKTK)\b|\[[A-Z][A-Z _/-]*[A-Z]\]|(?i:lorem ipsum)")
        .expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (_, document) in context.documents() {
        for (pointer, text) in context.strings(document) {
            for hit in LEFTOVER.find_iter(text) {
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
        "write the word itself, or a placeholder such as {state.name}"
    } else {
        "finish the text, or take the mark out"
    }
}
