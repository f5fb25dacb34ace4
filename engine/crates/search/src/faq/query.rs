//! A query (the typed text, and which part of the answer to return), and the limits on how much work one search does,
//! no matter what's typed.

use super::regions::Reader;

/// The maximum number of entries in an answer unless the query sets another limit.
pub const DEFAULT_LIMIT: usize = 100;

/// The highest limit that a query may set (`api.md`, "POST /api/faq/search").
pub const MAX_LIMIT: usize = 1_000;

/// A search query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The text as typed. If nothing follows the last word, it's taken to be unfinished.
    pub text: String,
    /// Restricts the answer to entries of this category.
    pub category: Option<String>,
    /// The reader whose answers are searched.
    pub reader: Reader,
    /// At most [`MAX_LIMIT`].
    pub limit: usize,
    pub offset: usize,
}

impl Query {
    /// Creates a query for the first [`DEFAULT_LIMIT`] entries of all categories, with no region chosen.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), category: None, reader: Reader::default(), limit: DEFAULT_LIMIT, offset: 0 }
    }
}

/// How many characters of a query are read.
pub const QUERY_CHARS: usize = 240;

/// How many words of a query are read.
pub const QUERY_WORDS: usize = 24;
const _: () = assert!(QUERY_WORDS <= u32::BITS as usize, "each word that an entry has takes one bit");

/// How many expansions of one word of the query are used.
pub const EXPANSIONS: usize = 48;

/// How many completions and corrections of one word are kept.
pub const COMPLETIONS: usize = 24;
pub const CORRECTIONS: usize = 12;

/// The longest word that is still corrected, in letters.
pub const CORRECTED_CHARS: usize = 32;
