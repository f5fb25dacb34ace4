//! The searchable text: entries and errands, tokenized once, and the phrases from the synonyms and the thesaurus that
//! occur in them.
//!
//! The index is built from them, and highlights and snippets read them. A phrase of several words has its own term in
//! the index, so searching for it is as cheap and exact as searching for a word.

use rustc_hash::FxHashMap;

use super::synonyms::{Table, is_phrase, stems};
use super::vocabulary::Vocabulary;
use super::words::tokenize;
use crate::text::english::StopWord;

/// An entry in the FAQ.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    pub question: String,
    /// Markdown, links resolved.
    pub answer: String,
    /// The answer as plain text: what is searched and what snippets are cut from.
    pub answer_text: String,
    /// A note for the volunteer, in Markdown with links resolved. It's neither searched nor read out.
    pub note: Option<String>,
    pub tags: Vec<String>,
    pub category: String,
}

/// Something that people ask for but that this helpline doesn't handle. It's found by its question and tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ErrandEntry {
    /// Its answer says where to send people.
    pub entry: Entry,
    /// The same answer, worded for reading out or sending.
    pub say: Option<String>,
}

impl Entry {
    /// Returns the memory held by its text, in bytes.
    pub fn size(&self) -> usize {
        let short = self.tags.iter().chain(&self.note).map(String::len).sum::<usize>();
        self.id.len() + self.question.len() + self.answer.len() + self.answer_text.len() + short
    }
}

/// A word of a [`TokenizedText`].
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

/// Text split into words.
#[derive(Debug, Default)]
pub struct TokenizedText {
    pub words: Vec<Cut>,
    /// The phrases of the synonyms and the thesaurus that occur in the text. Each has its number among the stems, and
    /// the positions in `words` of the words that form it.
    pub phrases: Vec<(u32, Vec<usize>)>,
}

impl TokenizedText {
    /// Tokenizes `text` and adds its words to the vocabulary.
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

/// The tokenized text of an entry.
#[derive(Debug)]
pub struct TokenizedEntry {
    pub question: TokenizedText,
    pub tags: Vec<TokenizedText>,
    pub answer: TokenizedText,
}

impl TokenizedEntry {
    /// Tokenizes an entry's text and adds its words to the vocabulary.
    pub fn learn(entry: &Entry, vocabulary: &mut Vocabulary) -> Self {
        Self {
            question: TokenizedText::learn(&entry.question, vocabulary),
            tags: entry.tags.iter().map(|tag| TokenizedText::learn(tag, vocabulary)).collect(),
            answer: TokenizedText::learn(&entry.answer_text, vocabulary),
        }
    }
}

/// The phrases that a collection's text may contain.
pub struct Phrases {
    /// The phrases by the number of their first stem: each phrase's own number among the stems, and the numbers of
    /// its stems.
    by_first: FxHashMap<u32, Vec<(u32, Vec<u32>)>>,
}

impl Phrases {
    /// Adds each phrase of the tables to the vocabulary if the vocabulary already contains all of its stems.
    pub fn learn<'a>(tables: impl IntoIterator<Item = &'a Table>, vocabulary: &mut Vocabulary) -> Self {
        let mut by_first: FxHashMap<u32, Vec<(u32, Vec<u32>)>> = FxHashMap::default();
        let terms = tables.into_iter().flat_map(Table::phrases).map(|phrase| phrase.term);
        for term in terms.filter(|term| is_phrase(term)) {
            if let Some(stems) = stems(term).map(|stem| vocabulary.stem(stem)).collect::<Option<Vec<u32>>>() {
                let phrases = by_first.entry(stems[0]).or_default();
                let number = vocabulary.learn_phrase(term);
                // Both tables may contain the phrase, or another phrase may have the same stems.
                if phrases.iter().all(|(other, _)| *other != number) {
                    phrases.push((number, stems));
                }
            }
        }
        Self { by_first }
    }

