//! The texts of entries, tokenized once: their words by number and position, and the phrases in them.
//!
//! The index is built from them; highlights and snippets read them.

use super::entry::Entry;
use super::tokenizer::tokenize;
use super::vocabulary::Vocabulary;

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The word's number in the vocabulary.
    pub word: u32,
    /// Positions are in characters.
    pub start: u32,
    pub end: u32,
    /// Whether it's a hyphenated compound read as one word.
    pub joined: bool,
}

/// A tokenized text.
#[derive(Debug, Default)]
pub struct Text {
    pub words: Vec<Cut>,
    /// The phrases of the synonyms and the thesaurus in it, by number among the stems, each with the positions in
    /// `words` of the words that form it.
    pub phrases: Vec<(u32, Vec<usize>)>,
}

impl Text {
    /// Tokenizes a text and adds its words to the vocabulary.
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
    /// Tokenizes an entry's texts and adds their words to the vocabulary.
    pub fn learn(entry: &Entry, vocabulary: &mut Vocabulary) -> Self {
        Self {
            question: Text::learn(&entry.question, vocabulary),
            tags: entry.tags.iter().map(|tag| Text::learn(tag, vocabulary)).collect(),
            answer: Text::learn(&entry.answer_text, vocabulary),
        }
    }
}
