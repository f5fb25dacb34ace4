//! How common a word is: looked up in what `build.rs` makes of the lists, where it lies in the program.

use std::sync::LazyLock;

use tantivy_fst::Map;

/// How common a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Commonness {
    /// One of some thousand words, with their forms, that people say whatever they talk about; every
    /// stop word is.
    Everyday,
    /// Spelled right: in a small dictionary, with American and British spellings.
    Known,
    /// Anything else: a typing mistake, a name, an abbreviation, a term of the trade.
    Unknown,
}

/// Every word of the lists, with whether it's a rarer one: only in `known.txt`.
static WORDS: LazyLock<Map<&[u8]>> = LazyLock::new(|| {
    let made = tantivy_fst::raw::Fst::new(&include_bytes!(concat!(env!("OUT_DIR"), "/words.fst"))[..]);
    made.expect("build.rs has written it").into()
});

/// Whether people say a folded word whatever they talk about.
pub fn is_everyday(folded: &str) -> bool {
    commonness(folded) == Commonness::Everyday
}

/// How common a folded word is.
pub fn commonness(folded: &str) -> Commonness {
    match WORDS.get(folded) {
        Some(0) => Commonness::Everyday,
        Some(_) => Commonness::Known,
        None => Commonness::Unknown,
    }
}
