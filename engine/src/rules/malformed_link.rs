//! `malformed-link`: a link by name that is not written as one, and would be shown as it stands.

use std::sync::LazyLock;

use regex::Regex;

use super::{Context, error};
use crate::content::Document;
use crate::diagnostics::{Diagnostic, Place};
use crate::text::links;

/// What an author meant to be a link by name, written well or not.
static MEANT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\[[^\[\]\n]*\]\s*)?\(\s*links?\s*:[^()\n]*\)?").expect("a constant pattern")
});
static WELL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\[[^\[\]\n]*\]\(link:[^()\s]*\)$").expect("a constant pattern"));

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (_, document) in context.documents() {
        for (pointer, text) in context.strings(document) {
            for hit in MEANT.find_iter(text).filter(|hit| !WELL.is_match(hit.as_str())) {
                let part = hit.as_str();
                let nth = text[..hit.start()].matches(part).count();
                let place = document.part_at(pointer, part, nth);
                found.push(malformed(document, pointer, place));
            }
            // A name is looked up in brackets behind the words alone.
            let named = |target: &links::Target| target.address.to_ascii_lowercase().starts_with("link:");
            for target in links::targets(text).into_iter().filter(|target| !target.inline && named(target)) {
                let part = &text[target.range.clone()];
                let nth = text[..target.range.start].matches(part).count();
                found.push(malformed(document, pointer, document.part_at(pointer, part, nth)));
            }
        }
    }
}

fn malformed(document: &Document, pointer: &str, place: Place) -> Diagnostic {
    let message = "this link is not written right, and would be shown as it stands";
    error("malformed-link", document, pointer, place, message)
        .help("write it [words](link:NAME), without spaces between the signs")
}
