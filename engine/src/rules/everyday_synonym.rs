//! `everyday-synonym`: a word of the synonym table that people say whatever they talk about.

use std::collections::HashSet;

use super::{Context, few, warning};
use crate::content::Kind;
use crate::content::model::Synonym;
use crate::diagnostics::Diagnostic;
use crate::faq::words;
use crate::text::english::{is_everyday, stop_word};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // What an entry has that can't be read may be the topic.
    if context.has_gaps() {
        return;
    }
    let Some(file) = &context.draft.search else { return };
    // The tags of a file that can't be read make topics, too.
    if context.broken(Kind::Faq, |_| true) {
        return;
    }
    let entries = context.draft.faq.iter().flat_map(|file| file.entries.iter());
    // What a tag says is a topic here, however common the word is elsewhere.
    let own: HashSet<String> =
        entries.flat_map(|entry| entry.tags.iter()).flat_map(|tag| words(tag)).collect();
    let own: HashSet<&str> = own.iter().map(|word| bare(word)).collect();
    let everyday = |word: &str| is_everyday(word) && !own.contains(bare(word));
    for (index, synonym) in file.synonyms.indexed() {
        // What is found does no harm: only what is typed brings a topic in.
        let (key, typed) = match synonym {
            Synonym::TwoWay { both } => ("both", both),
            Synonym::OneWay { words, .. } => ("words", words),
        };
        for (nth, written) in typed.iter().enumerate() {
            let words = words(written);
            // Stop words alone are no topic, whatever tags have them.
            let says_nothing = words.len() > 1 && words.iter().all(|word| stop_word(word).is_some());
            let everyday = says_nothing || words.iter().all(|word| everyday(word));
            if words.is_empty() || !everyday || tells_enough(&words) {
                continue;
            }
            let pointer = format!("/synonyms/{index}/{key}/{nth}");
            let place = file.document.value_at(&pointer);
            let finds = finds(synonym, written);
            let what = if words.len() == 1 { "is a word" } else { "has only words" };
            let message = format!(
                "\"{written}\" {what} that people say whatever they talk about; each time it is typed, the search looks for {finds} as well"
            );
            let tag = match says_nothing {
                true => String::new(),
                false => format!("; if \"{written}\" is a topic of its own, give it to an entry as a tag"),
            };
            let removed = file.document.remove(&pointer).filter(|_| typed.len() > 2);
            found.push(
                warning("everyday-synonym", &file.document, &pointer, place, &message)
                    .help(format!(
                        "write more of what callers say, so that it means the topic by itself, or remove it{tag}"
                    ))
                    .guess(removed),
            );
        }
    }
}

/// Whether everyday words mean something by standing together: two that aren't stop words do ("phone
/// number"), and so does one in a phrase of three words or more ("what to bring").
fn tells_enough(words: &[String]) -> bool {
    match words.iter().filter(|word| stop_word(word).is_none()).count() {
        0 => false,
        1 => words.len() > 2,
        _ => true,
    }
}

/// What typing `written` brings in.
fn finds(synonym: &Synonym, written: &str) -> String {
    let all = match synonym {
        Synonym::TwoWay { both } => both,
        Synonym::OneWay { finds, .. } => finds,
    };
    let others = all.iter().filter(|other| *other != written);
    few(others.map(String::as_str))
}

/// A word without its ending, well enough to know "moved" by the tag "moving".
fn bare(word: &str) -> &str {
    let mut endings = ["ing", "ed", "es", "s", "e"].into_iter();
    let stem = endings.find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.len() > 2));
    stem.unwrap_or(word)
}
