//! The words that an unknown word may be a typo for.

use super::prefix::completeness;
use super::word::{Means, QueryWord};
use crate::faq::bounds;
use crate::faq::collection::{Collection, Term};
use crate::faq::ranking::Ranking;
use crate::text::english::{Commonness, commonness};

/// How certain it is that a misspelled beginning of a word is one.
const MISTYPED_BEGINNING: f32 = 0.8;

pub fn add(collection: &Collection, ranking: &Ranking, word: &mut QueryWord) {
    let finished = word.expansions.iter().any(|expansion| expansion.means == Means::Prefix);
    if !word.unknown || finished {
        return;
    }
    // A correctly spelled word means what it says: "tent" isn't "sent".
    let sure = if commonness(&word.word) == Commonness::Unknown { 1.0 } else { ranking.spelled_right };
    if sure == 0.0 {
        return;
    }
    let vocabulary = &collection.vocabulary;
    for (correct, quality) in corrections(collection, &word.word, word.open) {
        if let Some(number) = vocabulary.word(&correct) {
            // The correction covers the stem too: "licnese" is also "licenses".
            word.add(Term::Word(number), Means::Typo, quality * sure);
            word.add(Term::Stem(vocabulary.stem_of(number)), Means::Typo, quality * sure * ranking.stem);
        }
    }
}

/// The length of the words in which two letters may be transposed, and nothing else.
const TRANSPOSED: usize = 3;

/// Returns how many mistakes a word may have: one below eight letters, otherwise two. A different number isn't a
/// typo.
fn allowed_mistakes(word: &str) -> usize {
    if word.contains(|c: char| c.is_numeric()) {
        return 0;
    }
    match word.chars().count() {
        0..TRANSPOSED => 0,
        TRANSPOSED..8 => 1,
        8..=bounds::CORRECTED_CHARS => 2,
        _ => 0,
    }
}

/// Returns how certain it is that `typed` was meant to be `word`; `None` if it can't have been.
pub fn correctness(typed: &str, word: &str) -> Option<f32> {
    let allowed = allowed_mistakes(typed);
    if allowed == 0 || typed.len().abs_diff(word.len()) > allowed {
        return None;
    }
    let distance = strsim::osa_distance(typed, word);
    (distance <= allowed && may_be(typed, word)).then(|| sureness(typed, word, distance))
}

/// Returns whether a word of three letters has the same letters as `word`; longer words always pass.
fn may_be(typed: &str, word: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let typed = letters(typed);
    typed.len() > TRANSPOSED || typed == letters(word)
}

fn sureness(typed: &str, word: &str, distance: usize) -> f32 {
    let first = typed.chars().next() == word.chars().next();
    match (distance, first) {
        (0, _) => 1.0,
        (1, true) => 0.8,
        (1, false) => 0.65,
        (_, true) => 0.6,
        (_, false) => 0.4,
    }
}

/// Returns the words that `typed` may be a typo for: those with the fewest mistakes, most likely first. For an `open`
/// word without any, returns those whose beginning it may be a typo for.
fn corrections(collection: &Collection, typed: &str, open: bool) -> Vec<(String, f32)> {
    let found = nearest_words(collection, typed);
    if found.is_empty() && open && allowed_mistakes(typed) > 0 {
        return ranked(collection, typed, 1, true);
    }
    found
}

/// Returns the words with the fewest mistakes that `typed` may be a typo for, most likely first.
pub fn nearest_words(collection: &Collection, typed: &str) -> Vec<(String, f32)> {
    let tried = (1..=allowed_mistakes(typed)).map(|distance| ranked(collection, typed, distance, false));
    tried.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
}

fn ranked(collection: &Collection, typed: &str, distance: usize, beginning: bool) -> Vec<(String, f32)> {
    let found = collection.index.similar(typed, distance as u8, beginning);
    let words = found.into_iter().filter(|(word, _)| may_be(typed, word)).map(|(word, entries)| {
        let quality = if beginning {
            MISTYPED_BEGINNING * completeness(typed, &word)
        } else {
            sureness(typed, &word, strsim::osa_distance(typed, &word))
        };
        (word, quality, entries)
    });
    let mut ranked: Vec<(String, f32, u32)> = words.collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| b.2.cmp(&a.2)).then_with(|| a.0.cmp(&b.0)));
    ranked.into_iter().take(bounds::CORRECTIONS).map(|(word, quality, _)| (word, quality)).collect()
}
