//! `repeated-text`: a longer paragraph that stands in several entries.

use std::collections::BTreeMap;

use super::prose::{Prose, is_answer, prose};
use super::{Context, warning};
use crate::diagnostics::{Diagnostic, Place};

/// How many of the other places are named.
const SHOWN: usize = 4;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(from) = context.draft.style.as_ref().and_then(|style| style.repeated_text_from) else { return };
    // A copy is told as a whole.
    let copies = context.copies();
    let all = prose(context).iter().filter(|text| {
        let name = &text.document.name;
        let answer = is_answer(text.kind, &text.pointer) && copies.has_answer(name, &text.pointer);
        !answer && !copies.has(name, &text.pointer)
    });
    let mut seen: BTreeMap<String, Vec<(&Prose<'_>, &str)>> = BTreeMap::new();
    for text in all {
        // What is shared already is written once.
        let written = text.document.as_written(&text.pointer).unwrap_or(text.text);
        for paragraph in written.lines() {
            let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            if words.chars().count() < from {
                continue;
            }
            let places = seen.entry(words).or_default();
            // Cases and scripts of one entry stand beside each other: whoever changes one sees the other.
            if places.len() <= SHOWN && places.iter().all(|(other, _)| entry(other) != entry(text)) {
                places.push((text, paragraph.trim()));
            }
        }
    }
    for places in seen.values() {
        let [(first, paragraph), others @ ..] = places.as_slice() else { continue };
        if !others.is_empty() {
            found.push(finding(first, paragraph, others));
        }
    }
}

/// The file and the entry that a text belongs to.
fn entry<'a>(text: &'a Prose<'_>) -> (&'a str, String) {
    let depth = if text.pointer.starts_with("/guides/") { 4 } else { 2 };
    (&text.document.name, text.pointer.split('/').skip(1).take(depth).collect::<Vec<_>>().join("/"))
}

fn finding(first: &Prose<'_>, paragraph: &str, others: &[(&Prose<'_>, &str)]) -> Diagnostic {
    let place = |text: &Prose<'_>, part: &str| -> Place {
        let nearest = text.document.part_at(&text.pointer, part, 0);
        if nearest == text.document.value_at(&text.pointer) {
            text.document.key_at(&text.pointer)
        } else {
            nearest
        }
    };
    let message = match others.len() {
        1 => "this text stands in another place as well".to_owned(),
        SHOWN => format!("this text stands in {SHOWN} or more other places as well"),
        n => format!("this text stands in {n} other places as well"),
    };
    let mut finding = warning(
        "repeated-text",
        first.document,
        &first.pointer,
        place(first, paragraph),
        &message,
    )
    .help(
        "give it a name in snippets.yaml and write {snippet.NAME} in each place, or keep it in one place and lead there with a link; if each place needs words of its own, write above the key of this text: # lint: allow repeated-text because …",
    );
    for (other, part) in others {
        finding = finding.related(place(other, part), "and here");
    }
    finding
}
