//! Limits on the work of one search, whatever is typed.

/// Characters of a query that are read.
pub const QUERY_CHARS: usize = 240;

/// Words of a query that are read.
pub const QUERY_WORDS: usize = 24;
const _: () = assert!(QUERY_WORDS <= u32::BITS as usize, "which words an entry has is a bit each");

/// Expansions of one word of the query that are followed.
pub const EXPANSIONS: usize = 48;

/// Completions and corrections of one word that are kept.
pub const COMPLETIONS: usize = 24;
pub const CORRECTIONS: usize = 12;

/// The longest word that is still corrected, in letters.
pub const CORRECTED_CHARS: usize = 32;
