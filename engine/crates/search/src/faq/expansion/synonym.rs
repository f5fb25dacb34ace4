//! Staff's synonyms that begin at each word; also by its stem, as an unfinished last word, or despite a typo in a
//! word that neither the content nor a dictionary has.

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
        // Only a word that is unfinished or unknown may mean a phrase with which it has no stem in common.
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

/// Returns how certain it is that `typed` is a word of a phrase. `inside`: it isn't the first.
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
        return typo::correctness(&typed.word, word)
            .filter(|_| english::commonness(&typed.word) == Commonness::Unknown);
    }
    None
}
