//! The words of a collection by number, with their stems and families.
//!
//! A word that isn't here is unknown, so the search reads it as an unfinished word or as a typo.

use rustc_hash::FxHashMap;

use super::words::{root, stem};
use crate::text::english::{StopWord, stop_word};

/// Every word of a collection.
#[derive(Clone, Default)]
pub struct Vocabulary {
    numbers: FxHashMap<String, u32>,
    words: Vec<KnownWord>,
    stem_numbers: FxHashMap<String, u32>,
    stems: Vec<Stem>,
    /// Stems by the root of their family.
    families: FxHashMap<String, Vec<u32>>,
}

#[derive(Clone)]
struct KnownWord {
    text: String,
    stem: u32,
    stop: Option<StopWord>,
}

#[derive(Clone)]
struct Stem {
    text: String,
    /// The words with this stem; empty if it's a phrase.
    words: Vec<u32>,
}

impl Vocabulary {
    /// Returns the number of words and of stems. Anything learned later gets higher numbers.
    pub fn size(&self) -> [u32; 2] {
        [next(self.words.len()), next(self.stems.len())]
    }

    /// Adds a folded word and returns its number.
    pub fn learn(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = next(self.words.len());
        let stem = self.learn_stem(stem(word));
        self.stems[stem as usize].words.push(number);
        self.numbers.insert(word.to_owned(), number);
        self.words.push(KnownWord { text: word.to_owned(), stem, stop: stop_word(word) });
        number
    }

    fn learn_stem(&mut self, text: String) -> u32 {
        if let Some(number) = self.stem_numbers.get(&text) {
            return *number;
        }
        self.families.entry(root(&text).to_owned()).or_default().push(next(self.stems.len()));
        self.add_stem(text)
    }

    /// Adds a phrase of several stems (see [`is_phrase`](super::synonyms::is_phrase)): a stem without words.
    pub fn learn_phrase(&mut self, term: &str) -> u32 {
        self.stem(term).unwrap_or_else(|| self.add_stem(term.to_owned()))
    }

    fn add_stem(&mut self, text: String) -> u32 {
        let number = next(self.stems.len());
        self.stem_numbers.insert(text.clone(), number);
        self.stems.push(Stem { text, words: Vec::new() });
        number
    }

    /// Returns the number of a word, if the collection contains it.
    pub fn word(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    /// Returns the number of a stem, if the collection contains a word with that stem.
    pub fn stem(&self, text: &str) -> Option<u32> {
        self.stem_numbers.get(text).copied()
    }

    /// Returns the text of a word.
    pub fn text_of(&self, word: u32) -> &str {
        &self.words[word as usize].text
    }

    /// Returns the stem of a word.
    pub fn stem_of(&self, word: u32) -> u32 {
        self.words[word as usize].stem
    }

    /// Returns the class of a word, if it's a stop word.
    pub fn stop_of(&self, word: u32) -> Option<StopWord> {
        self.words[word as usize].stop
    }

    /// Returns the text of a stem.
    pub fn stem_text(&self, stem: u32) -> &str {
        &self.stems[stem as usize].text
    }

    /// Returns the words with a stem.
    pub fn words_of(&self, stem: u32) -> &[u32] {
        &self.stems[stem as usize].words
    }

    /// Returns the other stems of a stem's family, even if the collection doesn't contain the stem itself.
    pub fn relatives(&self, stem: &str) -> impl Iterator<Item = u32> {
        let family = self.families.get(root(stem)).map_or(&[][..], Vec::as_slice);
        family.iter().copied().filter(move |other| self.stem_text(*other) != stem)
    }
}

/// Converts a count to the next number; no collection has four billion words.
fn next(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_by_stem_and_family() {
        let mut vocabulary = Vocabulary::default();
        for word in ["ballot", "ballots", "register", "registration"] {
            vocabulary.learn(word);
        }
        assert!(vocabulary.word("ballots").is_some() && vocabulary.word("balloted").is_none());
        assert_eq!(vocabulary.words_of(vocabulary.stem("ballot").unwrap()), [0, 1]);
        assert_eq!(vocabulary.relatives(&stem("register")).count(), 1);
    }
}
