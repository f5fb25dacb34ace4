//! A query: what was typed, and which part of the answer is wanted.

use super::reader::Reader;

/// How many entries an answer has at most unless the query says otherwise.
pub const DEFAULT_LIMIT: usize = 100;

/// The most entries that a query may ask for (`api.md`, "POST /api/faq/search").
pub const MAX_LIMIT: usize = 1_000;

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// As it was typed. A last word that nothing follows is taken to be unfinished.
    pub text: String,
    /// Answer only entries of this category.
    pub category: Option<String>,
    /// Whose answers are searched.
    pub reader: Reader,
    /// At most [`MAX_LIMIT`].
    pub limit: usize,
    pub offset: usize,
}

impl Query {
    /// A query for the first [`DEFAULT_LIMIT`] entries of all categories, as whoever has chosen no region reads them.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), category: None, reader: Reader::default(), limit: DEFAULT_LIMIT, offset: 0 }
    }
}
