//! A word of a query and the terms that it may mean.

use crate::faq::library::Term;
use crate::text::english::StopWord;

/// The means by which a word of the query found a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    Exact,
    Stem,
    Synonym,
    Thesaurus,
    Prefix,
    Typo,
    /// Two words of the query are one word in the text.
    Joined,
}

/// A term of the index that a word of the query may mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expansion {
    pub term: Term,
    pub means: Means,
    /// How certain it is: 1 for the word itself.
    pub quality: f32,
}

/// A word of the query and its expansions.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryWord {
    /// Folded.
    pub word: String,
    pub stem: String,
    /// Its class, if it's a stop word.
    pub stop: Option<StopWord>,
    /// 1 for a word that carries meaning, less for others.
    pub weight: f32,
    /// Best first.
    pub expansions: Vec<Expansion>,
    /// Whether the word may be unfinished.
    pub open: bool,
    /// Whether neither the collection nor the synonyms contain it.
    pub unknown: bool,
    /// The number of the region, if the word is certain to name one.
    pub region: Option<usize>,
}

/// A correction this certain, of a word with this many letters, is hardly ever wrong.
const NEAR_CERTAIN: f32 = 0.8;
const NEAR_CERTAIN_LETTERS: usize = 6;

/// Returns whether a correction is so certain that it's very unlikely that another word was meant.
pub fn is_near_certain(typed: &str, quality: f32) -> bool {
    quality >= NEAR_CERTAIN && typed.chars().count() >= NEAR_CERTAIN_LETTERS
}

impl QueryWord {
    pub fn is_stop_word(&self) -> bool {
        self.stop.is_some()
    }

    /// Returns whether an entry matches if this is the only word of the query that it contains: "how much" finds
    /// entries that don't contain any other word of the query.
    pub fn makes_a_match(&self) -> bool {
        matches!(self.stop, None | Some(StopWord::Question))
    }

    /// Adds an expansion; if a term is added repeatedly, the most certain expansion counts.
    pub fn add(&mut self, term: Term, means: Means, quality: f32) {
        if quality <= 0.0 {
            return;
        }
        match self.expansions.iter_mut().find(|expansion| expansion.term == term) {
            Some(expansion) if expansion.quality < quality => {
                expansion.quality = quality;
                expansion.means = means;
            }
            Some(_) => {}
            None => self.expansions.push(Expansion { term, means, quality }),
        }
    }
}
