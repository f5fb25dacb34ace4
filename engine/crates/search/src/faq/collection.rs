//! The data that a search reads: words, index, and statistics. Built once and never changed.

use super::index::{ANSWER, Form, IndexWriter, InvertedIndex, QUESTION, TAGS};
use super::ranking::FIELDS;
use super::regions::Names;
use super::stem::stem;
use super::synonyms::Table;
use super::texts::{Text, Texts};
use super::vocabulary::Vocabulary;
use crate::text::english::{Commonness, StopWord, commonness};

/// Everything that a search reads.
pub struct Collection {
    pub index: InvertedIndex,
    /// How many documents are entries; they come first. Statistics count only these, not variants or errands.
    pub entries: usize,
    /// How many documents there are.
    pub documents: usize,
    pub vocabulary: Vocabulary,
    /// The vocabulary's size with only the entries' words, which come first.
    of_entries: [u32; 2],
    /// The regions' names.
    pub names: Names,
    pub table: Table,
}

/// A term of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// A word of the vocabulary.
    Word(u32),
    /// A stem of the vocabulary, or a phrase.
    Stem(u32),
}

impl Collection {
    /// Indexes the documents' texts, whose words are in `vocabulary`. The first `entries` documents are the entries,
    /// and their words are the first `of_entries` of the vocabulary.
    ///
    /// # Errors
    /// Only tantivy's, which don't occur in memory.
    pub fn new(
        texts: &[Texts],
        entries: usize,
        vocabulary: Vocabulary,
        of_entries: [u32; 2],
        names: Names,
        table: Table,
    ) -> tantivy::Result<Self> {
        let mut writer = IndexWriter::new()?;
        for texts in texts {
            writer.add(&terms(texts, &vocabulary))?;
        }
        let index = writer.finish()?;
        Ok(Self { index, entries, documents: texts.len(), vocabulary, of_entries, names, table })
    }

    /// Calls `each` with every document that has `term` in a field, in order, and with its frequency there.
    pub fn postings(&self, field: usize, term: Term, each: impl FnMut(u32, u32)) {
        let (form, text) = self.key(term);
        self.index.postings(field, form, text, each);
    }

    /// Returns how often `term` occurs in a field of a document.
    pub fn frequency(&self, field: usize, term: Term, document: u32) -> u32 {
        let (form, text) = self.key(term);
        self.index.frequency(field, form, text, document)
    }

    /// Returns whether the entries' texts or the synonyms have a word. A word that only errands have doesn't count:
    /// it may be a misspelled word of an entry.
    pub fn has(&self, word: &str, stem: &str) -> bool {
        self.vocabulary.word(word).is_some_and(|word| word < self.of_entries[0])
            || self.vocabulary.stem(stem).is_some_and(|stem| self.is_of_entries(stem))
            || self.table.knows(stem)
    }

    /// Returns whether the entries' texts have a word with this stem.
    pub fn is_of_entries(&self, stem: u32) -> bool {
        stem < self.of_entries[1]
    }

    /// Returns whether a word means something by itself or is spelled correctly.
    pub fn is_known(&self, word: &str) -> bool {
        commonness(word) != Commonness::Unknown || self.has(word, &stem(word))
    }

    fn key(&self, term: Term) -> (Form, &str) {
        match term {
            Term::Word(word) => (Form::Exact, self.vocabulary.text_of(word)),
            Term::Stem(stem) => (Form::Stemmed, self.vocabulary.stem_text(stem)),
        }
    }
}

/// Returns the terms of each field, as written and stemmed, separated by spaces.
fn terms(texts: &Texts, vocabulary: &Vocabulary) -> [[String; 2]; FIELDS] {
    let mut fields: [[String; 2]; FIELDS] = Default::default();
    let mut add = |field: usize, text: &Text| {
        let [exact, stemmed] = &mut fields[field];
        let mut seen = rustc_hash::FxHashSet::default();
        for cut in &text.words {
            let counts = field != ANSWER || vocabulary.stop_of(cut.word) != Some(StopWord::Grammatical);
            if counts || seen.insert(cut.word) {
                exact.push_str(vocabulary.text_of(cut.word));
                exact.push(' ');
            }
            if counts {
                stemmed.push_str(vocabulary.stem_text(vocabulary.stem_of(cut.word)));
                stemmed.push(' ');
            }
        }
        for (number, _) in &text.phrases {
            stemmed.push_str(vocabulary.stem_text(*number));
            stemmed.push(' ');
        }
    };
    add(QUESTION, &texts.question);
    texts.tags.iter().for_each(|tag| add(TAGS, tag));
    add(ANSWER, &texts.answer);
    fields
}
