//! Two words that are one elsewhere: "drop box" for "dropbox", "birthcertificate" for "birth certificate".

use super::word::{Means, QueryWord};
use crate::faq::collection::{Collection, Term};
use crate::faq::ranking::Ranking;
use crate::faq::stem::Stemmer;

/// Letters that the whole and the longer part of a compound have at least, and the shorter part.
const SHORTEST: usize = 4;
const SHORTEST_PART: usize = 2;

pub fn add(collection: &Collection, ranking: &Ranking, words: &mut [QueryWord]) {
    let vocabulary = &collection.vocabulary;
    for at in 1..words.len() {
        let pair = &mut words[at - 1..=at];
        let whole = format!("{}{}", pair[0].word, pair[1].word);
        if whole.len() >= SHORTEST
            && !pair.iter().all(QueryWord::is_stop_word)
            && let Some(whole) = vocabulary.word(&whole)
        {
            for word in pair {
                word.unknown = false;
                word.add(Term::Word(whole), Means::Joined, ranking.joined);
            }
        }
    }
    let mut stemmer = Stemmer::default();
    for word in words.iter_mut().filter(|word| word.unknown) {
        let splits = word.word.char_indices().map(|(at, _)| word.word.split_at(at));
        let mut part = |part: &str| {
            if vocabulary.word(part).is_none() && vocabulary.stem(part).is_none() {
                return None;
            }
            vocabulary.stem(&stemmer.stem(part))
        };
        let best = splits
            .filter(|(left, right)| {
                left.len().min(right.len()) >= SHORTEST_PART && left.len().max(right.len()) >= SHORTEST
            })
            .filter_map(|(left, right)| Some((left.len().min(right.len()), part(left)?, part(right)?)))
            .max_by_key(|(shorter, ..)| *shorter);
        if let Some((_, left, right)) = best {
            word.add(Term::Pair(left, right), Means::Joined, ranking.joined);
        }
    }
}
