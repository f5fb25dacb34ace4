//! A phrase of the synonyms or of the thesaurus in a query, and what it finds.

use super::word::{Means, QueryWord};
use crate::faq::collection::{Collection, Term};
use crate::faq::ranking::Ranking;
use crate::faq::synonyms::{Phrase, Table};
use crate::text::english::StopWord;

/// What the phrases of a table find.
pub struct Found<'a> {
    pub table: &'a Table,
    /// How many phrases the collection counts before those of this table.
    pub before: usize,
    pub means: Means,
    /// What is found so is worth beside the word itself.
    pub quality: f32,
}

/// Where the query has the phrase `id` from `at` on, adds what it finds to the words that it covers. `sure` says how surely a typed
/// word is a word of the phrase, given with its stem, and whether it isn't the first.
pub fn add(
    collection: &Collection,
    ranking: &Ranking,
    words: &mut [QueryWord],
    at: usize,
    id: usize,
    found: &Found<'_>,
    sure: impl Fn(&str, &str, &QueryWord, bool) -> Option<f32>,
) {
    let Some((covered, sure)) = places(&found.table.phrases[id], words, at, sure) else { return };
    for target in found.table.finds(id) {
        if ranking.distinct && said(&found.table.phrases[*target], words, &covered) {
            continue;
        }
        for place in &covered {
            let term = found.before + *target;
            add_term(collection, ranking, &mut words[*place], term, found.means, found.quality * sure);
        }
    }
}

/// The places of the words of a phrase from `at` on, grammatical words and names between them not counted, and how surely they are its words.
fn places(
    phrase: &Phrase,
    words: &[QueryWord],
    at: usize,
    sure: impl Fn(&str, &str, &QueryWord, bool) -> Option<f32>,
) -> Option<(Vec<usize>, f32)> {
    let mut covered = Vec::new();
    let mut least = 1.0_f32;
    let mut next = at;
    for (number, (word, stem)) in phrase.words.iter().zip(&phrase.stems).enumerate() {
        if number > 0 {
            while next + 1 < words.len()
                && words[next].word != *word
                && matches!(words[next].stop, Some(StopWord::Grammatical | StopWord::Name))
            {
                next += 1;
            }
        }
        least = least.min(sure(word, stem, words.get(next)?, number > 0)?);
        covered.push(next);
        next += 1;
    }
    Some((covered, least))
}

/// Whether the query says a phrase itself: then its synonyms need not, and an entry that has both comes first.
fn said(phrase: &Phrase, words: &[QueryWord], covered: &[usize]) -> bool {
    let others = || (0..).zip(words).filter(|(at, _)| !covered.contains(at)).map(|(_, word)| word);
    phrase.stems.iter().all(|stem| others().any(|word| word.stem == *stem))
}

fn add_term(
    collection: &Collection,
    ranking: &Ranking,
    word: &mut QueryWord,
    phrase: usize,
    means: Means,
    quality: f32,
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
