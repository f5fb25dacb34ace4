//! How much one search may do, whatever is typed and however large the collection is.
//!
//! Counted, not timed, so that a test can hold any input to it.

/// Characters of a query that are looked at.
pub const QUERY_CHARS: usize = 240;

/// Words of a query that are looked at.
pub const QUERY_WORDS: usize = 24;

/// Ways to read one word of the query that are followed.
pub const READINGS: usize = 48;

/// Words that are looked at to complete the last one.
pub const BEGUN: usize = 16_384;

/// Dictionary entries that are looked at to complete any other word, or to correct one in one part.
pub const EXAMINED: usize = 1024;

/// Completions and corrections of one word that are kept.
pub const COMPLETIONS: usize = 24;
pub const CORRECTIONS: usize = 12;

/// Letters of a word that may still be corrected.
pub const CORRECTED_CHARS: usize = 32;

/// Postings that one search reads.
pub const POSTINGS: usize = 160_000;

/// Entries whose words are looked at once more to put the best in order.
pub const REFINED: usize = 64;

/// Times that an entry is looked for in such lists.
pub const SEEKS: usize = 16_000;

/// Entries for which lists that are too long to read are asked one by one.
pub const CANDIDATES: usize = 256;

/// What a search did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Dictionary entries looked at.
    pub terms: usize,
    /// Postings read.
    pub postings: usize,
}

impl Work {
    /// No search looks at more dictionary entries than this: the completions of its words, four ways to ask each of three
    /// dictionaries about a mistake in it, a step past the last match of each, and its readings in each.
    pub const MAX_TERMS: usize = BEGUN + QUERY_WORDS * (EXAMINED + 3 * 4 * (EXAMINED + 1) + 3 * 2 * READINGS);

    /// No search reads more postings than this.
    pub const MAX_POSTINGS: usize = POSTINGS + SEEKS;
}
