//! A word of a query and what it may mean.

use crate::faq::collection::Term;
use crate::text::english::StopWord;

/// By which means a word of the query found a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    Exact,
    Stem,
    Synonym,
    Thesaurus,
    Prefix,
    Typo,
    /// Two words of the query are one in the text.
    Joined,
}

/// A term of the index that a word of the query may mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expansion {
    pub term: Term,
    pub means: Means,
    /// How sure it is: 1 for the word itself.
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
    /// 1 for a word that says something, less for the others.
    pub weight: f32,
    /// The best first.
    pub expansions: Vec<Expansion>,
    /// The word may not be finished.
    pub open: bool,
    /// Neither the collection nor the synonyms have it.
    pub unknown: bool,
    /// The region that it surely names, by its number.
    pub region: Option<usize>,
}

/// A mistake in a word of so many letters, so surely corrected, is hardly another word.
const NEAR_CERTAIN: f32 = 0.8;
const NEAR_CERTAIN_LETTERS: usize = 6;

/// Whether a word that is corrected so surely was hardly meant for another.
pub fn is_near_certain(typed: &str, quality: f32) -> bool {
    quality >= NEAR_CERTAIN && typed.chars().count() >= NEAR_CERTAIN_LETTERS
}

impl QueryWord {
    pub fn is_stop_word(&self) -> bool {
        self.stop.is_some()
    }

    /// Whether an entry that has it, and nothing else of the query, matches: "how much" finds what shares no other word.
    pub fn makes_a_match(&self) -> bool {
        matches!(self.stop, None | Some(StopWord::Question))
    }

    /// Adds an expansion; of equal terms the surest counts.
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
