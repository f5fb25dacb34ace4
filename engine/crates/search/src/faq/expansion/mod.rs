//! Expands a query: for each of its words, finds every term of the index that the word may mean.
//!
//! In this order: the word itself with its stem and family, the compound that it's part of, its
//! [equivalents], first staff's synonyms and then the thesaurus of everyday English, then the words that it may be the
//! beginning of, and, only for a word that is otherwise unknown, those that it may be a typo for (see [`spelling`]).

mod equivalents;
mod names;
mod spelling;
mod word;

use super::library::{Collection, Term};
use super::query::{EXPANSIONS, QUERY_WORDS};
use super::ranking::Ranking;
use super::words::{WordToken, stem, tokenize};
use crate::text::english::{StopWord, stop_word};
use names::NameWord;

pub use word::{Expansion, Means, QueryWord};

/// Returns every word of `query` with its expansions.
pub fn expand(collection: &Collection, ranking: &Ranking, query: &str) -> Vec<QueryWord> {
    let mut words = words(collection, ranking, query);
    for word in &mut words {
        add_itself(collection, ranking, word);
    }
    spelling::join_compounds(collection, ranking, &mut words);
    equivalents::add_synonyms(collection, ranking, &mut words);
    equivalents::add_thesaurus(collection, ranking, &mut words);
    let all_stop = words.iter().all(QueryWord::is_stop_word);
    for word in &mut words {
        spelling::add_completions(collection, ranking, word, all_stop);
        spelling::add_corrections(collection, ranking, word);
        word.expansions.sort_by(|a, b| b.quality.total_cmp(&a.quality).then(a.means.cmp(&b.means)));
        word.expansions.truncate(EXPANSIONS);
    }
    words
}

/// Returns the distinct words of a query.
fn words(collection: &Collection, ranking: &Ranking, query: &str) -> Vec<QueryWord> {
    let mut words: Vec<(String, Option<NameWord>)> = Vec::new();
    let tokens: Vec<WordToken> = tokenize(query).into_iter().filter(|token| !token.joined).collect();
    let open = tokens.last().is_some_and(|last| last.end == query.chars().count());
    let names = names::find(collection, query, &tokens, open);
    for (token, named) in tokens.into_iter().zip(names) {
        let is_word =
            named.is_some() || ranking.joined == 0.0 || collection.has(&token.text, &stem(&token.text));
        let apart = if is_word { None } else { spelling::compound_parts(collection, &token.text) };
        for word in apart.map_or_else(|| vec![token.text.clone()], |parts| parts.map(str::to_owned).into()) {
            // A repeated word counts once, in its last position, where it may be unfinished.
            words.retain(|(other, name)| (other, name.is_some()) != (&word, named.is_some()));
            words.push((word, named));
        }
    }
    words.truncate(QUERY_WORDS);
    // A name doesn't show that the word before it is finished: "req" in "ID req" may be unfinished even if a name
    // follows.
    let last = words.iter().rposition(|(_, named)| named.is_none());
    let words = words.into_iter().enumerate().map(|(at, (word, named))| {
        let stem = stem(&word);
        let stop = named.map_or_else(|| stop_word(&word), |_| Some(StopWord::Name));
        QueryWord {
            stop,
            weight: ranking.weight(stop),
            unknown: stop.is_none() && !collection.has(&word, &stem),
            open: open && Some(at) == last,
            region: named.and_then(|named| named.region),
            expansions: Vec::new(),
            word,
            stem,
        }
    });
    words.collect()
}

/// The maximum number of related stems to add.
const RELATIVES: usize = 6;

/// Adds the word itself, its stem, and other stems of its family.
fn add_itself(collection: &Collection, ranking: &Ranking, word: &mut QueryWord) {
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
