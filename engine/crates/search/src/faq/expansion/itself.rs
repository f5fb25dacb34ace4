//! The word itself, its stem, and other stems of its family.

use super::word::{Means, QueryWord};
use crate::faq::collection::{Collection, Term};
use crate::faq::ranking::Ranking;

/// The most related stems that are followed.
const RELATIVES: usize = 6;

pub fn add(collection: &Collection, ranking: &Ranking, word: &mut QueryWord) {
    let vocabulary = &collection.vocabulary;
    if let Some(exact) = vocabulary.word(&word.word) {
        word.add(Term::Word(exact), Means::Exact, 1.0);
    }
    if let Some(stem) = vocabulary.stem(&word.stem) {
        word.add(Term::Stem(stem), Means::Stem, ranking.stem);
    }
    if !word.is_stop_word() {
        let relatives: Vec<u32> = vocabulary.relatives(&word.stem).take(RELATIVES).collect();
        for relative in relatives {
            word.unknown &= !collection.is_of_entries(relative);
            word.add(Term::Stem(relative), Means::Stem, ranking.family);
        }
    }
}
