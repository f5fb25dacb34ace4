//! What a list of queries shows to be missing in the FAQ and its synonyms, with a proposal for each gap.
//!
//! Asks the search ([`crate::faq`]) and reads its explanation; reads no file and prints nothing.

mod near;

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::faq::explain::{ExplainedHit, ExplainedWord};
use crate::faq::{Index, Means, Query};
use crate::text::english::{Commonness, commonness, is_everyday};
use near::Collection;

pub use near::Near;

/// Entries that are named beside a gap.
const NEAR: usize = 3;

/// Queries that are shown of those that have a missing word.
const EXAMPLES: usize = 3;

/// Words of a query that may be proposed as one phrase: nobody types a longer one a second time.
const PHRASE: usize = 4;

/// What is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Gaps {
    /// How many queries were tried.
    pub queries: usize,
    /// Words that no entry, tag or synonym has: everyday words last, the most frequent first.
    pub words: Vec<WordGap>,
    /// Queries that find nothing, the most frequent first.
    pub nothing: Vec<QueryGap>,
    /// Queries that find nothing but weak matches, the most frequent first.
    pub weak: Vec<QueryGap>,
}

/// A word of the queries that nothing has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WordGap {
    /// Folded.
    pub word: String,
    /// How many queries have it, each as often as it is in the list.
    pub queries: usize,
    /// People say it whatever they talk about, so that it can't mean a topic alone.
    pub everyday: bool,
    /// Some of the queries.
    pub examples: Vec<String>,
    /// A word of a question or a tag that is spelled much like it.
    pub near_word: Option<String>,
    /// Entries that its queries come nearest to, the nearest first.
    pub near: Vec<Near>,
    /// A line for `search.yaml`; none for an everyday word, and where no entry is near.
    pub proposal: Option<String>,
}

/// A query that finds too little.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct QueryGap {
    pub query: String,
    /// How often it is in the list.
    pub times: usize,
    /// The entries that come nearest, the nearest first.
    pub near: Vec<Near>,
    /// A line for `search.yaml`; none where a missing word has one, for a long query, for one that has
    /// only everyday words, and where no entry is near.
    pub proposal: Option<String>,
}

impl Gaps {
    /// Whether nothing is missing.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.nothing.is_empty() && self.weak.is_empty()
    }
}

/// Tries `queries` on the index. Queries that differ only by case and outer blanks are one.
pub fn find<'a>(index: &Index, queries: impl IntoIterator<Item = &'a str>) -> Gaps {
    let collection = Collection::new(index);
    let asked = distinct(queries);
    let mut gaps = Gaps { queries: 0, words: Vec::new(), nothing: Vec::new(), weak: Vec::new() };
    let mut at: FxHashMap<String, usize> = FxHashMap::default();
    let mut votes: Vec<FxHashMap<usize, usize>> = Vec::new();
    for (text, times) in asked {
        gaps.queries += times;
        let found = index.explain(&Query { limit: NEAR, ..Query::new(text) });
        // Another office answers it: here nothing is missing.
        if !found.elsewhere.is_empty() && found.hits.iter().all(|hit| hit.weak) {
            continue;
        }
        let missing: Vec<&str> =
            found.words.iter().filter(|word| is_missing(word, &found.hits)).map(|word| &*word.word).collect();
        let near_word = |word: &&str| collection.near_word(word).map(|(_, entries)| entries);
        let spelled_alike = missing.iter().filter_map(near_word).flatten().copied();
        let hits = found.hits.iter().map(|hit| hit.number - 1);
        let mut near: Vec<usize> = Vec::new();
        for entry in hits.chain(spelled_alike) {
            if near.len() < NEAR && !near.contains(&entry) {
                near.push(entry);
            }
        }
        for word in &missing {
            let place = *at.entry((*word).to_owned()).or_insert_with(|| {
                gaps.words.push(word_gap(word, &collection));
                votes.push(FxHashMap::default());
                votes.len() - 1
            });
            let gap = &mut gaps.words[place];
            gap.queries += times;
            if gap.examples.len() < EXAMPLES {
                gap.examples.push(found.query.clone());
            }
            for (rank, entry) in near.iter().enumerate() {
                *votes[place].entry(*entry).or_default() += times * (NEAR - rank);
            }
        }
        if found.hits.iter().any(|hit| !hit.weak) {
            continue;
        }
        let words: Vec<&str> = found.words.iter().map(|word| &*word.word).collect();
        let covered = missing.iter().any(|word| !is_everyday(word));
        let telling = words.len() <= PHRASE && !words.iter().all(|word| is_everyday(word));
        let proposal = near.first().filter(|_| telling && !covered);
        let list = if found.hits.is_empty() { &mut gaps.nothing } else { &mut gaps.weak };
        list.push(QueryGap {
            times,
            near: near.iter().map(|entry| collection.near(*entry)).collect(),
            proposal: proposal.map(|entry| collection.proposal(&words.join(" "), *entry)),
            query: found.query,
        });
    }
    for (gap, votes) in gaps.words.iter_mut().zip(votes) {
        let mut entries: Vec<(usize, usize)> = votes.into_iter().collect();
        entries.sort_by_key(|(entry, votes)| (Reverse(*votes), *entry));
        entries.truncate(NEAR);
        gap.near = entries.iter().map(|(entry, _)| collection.near(*entry)).collect();
        let nearest = entries.first().filter(|_| !gap.everyday);
        gap.proposal = nearest.map(|(entry, _)| collection.proposal(&gap.word, *entry));
    }
    // Stable: what is alike stays in the list's order.
    gaps.words.sort_by_key(|gap| (gap.everyday, Reverse(gap.queries)));
    gaps.nothing.sort_by_key(|gap| Reverse(gap.times));
    gaps.weak.sort_by_key(|gap| Reverse(gap.times));
    gaps
}

/// Each query once, with how often it is there, in the list's order.
fn distinct<'a>(queries: impl IntoIterator<Item = &'a str>) -> Vec<(&'a str, usize)> {
    let mut at: FxHashMap<String, usize> = FxHashMap::default();
    let mut all: Vec<(&str, usize)> = Vec::new();
    for text in queries.into_iter().map(str::trim).filter(|text| !text.is_empty()) {
        let place = *at.entry(text.to_lowercase()).or_insert_with(|| {
            all.push((text, 0));
            all.len() - 1
        });
        all[place].1 += 1;
    }
    all
}

fn word_gap(word: &str, collection: &Collection) -> WordGap {
    WordGap {
        word: word.to_owned(),
        queries: 0,
        everyday: is_everyday(word),
        examples: Vec::new(),
        near_word: collection.near_word(word).map(|(word, _)| word.to_owned()),
        near: Vec::new(),
        proposal: None,
    }
}

/// Whether no entry, tag or synonym has a word. One that is spelled right means itself: neither what
/// it may be a mistake for nor what it may be the beginning of stands for it. What the thesaurus says
/// for it does where an entry among the first has that.
fn is_missing(word: &ExplainedWord, hits: &[ExplainedHit]) -> bool {
    let says_something = word.word.chars().any(char::is_alphabetic) && word.word.chars().nth(1).is_some();
    let unknown = commonness(&word.word) == Commonness::Unknown;
    let found_by = |means: Means| {
        hits.iter().flat_map(|hit| &hit.words).any(|found| found.word == word.word && found.means == means)
    };
    let had = word.expansions.iter().any(|expansion| match expansion.means {
        Means::Prefix | Means::Typo => unknown,
        Means::Thesaurus => found_by(Means::Thesaurus),
        _ => true,
    });
    says_something && !had && !word.stop_word
}

#[cfg(test)]
mod tests;