    /// Finds the phrases in an entry's text. In questions and tags, the words of a phrase may be apart; in answers,
    /// they must be together.
    pub fn find_in(&self, texts: &mut TokenizedEntry, vocabulary: &Vocabulary) {
        for short in std::iter::once(&mut texts.question).chain(&mut texts.tags) {
            short.phrases = self.find(short, vocabulary, true);
        }
        self.find_in_answer(&mut texts.answer, vocabulary);
    }

    /// Finds the phrases in an answer only.
    pub fn find_in_answer(&self, answer: &mut TokenizedText, vocabulary: &Vocabulary) {
        answer.phrases = self.find(answer, vocabulary, false);
    }

    /// Returns the phrases in `text`, each with the positions of its words. With `anywhere`, the words may come in any
    /// order and at any distance, which suits short text (a question or a tag); otherwise, they must be together.
    fn find(&self, text: &TokenizedText, vocabulary: &Vocabulary, anywhere: bool) -> Vec<(u32, Vec<usize>)> {
        let words: Vec<(usize, &Cut)> =
            text.words.iter().enumerate().filter(|(_, cut)| !cut.joined).collect();
        let words = PlacedWords { words, vocabulary };
        let mut found = Vec::new();
        for at in 0..words.words.len() {
            for (phrase, stems) in self.by_first.get(&words.stem(at)).into_iter().flatten() {
                let places = if anywhere { words.apart(stems, at) } else { words.together(stems, at) };
                found.extend(places.map(|places| (*phrase, places)));
            }
        }
        found
    }
}

/// The words of tokenized text and their positions in it.
struct PlacedWords<'a> {
    words: Vec<(usize, &'a Cut)>,
    vocabulary: &'a Vocabulary,
}

impl PlacedWords<'_> {
    fn stem(&self, at: usize) -> u32 {
        self.vocabulary.stem_of(self.words[at].1.word)
    }

    fn is_grammatical(&self, at: usize) -> bool {
        self.vocabulary.stop_of(self.words[at].1.word) == Some(StopWord::Grammatical)
    }

    /// Returns the positions of `stems` if they follow one another from `at`, skipping grammatical words between
    /// them. Few phrases get beyond their first stem, so nothing is allocated before the last one is found.
    fn together(&self, stems: &[u32], at: usize) -> Option<Vec<usize>> {
        let Some((stem, rest)) = stems.split_first() else { return Some(Vec::new()) };
        let is_skipped = |at: &usize| self.stem(*at) != *stem && self.is_grammatical(*at);
        let at = (at..self.words.len()).find(|at| !is_skipped(at)).filter(|at| self.stem(*at) == *stem)?;
        let mut places = self.together(rest, at + 1)?;
        places.insert(0, self.words[at].0);
        Some(places)
    }

    /// Returns the positions of `stems` in any order, the first of them at `at`.
    fn apart(&self, stems: &[u32], at: usize) -> Option<Vec<usize>> {
        let mut places = vec![at];
        for stem in &stems[1..] {
            places.push((0..self.words.len()).find(|at| self.stem(*at) == *stem && !places.contains(at))?);
        }
        Some(places.into_iter().map(|at| self.words[at].0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faq::synonyms::{SynonymRule, Synonyms};

    fn found(text: &str, anywhere: bool) -> Vec<String> {
        let both = |words: &[&str]| SynonymRule::Both(words.iter().map(ToString::to_string).collect());
        let rules = vec![both(&["dl", "driver's license"]), both(&["absentee", "vote by mail"])];
        let table = Table::new(&Synonyms { rules });
        let mut vocabulary = Vocabulary::default();
        let text = TokenizedText::learn(text, &mut vocabulary);
        let found = Phrases::learn([&table], &mut vocabulary).find(&text, &vocabulary, anywhere);
        found.into_iter().map(|(phrase, _)| vocabulary.stem_text(phrase).to_owned()).collect()
    }

    #[test]
    fn phrases_are_found_in_any_form() {
        assert_eq!(found("Two drivers' licenses", false), ["driver+licens"]);
        assert_eq!(found("to vote early by mail", false), Vec::<String>::new());
        assert_eq!(found("to vote early by mail", true), ["vote+mail"]);
        assert_eq!(found("voting by the mail", false), ["vote+mail"]);
    }
}
