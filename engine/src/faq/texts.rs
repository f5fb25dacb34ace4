//! The texts of entries, cut once: their words by number and place, and the phrases in them.
//!
//! What the index is built from, and what highlights and snippets read.

use super::entry::Entry;
use super::tokenizer::tokenize;
use super::vocabulary::Vocabulary;

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The word's number in the vocabulary.
    pub word: u32,
    /// In characters.
    pub start: u32,
    pub end: u32,
    /// A hyphenated compound read as one.
    pub joined: bool,
}

/// A text, cut.
#[derive(Debug, Default)]
pub struct Text {
    pub words: Vec<Cut>,
    /// Phrases of the synonyms and the thesaurus by their number among the stems, and the words, by their place in `words`,
    /// that make each.
    pub phrases: Vec<(u32, Vec<usize>)>,
}

impl Text {
    /// Cuts a text and learns its words.
    pub fn learn(text: &str, vocabulary: &mut Vocabulary) -> Self {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let words = tokenize(text).into_iter().map(|token| Cut {
            word: vocabulary.learn(&token.text),
            start: place(token.start),
            end: place(token.end),
            joined: token.joined,
        });
        Self { words: words.collect(), phrases: Vec::new() }
    }
}

/// The texts of an entry.
#[derive(Debug)]
pub struct Texts {
    pub question: Text,
    pub tags: Vec<Text>,
    pub answer: Text,
}

impl Texts {
    /// Cuts the texts of an entry and learns their words.
    pub fn learn(entry: &Entry, vocabulary: &mut Vocabulary) -> Self {
        Self {
            question: Text::learn(&entry.question, vocabulary),
            tags: entry.tags.iter().map(|tag| Text::learn(tag, vocabulary)).collect(),
            answer: Text::learn(&entry.answer_text, vocabulary),
        }
    }
}
