//! Compounds and their parts: "drop box" finds the collection's "dropbox", and "birthcertificate" finds its "birth
//! certificate".

use super::word::{Means, QueryWord};
use crate::faq::collection::{Collection, Term};
use crate::faq::ranking::Ranking;
use crate::text::english::{Commonness, commonness};

/// The fewest letters of the whole and of the longer part of a compound, and of the shorter part.
const SHORTEST: usize = 4;
const SHORTEST_PART: usize = 2;

/// Lets two adjacent words each mean their compound, if the collection has it.
pub fn join(collection: &Collection, ranking: &Ranking, words: &mut [QueryWord]) {
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

/// Splits a word that isn't in the dictionary into two that the collection has; of several splits, takes the one whose
/// shorter part is longest.
pub fn parts<'w>(collection: &Collection, word: &'w str) -> Option<[&'w str; 2]> {
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
