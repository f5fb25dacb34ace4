//! The synonyms that begin at each word, also by a stem, as an unfinished last word, or through a mistake in an unknown
//! one.

use super::prefix::completeness;
use super::typo;
use super::word::{Means, QueryWord};
use crate::faq::collection::{Collection, Term};
use crate::faq::ranking::Ranking;
use crate::faq::synonyms::Phrase;
use crate::text::english::StopWord;

pub fn add(collection: &Collection, ranking: &Ranking, words: &mut [QueryWord]) {
    let table = &collection.table;
    for at in 0..words.len() {
        for id in table.beginning_like(&words[at].word) {
            let Some((covered, sure)) = match_phrase(&table.phrases[*id], ranking, words, at) else {
                continue;
            };
            for target in table.finds(*id) {
                if ranking.distinct && said(&table.phrases[*target], words, &covered) {
                    continue;
                }
                for place in &covered {
                    add_phrase(
                        collection,
                        ranking,
                        &mut words[*place],
                        *target,
                        (Means::Synonym, ranking.synonym * sure),
                    );
                }
            }
        }
    }
}

/// Whether the query says a phrase itself: then its synonyms need not, and an entry that has both comes first.
pub fn said(phrase: &Phrase, words: &[QueryWord], covered: &[usize]) -> bool {
    let others = || (0..).zip(words).filter(|(at, _)| !covered.contains(at)).map(|(_, word)| word);
    phrase.stems.iter().all(|stem| others().any(|word| word.stem == *stem))
}

pub fn add_phrase(
    collection: &Collection,
    ranking: &Ranking,
    word: &mut QueryWord,
    phrase: usize,
    (means, quality): (Means, f32),
) {
    let Phrase { words, stems, .. } = collection.phrase(phrase);
    let ([one], [stem]) = (words.as_slice(), stems.as_slice()) else {
        return word.add(Term::Phrase(phrase), means, quality);
    };
    if let Some(one) = collection.vocabulary.word(one) {
        word.add(Term::Word(one), means, quality);
    }
    if let Some(stem) = collection.vocabulary.stem(stem) {
        word.add(Term::Stem(stem), means, quality * ranking.stem);
    }
}

/// The words of the query that a phrase of the table covers from `at` on, and how surely.
fn match_phrase(
    phrase: &Phrase,
    ranking: &Ranking,
    words: &[QueryWord],
    at: usize,
) -> Option<(Vec<usize>, f32)> {
    let mut covered = Vec::new();
    let mut sure = 1.0_f32;
    let mut next = at;
    for (number, (word, stem)) in phrase.words.iter().zip(&phrase.stems).enumerate() {
        if number > 0 {
            while next + 1 < words.len()
                && words[next].word != *word
                && words[next].stop == Some(StopWord::Grammatical)
            {
                next += 1;
            }
        }
        sure = sure.min(match_word(word, stem, ranking, words.get(next)?, number > 0)?);
        covered.push(next);
        next += 1;
    }
    Some((covered, sure))
}

/// How surely `typed` is a word of a phrase; `inside` it is not the first.
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
        return typo::correctness(&typed.word, word);
    }
    None
}
