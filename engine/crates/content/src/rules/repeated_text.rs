//! `repeated-text`: a longer paragraph that appears in several entries.

use std::collections::BTreeMap;

use super::context::Context;
use super::texts::Text;
use callguide_search::diagnostics::Diagnostic;

/// How many of the other places are shown.
const SHOWN: usize = 4;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(from) = context.draft.style.as_ref().and_then(|style| style.repeated_text_from) else { return };
    // A copy is reported as a whole.
    let copies = context.copies();
    let all = context.prose().filter(|text| {
        let name = &text.document.name;
        let answer = text.is_answer() && copies.has_answer(name, &text.pointer);
        !answer && !copies.has(name, &text.pointer)
    });
    let mut seen: BTreeMap<String, Vec<(&Text<'_>, &str)>> = BTreeMap::new();
    for text in all {
        // As written, because text that's already shared is written only once, in snippets.yaml.
        for paragraph in text.written.lines() {
            let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            if words.chars().count() < from {
                continue;
            }
            let places = seen.entry(words).or_default();
            // Cases and scripts of one entry are next to each other, so anyone who changes one sees the other.
            if places.len() <= SHOWN && places.iter().all(|(other, _)| entry(other) != entry(text)) {
                places.push((text, paragraph.trim()));
            }
        }
    }
    let several = seen.values().filter(|places| places.len() > 1);
    found.extend(several.map(|places| finding(places[0], &places[1..])));
}

/// The file and the entry that a text belongs to.
fn entry<'a>(text: &'a Text<'_>) -> (&'a str, String) {
    let depth = if text.pointer.starts_with("/guides/") { 4 } else { 2 };
    (&text.document.name, text.pointer.split('/').skip(1).take(depth).collect::<Vec<_>>().join("/"))
}

fn finding((first, paragraph): (&Text<'_>, &str), others: &[(&Text<'_>, &str)]) -> Diagnostic {
    let place = |text: &Text<'_>, part: &str| {
        let nearest = text.document.part_at(&text.pointer, part, 0);
        let whole = nearest == text.document.value_at(&text.pointer);
        if whole { text.document.key_at(&text.pointer) } else { nearest }
    };
    let message = match others.len() {
        1 => "this text is repeated in another place".to_owned(),
        SHOWN => format!("this text is repeated in {SHOWN} or more other places"),
        n => format!("this text is repeated in {n} other places"),
    };
    let finding = first.warning("repeated-text", place(first, paragraph), &message).help(
        "give it a name in snippets.yaml and write {snippet.NAME} in each place, or keep it in one place and link to it from the others; if each place needs its own words, write this above the text's key: # lint: allow repeated-text because …",
    );
    others.iter().fold(finding, |finding, (other, part)| finding.related(place(other, part), "and here"))
}
