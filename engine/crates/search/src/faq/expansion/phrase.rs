//! A phrase of the synonyms or the thesaurus in a query, and what it finds.

use super::word::{Means, QueryWord};
use crate::faq::collection::{Collection, Term};
use crate::faq::ranking::Ranking;
use crate::faq::synonyms::Phrase;
use crate::text::english::{StopWord, stop_word};

/// If the query has the phrase at `at`, adds what the phrase finds to the words that it covers, with the given means
/// and a worth of `quality` relative to the word itself. `sure` takes a word of the phrase, its stem, the typed word,
/// and whether the word isn't the first; it returns how certain the match is.
pub fn add(
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

/// Returns the positions of a phrase's words from `at`, skipping grammatical words and names between them, and how
/// certain the match is.
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
        // A region's name that begins with "New" doesn't contain "new ballot". But the "up" of "sign up" before a
        // name isn't part of the name.
        let is_name = typed.stop == Some(StopWord::Name) && stop_word(&typed.word).is_none();
        least = least.min(sure(word, stem, typed, number > 0).filter(|_| !is_name)?);
        covered.push(next);
        next += 1;
    }
    Some((covered, least))
}
