//! What staff say means the same: the synonyms that begin at each word, also by a stem, as an unfinished last word, or
//! through a mistake in one that neither the content nor a dictionary has.

use super::phrase;
use super::prefix::completeness;
use super::typo;
use super::word::{Means, QueryWord};
use crate::faq::collection::Collection;
use crate::faq::ranking::Ranking;
use crate::faq::synonyms::Phrase;
use crate::text::english::{self, Commonness};

pub fn add(collection: &Collection, ranking: &Ranking, words: &mut [QueryWord]) {
    let table = &collection.table;
    let found = (Means::Synonym, ranking.synonym);
    for at in 0..words.len() {
        let word = &words[at];
        // Only an unfinished word, or one that nobody knows, may mean a phrase that it has no stem in common with.
        let begin: Vec<Phrase<'_>> = match word.open || word.unknown {
            true => table.beginning_like(&word.word).collect(),
            false => table.beginning_with(&word.stem).collect(),
        };
        for phrase in begin {
            let sure = |word: &str, stem: &str, typed: &QueryWord, inside| {
                match_word(word, stem, ranking, typed, inside)
            };
            phrase::add(collection, ranking, words, at, phrase, found, sure);
        }
    }
}

/// How surely `typed` is a word of a phrase; `inside` it isn't the first.
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
        // What is spelled right says what it says, here as well.
        return typo::correctness(&typed.word, word)
            .filter(|_| english::commonness(&typed.word) == Commonness::Unknown);
    }
    None
}
