//! The FAQ search: an index in memory that is built once per snapshot and asked on every keystroke.
//!
//! The only module that names tantivy. Takes plain entries and synonyms, answers the bodies of the
//! public interface ([`crate::api::faq`]); no input or output, no error that a caller could cause:
//! any text is a query, and what one query may cost is bounded (see [`bounds`]).
//! Nothing of any one collection may stand here: ranking is for FAQs, not for one FAQ.
//!
//! From text to answer: [`text`] cuts words, [`laid`] keeps them, each [`stretch`] of the entries sorts which has which
//! ([`runs`]), their [`layout`] joins them and has the [`lists`] written.
//! [`expand`] reads a query (with [`beginnings`], [`synonyms`] and, in the term dictionaries, [`lookup`]), [`score`]
//! has every [`span`] of the entries sum what [`postings`] bring, [`refine`] orders the best, [`marks`] and [`snippet`]
//! show what matched, [`explain`] says why.

mod answer;
mod beginnings;
mod best;
pub mod bounds;
mod collection;
mod expand;
pub mod explain;
mod laid;
mod layout;
mod light;
mod lists;
mod lookup;
mod marks;
mod postings;
mod refine;
mod runs;
mod score;
mod side_by_side;
mod snippet;
mod span;
mod stretch;
mod synonyms;
mod text;
mod vocabulary;

use crate::api::faq::FaqEntry;
use collection::Collection;

pub use answer::{Answer, Hit};
pub use expand::Means;
pub use synonyms::{SynonymRule, Synonyms};

/// Entries of an answer unless the query says otherwise.
pub const DEFAULT_LIMIT: usize = 100;

/// Entries of an answer at most (`api.md`).
pub const MAX_LIMIT: usize = 1_000;

/// An entry of the FAQ.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    pub question: String,
    /// Markdown, links resolved.
    pub answer: String,
    /// The answer as plain text: what is searched and what snippets are cut from.
    pub answer_text: String,
    pub tags: Vec<String>,
    pub category: String,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// As it was typed. A last word that nothing follows is taken to be unfinished.
    pub text: String,
    /// Answer only entries of this category.
    pub category: Option<String>,
    /// At most [`MAX_LIMIT`].
    pub limit: usize,
    pub offset: usize,
}

impl Query {
    /// A query for the first [`DEFAULT_LIMIT`] entries of all categories.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), category: None, limit: DEFAULT_LIMIT, offset: 0 }
    }
}

/// The entries of a snapshot, searchable.
pub struct Index {
    collection: Collection,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index").field("entries", &self.len()).finish_non_exhaustive()
    }
}

impl Index {
    /// Builds the index; entries keep their order, which is that of an empty query.
    pub fn build(entries: Vec<Entry>, synonyms: &Synonyms) -> Self {
        let collection = Collection::new(entries, synonyms);
        Self { collection: collection.expect("an index in memory has no storage that could fail") }
    }

    /// The entries that match, the best first.
    pub fn search(&self, query: &Query) -> Answer {
        side_by_side::within(self.collection.spans().count(), || answer::search(&self.collection, query))
    }

    /// The answers to many queries, in their order; every core takes a part of them.
    pub fn search_all(&self, queries: &[Query]) -> Vec<Answer> {
        side_by_side::side_by_side(queries, |query| self.search(query))
    }

    /// Why the entries match: every word, what it matched, by which means, what it scored.
    pub fn explain(&self, query: &Query) -> explain::Explanation {
        explain::explain(&self.collection, query)
    }

    /// The entry of this id.
    pub fn entry(&self, id: &str) -> Option<FaqEntry> {
        let at = self.collection.by_id.get(id)?;
        Some(answer::entry(&self.collection, *at))
    }

    /// All entries, in content's order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = FaqEntry> + '_ {
        (0..self.collection.entries.len()).map(|at| answer::entry(&self.collection, at))
    }

    /// The categories, in content's order.
    pub fn categories(&self) -> &[String] {
        &self.collection.categories
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.collection.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.collection.entries.is_empty()
    }
}

#[cfg(test)]
mod tests;
