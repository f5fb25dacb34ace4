//! The texts of entries, cut once: their words by number and place, and the phrases in them.
//!
//! What the index is built from, and what highlights and snippets read.

use super::entry::Entry;
use super::ranking::Ranking;
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

    /// Words that aren't compounds, with their places.
    pub fn apart(&self) -> impl Iterator<Item = &Cut> {
        self.words.iter().filter(|cut| !cut.joined)
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

/// Words that say something in the longest alternative of `question`, of which `text` was cut.
pub fn question_length(question: &str, text: &Text, vocabulary: &Vocabulary) -> f32 {
    let ranking = Ranking::default();
    let alternatives = alternatives(question);
    let mut lengths = vec![0.0_f32; alternatives.len()];
    for cut in text.apart() {
        if let Some(place) = alternatives.iter().position(|[_, end]| (cut.start as usize) < *end) {
            lengths[place] += ranking.weight(vocabulary.stop_of(cut.word));
        }
    }
    lengths.into_iter().fold(1.0, f32::max)
}

/// The parts of a question that is written as alternatives ("lost / stolen"), as ranges of
/// characters; one range where it isn't.
pub fn alternatives(question: &str) -> Vec<[usize; 2]> {
    let mut all = Vec::new();
    let mut start = 0;
    let mut before = [' ', ' '];
    let mut length = 0;
    for (at, c) in question.chars().enumerate() {
        if before[1] == '/' && before[0].is_whitespace() && c.is_whitespace() {
            all.push([start, at - 1]);
            start = at;
        }
        before = [before[1], c];
        length = at + 1;
    }
    all.push([start, length]);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_parted_by_a_slash_between_spaces() {
        assert_eq!(alternatives("lost / made a mistake"), [[0, 5], [6, 21]]);
        assert_eq!(alternatives("name/gender"), [[0, 11]]);
        assert_eq!(alternatives(""), [[0, 0]]);
    }

    #[test]
    fn a_question_of_alternatives_is_as_long_as_its_longest() {
        let mut vocabulary = Vocabulary::default();
        let mut length = |question| {
            let text = Text::learn(question, &mut vocabulary);
            question_length(question, &text, &vocabulary)
        };
        let one = length("What if my ballot is lost?");
        let two = length("What if my ballot is lost / stolen?");
        assert!((one - two).abs() < 0.01, "{one} {two}");
    }
}
