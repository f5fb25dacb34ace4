//! A phrase of the synonyms or of the thesaurus in a query, and what it finds.

use super::word::{Means, QueryWord};
use crate::faq::collection::{Collection, Term};
use crate::faq::ranking::Ranking;
use crate::faq::synonyms::Phrase;
use crate::text::english::{StopWord, stop_word};

/// Where the query has the phrase from `at` on, adds what it finds to the words that it covers: by these means, and what is
/// found so is worth `quality` beside the word itself. `sure` says how surely a typed word is a word of the phrase, given
/// with its stem, and whether it isn't the first.
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

/// The places of the words of a phrase from `at` on, grammatical words and names between them not counted, and how surely they are its words.
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
        // A name that begins with "New" has no "new ballot" in it; the "up" of "sign up" before one is no word of the name.
        let is_name = typed.stop == Some(StopWord::Name) && stop_word(&typed.word).is_none();
        least = least.min(sure(word, stem, typed, number > 0).filter(|_| !is_name)?);
        covered.push(next);
        next += 1;
    }
    Some((covered, least))
}
