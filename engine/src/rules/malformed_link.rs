//! `malformed-link`: a link by name that isn't written as one, and would be shown as it stands.

use std::sync::LazyLock;

use regex::Regex;

use super::{Context, error, mending};
use crate::content::Document;
use crate::diagnostics::{Diagnostic, Place};
use crate::text::links;

/// What an author meant to be a link by name, written well or not.
static MEANT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\[[^\[\]\n]*\]\s*)?\(\s*links?\s*:[^()\n]*\)?").expect("a constant pattern")
});
static WELL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\[[^\[\]\n]*\]\(link:[^()\s]*\)$").expect("a constant pattern"));

/// A link whose brackets stand the wrong way round: `(words)[link:NAME]`. Group 1 has the words, group 2 the target.
static SWAPPED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\(([^()\[\]\n]+)\) ?\[((?:link:|https?://|mailto:|tel:)[^\[\]()\s]+)\]")
        .expect("a constant pattern")
});

/// With its words in group 1 and its name in group 2: all that has to be known to write it right.
static WRITTEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\[([^\[\]\n]+)\]\s*\(\s*links?\s*:\s*([^()\s]+)\s*\)$").expect("a constant pattern")
});

fn is_known(context: &Context<'_>, name: &str) -> bool {
    context.draft.links.as_ref().is_some_and(|links| links.links.contains(name))
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (_, document) in context.documents() {
        for (pointer, text) in context.strings(document) {
            swapped(document, pointer, text, found);
            for hit in MEANT.find_iter(text).filter(|hit| !WELL.is_match(hit.as_str())) {
                let part = hit.as_str();
                let nth = text[..hit.start()].matches(part).count();
                let place = document.part_at(pointer, part, nth);
                let edit =
                    WRITTEN.captures(part).filter(|parts| is_known(context, &parts[2])).and_then(|parts| {
                        document.write_part(
                            pointer,
                            &place,
                            part,
                            &format!("[{}](link:{})", &parts[1], &parts[2]),
                        )
                    });
                found.push(malformed(document, pointer, place).guess(edit));
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

fn swapped(document: &Document, pointer: &str, text: &str, found: &mut Vec<Diagnostic>) {
    let written = mending::written(document, pointer, text);
    for hit in SWAPPED.captures_iter(written) {
        let Some(range) = hit.get(0).map(|hit| hit.range()) else { continue };
        let right = format!("[{}]({})", &hit[1], &hit[2]);
        let place = mending::place(document, pointer, &range);
        let message =
            "the brackets of this link stand the wrong way round, and it would be shown as it stands";
        let mut finding = error("malformed-link", document, pointer, place, message).help(format!(
            "write the words in square brackets and behind them the rest in round ones: {right}"
        ));
        finding.fix = mending::exchange(document, pointer, &range, &right, false);
        found.push(finding);
    }
}

fn malformed(document: &Document, pointer: &str, place: Place) -> Diagnostic {
    let message = "this link isn't written right, and would be shown as it stands";
    error("malformed-link", document, pointer, place, message)
        .help("write it [words](link:NAME), without spaces between the signs")
}
