//! Compounds and their parts: "drop box" and "dropbox", "birthcertificate" and "birth certificate". They're one word, in
//! what it weighs and in what covers it.

use super::word::{Means, QueryWord};
use crate::faq::collection::{Collection, Term};
use crate::faq::ranking::Ranking;
use crate::faq::stem::Stemmer;

/// Letters that the whole and the longer part of a compound have at least, and the shorter part.
const SHORTEST: usize = 4;
const SHORTEST_PART: usize = 2;

/// Makes one word of two that the collection also has as one, and finds the parts of such a word. Whether any two became one.
pub fn join(collection: &Collection, ranking: &Ranking, words: &mut Vec<QueryWord>) -> bool {
    if ranking.joined == 0.0 {
        return false;
    }
    let before = words.len();
    let mut at = 1;
    while at < words.len() {
        let [left, right] = &words[at - 1..=at] else { break };
        let whole = format!("{}{}", left.word, right.word);
        let both_stop = left.is_stop_word() && right.is_stop_word();
        match collection.vocabulary.word(&whole) {
            Some(whole) if !both_stop && collection.vocabulary.text_of(whole).len() >= SHORTEST => {
                let joined = one(collection, ranking, left, right, whole);
                words.splice(at - 1..=at, [joined]);
            }
            _ => at += 1,
        }
    }
    let mut stemmer = Stemmer::default();
    for word in words.iter_mut() {
        if let Some((left, right)) = parts(collection, word, &mut stemmer) {
            word.add(Term::Pair(left, right), Means::Joined, ranking.joined);
        }
    }
    words.len() < before
}

/// Two words as one: the whole, or both in one field, and little where an entry has a part alone.
fn one(
    collection: &Collection,
    ranking: &Ranking,
    left: &QueryWord,
    right: &QueryWord,
    whole: u32,
) -> QueryWord {
    let mut word = QueryWord {
        word: collection.vocabulary.text_of(whole).to_owned(),
        stem: collection.vocabulary.stem_text(collection.vocabulary.stem_of(whole)).to_owned(),
        stop: None,
        weight: 1.0,
        expansions: Vec::new(),
        open: right.open,
        unknown: false,
        region: None,
    };
    word.add(Term::Word(whole), Means::Joined, 1.0);
    word.add(Term::Stem(collection.vocabulary.stem_of(whole)), Means::Joined, ranking.stem);
    let stems = [left, right].map(|part| collection.vocabulary.stem(&part.stem));
    if let [Some(left), Some(right)] = stems {
        word.add(Term::Pair(left, right), Means::Joined, 1.0);
    }
    for synonym in left.expansions.iter().filter(|expansion| expansion.means == Means::Synonym) {
        if right.expansions.iter().any(|other| other.term == synonym.term) {
            word.add(synonym.term, Means::Synonym, synonym.quality);
        }
    }
    for (part, stem) in [left, right].into_iter().zip(stems) {
        if let (Some(stem), false) = (stem, part.is_stop_word()) {
            word.add(Term::Stem(stem), Means::Joined, ranking.part);
        }
    }
    word
}

/// The stems of two words of the collection that are this word: for an unknown word any, for a known one such as stand
/// side by side somewhere.
fn parts(collection: &Collection, word: &QueryWord, stemmer: &mut Stemmer) -> Option<(u32, u32)> {
    if let Some(number) = collection.vocabulary.word(&word.word)
        && let Some(parts) = collection.compounds.get(&number)
    {
        return Some(*parts);
    }
    if !word.unknown {
        return None;
    }
    let vocabulary = &collection.vocabulary;
    let mut part = |part: &str| {
        let stem = vocabulary.stem(&stemmer.stem(part))?;
        (vocabulary.word(part).is_some() || vocabulary.stem_text(stem) == part).then_some(stem)
    };
    let splits = word.word.char_indices().map(|(at, _)| word.word.split_at(at));
    splits
        .map(|(left, right)| (left.len().min(right.len()), left, right))
        .filter(|(shorter, left, right)| *shorter >= SHORTEST_PART && left.len().max(right.len()) >= SHORTEST)
        .filter_map(|(shorter, left, right)| Some((shorter, part(left)?, part(right)?)))
        .max_by_key(|(shorter, ..)| *shorter)
        .map(|(_, left, right)| (left, right))
}
