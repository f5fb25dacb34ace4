//! Reading a query: for each of its words, every term of the index that it may mean.
//!
//! In this order: the [word itself](itself) with its stem and family, the [compound] that it's a part of, the curated
//! [synonyms](synonym), the [thesaurus] of everyday English, then what it may be the [beginning](prefix) of,
//! and, only if nobody knows the word, what it may be a [mistake](typo) for.

mod compound;
mod itself;
mod phrase;
mod prefix;
mod synonym;
mod thesaurus;
mod typo;
mod word;

use super::bounds;
use super::collection::{Collection, Term};
use super::ranking::Ranking;
use super::stem::stem;
use super::tokenizer::tokenize;
use crate::text::english::stop_word;

pub use thesaurus::ENGLISH;
pub use word::{Expansion, Means, QueryWord};

/// Every word of `query` with its expansions.
pub fn expand(collection: &Collection, ranking: &Ranking, query: &str) -> Vec<QueryWord> {
    let mut words = words(collection, ranking, query);
    for word in &mut words {
        itself::add(collection, ranking, word);
    }
    compound::join(collection, ranking, &mut words);
    synonym::add(collection, ranking, &mut words);
    thesaurus::add(collection, ranking, &mut words);
    let all_stop = words.iter().all(QueryWord::is_stop_word);
    for word in &mut words {
        prefix::add(collection, ranking, word, all_stop);
        typo::add(collection, ranking, word);
        word.expansions.sort_by(|a, b| b.quality.total_cmp(&a.quality).then(a.means.cmp(&b.means)));
        drop_repeated(collection, word);
        word.expansions.truncate(bounds::EXPANSIONS);
    }
    words
}

/// Drops stems that only one word has which is there as surely: its postings are the same.
fn drop_repeated(collection: &Collection, word: &mut QueryWord) {
    let all = word.expansions.clone();
    let surer =
        |term: Term, quality: f32| all.iter().any(|other| other.term == term && other.quality >= quality);
    word.expansions.retain(|expansion| match expansion.term {
        Term::Stem(stem) => match collection.vocabulary.words_of(stem) {
            [only] => !surer(Term::Word(*only), expansion.quality),
            _ => true,
        },
        _ => true,
    });
}

/// The words of a query, each once.
fn words(collection: &Collection, ranking: &Ranking, query: &str) -> Vec<QueryWord> {
    let vocabulary = &collection.vocabulary;
    let is_known = |word: &str| {
        let stem = stem(word);
        let known = vocabulary.word(word).is_some()
            || vocabulary.stem(&stem).is_some()
            || collection.table.knows(&stem);
        (known, stem)
    };
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    let length = query.chars().count();
    for token in tokenize(query).into_iter().filter(|token| !token.joined) {
        open = token.end == length;
        // Said twice it counts once, in its last place, where it may be unfinished.
        let apart = if ranking.joined == 0.0 || is_known(&token.text).0 {
            None
        } else {
            compound::parts(collection, &token.text)
        };
        for word in apart.map_or_else(|| vec![token.text.clone()], |parts| parts.map(str::to_owned).into()) {
            words.retain(|other| *other != word);
            words.push(word);
        }
    }
    words.truncate(bounds::QUERY_WORDS);
    let last = words.len().saturating_sub(1);
    let words = words.into_iter().enumerate().map(|(at, word)| {
        let (known, stem) = is_known(&word);
        let stop = stop_word(&word);
        QueryWord {
            stop,
            weight: ranking.weight(stop),
            unknown: !known && stop.is_none(),
            open: open && at == last,
            expansions: Vec::new(),
            word,
            stem,
        }
    });
    words.collect()
}
