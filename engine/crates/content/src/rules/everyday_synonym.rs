//! `everyday-synonym`: a word in the synonym table that people use whatever they're talking about;
//! `synonym-finds-nothing`: one that leads to words that no answer contains.

use std::collections::{BTreeSet, HashSet};

use super::context::Context;
use super::findings::{few, warning};
use crate::content::model::{Search, Synonym};
use crate::content::{File, Kind};
use callguide_search::diagnostics::Diagnostic;
use callguide_search::faq::words;
use callguide_search::text::english::{is_everyday, stop_word};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // The topic may be in an entry that can't be read.
    if context.has_gaps() {
        return;
    }
    let Some(file) = &context.draft.search else { return };
    // The tags of a file that can't be read are topics, too.
    if context.broken(Kind::Faq, |_| true) {
        return;
    }
    nothing(context, file, found);
    if !context.draft.style.as_ref().is_some_and(|style| style.everyday_synonyms) {
        return;
    }
    let entries = context.draft.faq.iter().flat_map(|file| file.entries.iter());
    // A word in a tag is a topic here, however common it is elsewhere.
    let own: HashSet<String> =
        entries.flat_map(|entry| entry.tags.iter()).flat_map(|tag| words(tag)).collect();
    let own: HashSet<&str> = own.iter().map(|word| bare(word)).collect();
    let everyday = |word: &str| is_everyday(word) && !own.contains(bare(word));
    for (index, synonym) in file.synonyms.indexed() {
        // The words that are found do no harm: only those that are typed bring in a topic.
        let (key, typed) = match synonym {
            Synonym::TwoWay { both } => ("both", both),
            Synonym::OneWay { words, .. } => ("words", words),
        };
        let mut all: Vec<(usize, &String, bool)> = Vec::new();
        for (nth, written) in typed.iter().enumerate() {
            let words = words(written);
            // Stop words alone aren't a topic, even if tags contain them.
            let says_nothing = words.len() > 1 && words.iter().all(|word| stop_word(word).is_some());
            let everyday = says_nothing || words.iter().all(|word| everyday(word));
            if words.is_empty() || !everyday || tells_enough(&words) {
                continue;
            }
            all.push((nth, written, words.len() > 1));
        }
        let Some((nth, written, several)) = all.first().copied() else { continue };
        let pointer = format!("/synonyms/{index}/{key}/{nth}");
        let place = file.document.value_at(&pointer);
        let finds = finds(synonym, written);
        let names: Vec<String> = all.iter().map(|(_, written, _)| format!("\"{written}\"")).collect();
        let what = match all.len() {
            1 if several => "has only words",
            1 => "is a word",
            _ => "are words",
        };
        let message = format!(
            "{} {what} that people use on any topic; whenever it's typed, the search also looks for {finds}",
            few(&names)
        );
        let finding = warning("everyday-synonym", &file.document, &pointer, place, &message);
        found.push(match all.len() {
            1 => finding
                .help("add more of what callers say, so that it points to the topic on its own, or remove it")
                .guess(file.document.remove(&pointer).filter(|_| typed.len() > 2)),
            _ => finding
                .help("remove them; keep the line only if each word left points to the topic on its own"),
        });
    }
}

/// A word without its possible ending: "naturali" for "naturalized", and all of "policy".
fn beginning(word: &str) -> String {
    let length = word.chars().count();
    word.chars().take(length.saturating_sub(3).max(6)).collect()
}

/// Reports synonyms that lead to words of which none is in any entry or errand.
fn nothing(context: &Context<'_>, file: &File<Search>, found: &mut Vec<Diagnostic>) {
    let searched = context.texts().filter(|text| match text.kind {
        Kind::Faq | Kind::Elsewhere => true,
        // From site.yaml, the search knows the places that aren't served.
        Kind::Site => text.pointer.starts_with("/region/"),
        _ => false,
    });
    let known: BTreeSet<String> = searched.flat_map(|text| words(text.read)).collect();
    let is_known = |word: &String| {
        let beginning = beginning(word);
        let next = known.range(beginning.clone()..).next();
        next.is_some_and(|next| next.starts_with(&beginning)) || known.contains(bare(word))
    };
    for (index, synonym) in file.synonyms.indexed() {
        let Synonym::OneWay { finds, .. } = synonym else { continue };
        for (nth, written) in finds.iter().enumerate() {
            if words(written).iter().any(is_known) {
                continue;
            }
            let pointer = format!("/synonyms/{index}/finds/{nth}");
            let place = file.document.value_at(&pointer);
            let message = format!("no answer contains any word of \"{written}\", so this finds nothing");
            found.push(
                warning("synonym-finds-nothing", &file.document, &pointer, place, &message)
                    .help("use words from the question or the tags of the answer you mean; `callguide search` shows whether it's found"),
            );
        }
    }
}

/// Whether everyday words are specific enough together: two that aren't stop words are ("phone number"), and so is
/// one in a phrase of three words or more ("what to bring").
fn tells_enough(words: &[String]) -> bool {
    match words.iter().filter(|word| stop_word(word).is_none()).count() {
        0 => false,
        1 => words.len() > 2,
        _ => true,
    }
}

/// The words that typing `written` adds to a search.
fn finds(synonym: &Synonym, written: &str) -> String {
    let all = match synonym {
        Synonym::TwoWay { both } => both,
        Synonym::OneWay { finds, .. } => finds,
    };
    let others = all.iter().filter(|other| *other != written);
    few(others.map(String::as_str))
}

/// A word without its ending, good enough to match "moved" to the tag "moving".
fn bare(word: &str) -> &str {
    let mut endings = ["ing", "ed", "es", "s", "e"].into_iter();
    let stem = endings.find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.len() > 2));
    stem.unwrap_or(word)
}
