//! Texts of a collection, cut once: their words by number and place, and the phrases in them.
//!
//! What the index is built from, and what highlights, snippets and the closer look read.

use rustc_hash::FxHashMap;

use super::synonyms::{Place, Table};
use super::text;
use super::vocabulary::{Stemmer, Vocabulary};

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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Laid {
    pub words: Vec<Cut>,
    /// Phrases of the synonym table and the words, by their place in `words`, that make each.
    pub phrases: Vec<(usize, Vec<usize>)>,
}

/// The short texts of an entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Short {
    pub question: Laid,
    pub tags: Vec<Laid>,
}

impl Short {
    /// Its texts.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut Laid> {
        std::iter::once(&mut self.question).chain(&mut self.tags)
    }
}

/// What is looked for in texts: what the words of one query mean.
#[derive(Default)]
pub struct Wanted<'a> {
    /// Words by their folded text, with their numbers in the vocabulary.
    pub words: FxHashMap<&'a str, u32>,
    /// Phrases of the synonym table, with the words of the query, a bit each, that mean them.
    pub phrases: FxHashMap<usize, u32>,
}

/// Cuts a text whose words were learnt before; words that have no `number` are left out.
pub fn recall(text: &str, number: impl Fn(&str) -> Option<u32>) -> Laid {
    let mut laid = Laid { words: Vec::with_capacity(text.len() / 5), phrases: Vec::new() };
    laid.cut(text, number);
    laid
}

impl Laid {
    /// Cuts a text instead of what was here, learning its words.
    pub fn learn(&mut self, text: &str, vocabulary: &mut Vocabulary, stemmer: &mut Stemmer) {
        self.words.clear();
        self.phrases.clear();
        self.cut(text, |word| Some(vocabulary.learn(word, stemmer)));
    }

    fn cut(&mut self, text: &str, mut number: impl FnMut(&str) -> Option<u32>) {
        text::tokenize(text, |token| {
            if let Some(word) = number(token.word) {
                let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
                let (start, end) = (place(token.start), place(token.end));
                self.words.push(Cut { word, start, end, joined: token.joined });
            }
        });
    }

    /// Finds the phrases of the table. `short` texts have them wherever their words are.
    /// `numbers` has, for each stem of the vocabulary, its number in the table; `wanted` tells the
    /// phrases that are looked for.
    pub fn find_phrases(
        &mut self,
        vocabulary: &Vocabulary,
        table: &Table,
        numbers: &[u32],
        short: bool,
        wanted: impl Fn(usize) -> bool,
    ) {
        let number = |cut: &Cut| numbers[vocabulary.stem_of(cut.word) as usize];
        if !self.words.iter().any(|cut| table.begins_target(number(cut))) {
            return;
        }
        let mut places = Vec::with_capacity(self.words.len());
        places.extend(self.words.iter().enumerate().filter(|(_, cut)| !cut.joined).map(|(at, cut)| Place {
            at,
            stem: number(cut),
            grammatical: vocabulary.is_grammatical(cut.word),
        }));
        table.find_in(&places, short, wanted, |phrase, found| {
            self.phrases.push((phrase, found.iter().map(|place| places[*place].at).collect()));
        });
    }

    /// Words that say something in the longest alternative of `question`, whose words these are.
    pub fn question_length(&self, question: &str, vocabulary: &Vocabulary) -> f32 {
        let alternatives = alternatives(question);
        let mut lengths = vec![0.0_f32; alternatives.len()];
        for cut in self.apart() {
            if let Some(place) = alternatives.iter().position(|[_, end]| (cut.start as usize) < *end) {
                lengths[place] += vocabulary.weight_of(cut.word);
            }
        }
        lengths.into_iter().fold(1.0, f32::max)
    }

    /// Words that are not compounds, with their places.
    pub fn apart(&self) -> impl Iterator<Item = &Cut> {
        self.words.iter().filter(|cut| !cut.joined)
    }
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
        let (mut vocabulary, mut stemmer) = (Vocabulary::default(), Stemmer::default());
        let mut length = |question| {
            let mut laid = Laid::default();
            laid.learn(question, &mut vocabulary, &mut stemmer);
            laid.question_length(question, &vocabulary)
        };
        let one = length("What if my ballot is lost?");
        let two = length("What if my ballot is lost / stolen?");
        assert!((one - two).abs() < 0.01, "{one} {two}");
    }

    #[test]
    fn what_was_learnt_is_recalled_the_same() {
        let (mut vocabulary, mut stemmer) = (Vocabulary::default(), Stemmer::default());
        let text = "Vote by mail-in ballot, naïve café";
        let mut learnt = Laid::default();
        learnt.learn(text, &mut vocabulary, &mut stemmer);
        assert_eq!(learnt, recall(text, |word| vocabulary.number_of(word)));
        assert_eq!(learnt.apart().count(), 7);
    }
}
