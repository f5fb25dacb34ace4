//! How common a word is, looked up directly in the map that `build.rs` compiles from the lists.

use std::sync::LazyLock;

use tantivy_fst::Map;

/// How common a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Commonness {
    /// One of a few thousand words, with their forms, that people use whatever the topic, including all stop
    /// words.
    Everyday,
    /// Spelled correctly: in a small dictionary of American and British spellings.
    Known,
    /// Anything else: a typo, a name, an abbreviation, a technical term.
    Unknown,
}

/// Every word of the lists; the value is 0 unless the word is only in `known.txt`.
static WORDS: LazyLock<Map<&[u8]>> = LazyLock::new(|| {
    let made = tantivy_fst::raw::Fst::new(&include_bytes!(concat!(env!("OUT_DIR"), "/words.fst"))[..]);
    made.expect("build.rs has written it").into()
});

/// Whether people use a folded word whatever the topic.
pub fn is_everyday(folded: &str) -> bool {
    commonness(folded) == Commonness::Everyday
}

/// Returns how common a folded word is.
pub fn commonness(folded: &str) -> Commonness {
    match WORDS.get(folded) {
        Some(0) => Commonness::Everyday,
        Some(_) => Commonness::Known,
        None => Commonness::Unknown,
    }
}
