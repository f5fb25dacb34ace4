//! Finds equivalents of a query's phrases in staff's synonyms and, ranked lower, in the thesaurus of everyday English.

use super::spelling::{completeness, correctness};
use super::word::{Means, QueryWord};
use crate::faq::library::{Collection, ENGLISH, Term};
use crate::faq::ranking::Ranking;
use crate::faq::synonyms::Phrase;
use crate::text::english::{Commonness, StopWord, commonness, stop_word};

/// Adds equivalents from staff's synonyms that begin at each word. A word may match by its stem, as an unfinished last
/// word, or, if neither the content nor a dictionary contains it, despite a typo.
pub fn add_synonyms(collection: &Collection, ranking: &Ranking, words: &mut [QueryWord]) {
    let table = &collection.table;
    let found = (Means::Synonym, ranking.synonym);
    for at in 0..words.len() {
        let word = &words[at];
        // Only an unfinished or unknown word may mean a phrase whose first word has a different stem.
        let begin: Vec<Phrase<'_>> = match word.open || word.unknown {
            true => table.beginning_like(&word.word).collect(),
            false => table.beginning_with(&word.stem).collect(),
        };
        for phrase in begin {
            let sure = |word: &str, stem: &str, typed: &QueryWord, inside| {
                match_word(word, stem, ranking, typed, inside)
            };
            add(collection, ranking, words, at, phrase, found, sure);
        }
    }
}

/// Returns how certain it is that `typed` stands for `word`, which is part of a phrase. `inside` means that `word`
/// isn't the phrase's first.
fn match_word(word: &str, stem: &str, ranking: &Ranking, typed: &QueryWord, inside: bool) -> Option<f32> {
    if typed.word == word {
        return Some(1.0);
    }
    if typed.stem == stem {
        return Some(ranking.stem);
    }
    let shortest = if inside { 1 } else { 2 };
    if typed.open
        && (inside || !typed.is_stop_word())
        && typed.word.len() >= shortest
        && word.starts_with(typed.word.as_str())
    {
        return Some(completeness(&typed.word, word));
    }
    if typed.unknown && typed.word.as_bytes().first() == word.as_bytes().first() {
        // A correctly spelled word means what it says, here too.
        return correctness(&typed.word, word).filter(|_| commonness(&typed.word) == Commonness::Unknown);
    }
    None
}

/// Adds everyday English equivalents, but only for words as typed or by their stem: neither an unfinished word nor a
/// typo is certain enough.
pub fn add_thesaurus(collection: &Collection, ranking: &Ranking, words: &mut [QueryWord]) {
    let found = (Means::Thesaurus, ranking.thesaurus);
    for at in 0..words.len() {
        let stem = words[at].stem.clone();
        for phrase in ENGLISH.beginning_with(&stem) {
            let same = |_: &str, stem: &str, typed: &QueryWord, _| (typed.stem == stem).then_some(1.0);
            add(collection, ranking, words, at, phrase, found, same);
        }
    }
}

/// If the query contains the phrase at `at`, adds what the phrase finds to the words that it covers, with the given
/// means and a worth of `quality` relative to the word itself. `sure` takes a word of the phrase, its stem, the typed
/// word, and whether the word isn't the first; it returns how certain the match is.
fn add(
    collection: &Collection,
    ranking: &Ranking,
    words: &mut [QueryWord],
    at: usize,
    phrase: Phrase<'_>,
    (means, quality): (Means, f32),
    sure: impl Fn(&str, &str, &QueryWord, bool) -> Option<f32>,
) {
    let Some((covered, sure)) = places(phrase, words, at, sure) else { return };
    let vocabulary = &collection.vocabulary;
    for (term, word) in phrase.finds() {
        let stem = vocabulary.stem(term).map(Term::Stem);
        let worth = if word.is_some() { ranking.stem } else { 1.0 };
        let word = word.and_then(|word| vocabulary.word(word)).map(Term::Word);
        for place in &covered {
            word.iter().for_each(|word| words[*place].add(*word, means, quality * sure));
            stem.iter().for_each(|stem| words[*place].add(*stem, means, quality * sure * worth));
        }
    }
}

/// Returns the positions of a phrase's words, starting at `at` and skipping grammatical words and names between them,
/// and how certain the match is.
fn places(
    phrase: Phrase<'_>,
    words: &[QueryWord],
    at: usize,
    sure: impl Fn(&str, &str, &QueryWord, bool) -> Option<f32>,
) -> Option<(Vec<usize>, f32)> {
    let mut covered = Vec::new();
    let mut least = 1.0_f32;
    let mut next = at;
    for (number, (word, stem)) in phrase.words().enumerate() {
        if number > 0 {
            while next + 1 < words.len()
                && words[next].word != word
                && matches!(words[next].stop, Some(StopWord::Grammatical | StopWord::Name))
            {
                next += 1;
            }
        }
        let typed = words.get(next)?;
        // The "New" that begins a region's name doesn't also begin "new ballot". But the "up" of "sign up" before a
        // name isn't part of the name.
        let is_name = typed.stop == Some(StopWord::Name) && stop_word(&typed.word).is_none();
        least = least.min(sure(word, stem, typed, number > 0).filter(|_| !is_name)?);
        covered.push(next);
        next += 1;
    }
    Some((covered, least))
}
