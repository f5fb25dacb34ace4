//! Everyday English equivalents, ranked below staff's synonyms.
//!
//! Only for words as typed or by their stem: neither a beginning nor a typo is certain enough.

use super::phrase;
use super::word::{Means, QueryWord};
use crate::faq::collection::Collection;
use crate::faq::ranking::Ranking;
use crate::faq::thesaurus::ENGLISH;

pub fn add(collection: &Collection, ranking: &Ranking, words: &mut [QueryWord]) {
    let found = (Means::Thesaurus, ranking.thesaurus);
    for at in 0..words.len() {
        let stem = words[at].stem.clone();
        for phrase in ENGLISH.beginning_with(&stem) {
            let same = |_: &str, stem: &str, typed: &QueryWord, _| (typed.stem == stem).then_some(1.0);
            phrase::add(collection, ranking, words, at, phrase, found, same);
        }
    }
}
