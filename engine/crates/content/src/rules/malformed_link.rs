//! `malformed-link`: a link by name that's written wrong, so its markup would be shown.

use std::sync::LazyLock;

use regex::Regex;

use super::texts::Text;
use super::{Context, pattern};
use callguide_search::diagnostics::{Diagnostic, Place};
use callguide_search::text::links;

/// What an author meant as a link by name, written correctly or not.
static MEANT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(?:\[[^\[\]\n]*\]\s*)?\(\s*links?\s*:[^()\n]*\)?"));
static WELL: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\[[^\[\]\n]*\]\(link:[^()\s]*\)$"));

/// A link with its brackets swapped: `(words)[link:NAME]`. Group 1 has the words, group 2 the target.
static SWAPPED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\(([^()\[\]\n]+)\) ?\[((?:link:|https?://|mailto:|tel:)[^\[\]()\s]+)\]"));

/// A link with its words in group 1 and its name in group 2, which is all it takes to correct it.
static WRITTEN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\[([^\[\]\n]+)\]\s*\(\s*links?\s*:\s*([^()\s]+)\s*\)$"));

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let is_known = |name: &str| context.draft.links.as_ref().is_some_and(|file| file.links.contains(name));
    for text in context.texts().filter(|text| text.read.contains(['(', '[', '<'])) {
        found.extend(SWAPPED.captures_iter(text.written).map(|hit| {
            let range = hit.get_match().range();
            let right = format!("[{}]({})", &hit[1], &hit[2]);
            let message = "this link's brackets are swapped, so readers would see its markup";
            text.error("malformed-link", text.place(&range), message)
                .help(format!(
                    "put the words in square brackets, and the rest after them in parentheses: {right}"
                ))
                .maybe_fix(text.exchange(&range, &right, false))
        }));
        for hit in MEANT.find_iter(text.read).filter(|hit| !WELL.is_match(hit.as_str())) {
            let place = text.part(&hit.range());
            let parts = WRITTEN.captures(hit.as_str()).filter(|parts| is_known(&parts[2]));
            let edit = parts.and_then(|parts| {
                let right = format!("[{}](link:{})", &parts[1], &parts[2]);
                text.document.write_part(&text.pointer, &place, hit.as_str(), &right)
            });
            found.push(malformed(text, place).guess(edit));
        }
        // A name is only looked up in round brackets right after the words.
        let named = |target: &links::LinkTarget| target.address.to_ascii_lowercase().starts_with("link:");
        let targets = links::targets(text.read).into_iter();
        let elsewhere = targets.filter(|target| !target.inline && named(target));
        found.extend(elsewhere.map(|target| malformed(text, text.part(&target.range))));
    }
}

fn malformed(text: &Text<'_>, place: Place) -> Diagnostic {
    text.error("malformed-link", place, "this link isn't written correctly, so readers would see its markup")
        .help("write it as [words](link:NAME), with no spaces in between")
}
