//! Reading a query: for each of its words, every term of the index that it may mean.
//!
//! In this order: the [word itself](itself) with its stem and family, the [compound] that it's part of, the curated
//! [synonyms](synonym), the [thesaurus] of everyday English, then the words that it may be the [beginning](prefix)
//! of, and, only for a word that is otherwise unknown, those that it may be a [typo] for.

mod compound;
mod itself;
mod names;
mod phrase;
mod prefix;
mod synonym;
mod thesaurus;
mod typo;
mod word;

use super::bounds;
use super::collection::Collection;
use super::ranking::Ranking;
use super::stem::stem;
use super::tokenizer::{Token, tokenize};
use crate::text::english::{StopWord, stop_word};
use names::Named;

pub use word::{Expansion, Means, QueryWord};

/// Returns every word of `query` with its expansions.
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
        word.expansions.truncate(bounds::EXPANSIONS);
    }
    words
}

/// Returns the distinct words of a query.
fn words(collection: &Collection, ranking: &Ranking, query: &str) -> Vec<QueryWord> {
    let mut words: Vec<(String, Option<Named>)> = Vec::new();
    let tokens: Vec<Token> = tokenize(query).into_iter().filter(|token| !token.joined).collect();
    let open = tokens.last().is_some_and(|last| last.end == query.chars().count());
    let names = names::find(collection, query, &tokens, open);
    for (token, named) in tokens.into_iter().zip(names) {
        let is_word =
            named.is_some() || ranking.joined == 0.0 || collection.has(&token.text, &stem(&token.text));
        let apart = if is_word { None } else { compound::parts(collection, &token.text) };
        for word in apart.map_or_else(|| vec![token.text.clone()], |parts| parts.map(str::to_owned).into()) {
            // A repeated word counts once, in its last position, where it may be unfinished.
            words.retain(|(other, name)| (other, name.is_some()) != (&word, named.is_some()));
            words.push((word, named));
        }
    }
    words.truncate(bounds::QUERY_WORDS);
    // A name doesn't finish the word before it: the "req" of "ID req" may be unfinished even if a name follows.
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
