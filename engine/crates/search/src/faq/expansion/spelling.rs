//! Words that are written differently from the word that is meant: compounds and their parts, half-typed words, and
//! typos.
//!
//! "Drop box" finds the collection's "dropbox", and "birthcertificate" finds its "birth certificate".

use super::word::{Means, QueryWord};
use crate::faq::library::{Collection, Term};
use crate::faq::query::{COMPLETIONS, CORRECTED_CHARS, CORRECTIONS};
use crate::faq::ranking::Ranking;
use crate::text::english::{Commonness, commonness};

/// The minimum length, in letters, of a compound and of its longer part, and that of its shorter part.
const SHORTEST: usize = 4;
const SHORTEST_PART: usize = 2;

/// Lets two adjacent words each mean their compound, if the collection contains it.
pub fn join_compounds(collection: &Collection, ranking: &Ranking, words: &mut [QueryWord]) {
    let vocabulary = &collection.vocabulary;
    for at in 1..words.len() {
        let [left, right] = &mut words[at - 1..=at] else { continue };
        let whole = format!("{}{}", left.word, right.word);
        let both_stop = left.is_stop_word() && right.is_stop_word();
        let Some(whole) = vocabulary.word(&whole).filter(|_| !both_stop && whole.len() >= SHORTEST) else {
            continue;
        };
        for part in [left, right] {
            part.add(Term::Word(whole), Means::Joined, ranking.joined);
            part.add(Term::Stem(vocabulary.stem_of(whole)), Means::Joined, ranking.joined * ranking.stem);
        }
    }
}

/// Splits a word that isn't in the dictionary into two that the collection contains. If there are several splits, takes
/// the one whose shorter part is longest.
pub fn compound_parts<'w>(collection: &Collection, word: &'w str) -> Option<[&'w str; 2]> {
    if commonness(word) != Commonness::Unknown {
        return None;
    }
    let known = |part: &&str| {
        collection.vocabulary.word(part).is_some() || collection.vocabulary.stem(part).is_some()
    };
    let splits = word.char_indices().map(|(at, _)| <[&str; 2]>::from(word.split_at(at)));
    let lengths =
        |parts: &[&str; 2]| (parts[0].len().min(parts[1].len()), parts[0].len().max(parts[1].len()));
    let fit = |parts: &[&str; 2]| lengths(parts).0 >= SHORTEST_PART && lengths(parts).1 >= SHORTEST;
    splits.filter(|parts| fit(parts) && parts.iter().all(known)).max_by_key(|parts| lengths(parts).0)
}

/// The minimum number of letters for an unknown word that isn't the last to count as unfinished.
const MIN_HALF_WORD: usize = 3;

/// Adds the words that a half-typed word may become.
pub fn add_completions(collection: &Collection, ranking: &Ranking, word: &mut QueryWord, all_stop: bool) {
    let long = word.word.chars().count() >= MIN_HALF_WORD;
    if !(word.open || (word.unknown && long)) {
        return;
    }
    // "can i do" is more likely to continue with another word than to become "can i document".
    let unlikely = !word.open || (word.is_stop_word() && !all_stop);
    let sure = if unlikely { ranking.half_word } else { 1.0 };
    for (longer, quality) in completions(collection, &word.word) {
        word.add(Term::Word(longer), Means::Prefix, quality * sure);
    }
}

/// Returns the words that begin with `typed`, most likely first, each with its certainty.
fn completions(collection: &Collection, typed: &str) -> Vec<(u32, f32)> {
    let mut all: Vec<(String, f32, f32)> = Vec::new();
    for (word, entries) in collection.index.similar(typed, 0, true) {
        let quality = completeness(typed, &word);
        all.push((word, quality, quality * (1.0 + entries as f32).ln()));
    }
    all.sort_unstable_by(|a, b| b.2.total_cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
    let known = all.into_iter().take(COMPLETIONS);
    known.filter_map(|(word, quality, _)| Some((collection.vocabulary.word(&word)?, quality))).collect()
}

/// Returns how certain it is that `typed` is the beginning of `word`.
pub fn completeness(typed: &str, word: &str) -> f32 {
    0.5 + 0.4 * (typed.len() as f32 / word.len().max(1) as f32).min(1.0)
}

/// The certainty of correcting a word that is both unfinished and misspelled, relative to a finished one.
const MISTYPED_BEGINNING: f32 = 0.8;

/// Adds the words that an unknown word may be a typo for.
pub fn add_corrections(collection: &Collection, ranking: &Ranking, word: &mut QueryWord) {
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

/// The length of the words whose only possible typo is two transposed letters.
const TRANSPOSED: usize = 3;

/// Returns how many mistakes a word may have: one if it has fewer than eight letters, otherwise two. A word with digits
/// may not have any, since a different number isn't a typo.
fn allowed_mistakes(word: &str) -> usize {
    if word.contains(|c: char| c.is_numeric()) {
        return 0;
    }
    match word.chars().count() {
        0..TRANSPOSED => 0,
        TRANSPOSED..8 => 1,
        8..=CORRECTED_CHARS => 2,
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

/// Returns the words that `typed` may be a typo for: those with the fewest mistakes, most likely first. If there are
/// none and the word is `open`, returns those whose beginning it may be a typo for.
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
    ranked.into_iter().take(CORRECTIONS).map(|(word, quality, _)| (word, quality)).collect()
}
