//! What people say for one another in everyday English, below what staff say means the same.
//!
//! Only for words as they are or by their stem: neither a beginning nor a mistake is sure enough.

use super::synonym::{add_phrase, said};
use super::word::{Means, QueryWord};
use crate::faq::collection::Collection;
use crate::faq::ranking::Ranking;
use crate::faq::synonyms::{ENGLISH, Phrase};
use crate::text::english::StopWord;

pub fn add(collection: &Collection, ranking: &Ranking, words: &mut [QueryWord]) {
    if ranking.thesaurus == 0.0 {
        return;
    }
    let before = collection.table.phrases.len();
    for at in 0..words.len() {
        for id in ENGLISH.beginning_with(&words[at].stem) {
            let Some(covered) = places(&ENGLISH.phrases[*id], words, at) else { continue };
            for target in ENGLISH.finds(*id) {
                if ranking.distinct && said(&ENGLISH.phrases[*target], words, &covered) {
                    continue;
                }
                for place in &covered {
                    let sure = (Means::Thesaurus, ranking.thesaurus);
                    add_phrase(collection, ranking, &mut words[*place], before + *target, sure);
                }
            }
        }
    }
}

/// The places of the words of a phrase from `at` on, grammatical words between them not counted.
fn places(phrase: &Phrase, words: &[QueryWord], at: usize) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    let mut next = at;
    for stem in &phrase.stems {
        while words.get(next)?.stem != *stem {
            if places.is_empty() || words[next].stop != Some(StopWord::Grammatical) {
                return None;
            }
            next += 1;
        }
        places.push(next);
        next += 1;
    }
    Some(places)
}
