//! What searching a collection of entries reads: words, index and statistics. Built once, never changed.

use std::sync::Arc;

use super::entry::Entry;
use super::index::{ANSWER, Form, IndexWriter, InvertedIndex, QUESTION, TAGS};
use super::phrases::Phrases;
use super::ranking::FIELDS;
use super::regions::Names;
use super::stem::stem;
use super::synonyms::{Synonyms, Table};
use super::texts::{Text, Texts};
use super::thesaurus::ENGLISH;
use super::vocabulary::Vocabulary;
use crate::text::english::{Commonness, StopWord, commonness};

/// Everything that searching reads.
pub struct Collection {
    pub index: InvertedIndex,
    /// How many entries the statistics are of: variants stand behind those and don't count.
    pub counted: usize,
    /// How many there are with those.
    pub documents: usize,
    pub vocabulary: Vocabulary,
    /// What the regions are called.
    pub names: Arc<Names>,
    pub table: Arc<Table>,
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
    /// Cuts the entries' texts and indexes them.
    ///
    /// # Errors
    /// Those of tantivy; in memory there are none.
    pub fn new(entries: &[Entry], names: Names, synonyms: &Synonyms) -> tantivy::Result<(Self, Vec<Texts>)> {
        let table = Table::new(synonyms);
        let mut vocabulary = Vocabulary::default();
        let mut texts: Vec<Texts> =
            entries.iter().map(|entry| Texts::learn(entry, &mut vocabulary)).collect();
        let phrases = Phrases::learn([&table, &ENGLISH], &mut vocabulary);
        texts.iter_mut().for_each(|texts| phrases.find_in(texts, &vocabulary));
        let collection = Self {
            index: write(&texts, &vocabulary)?,
            counted: entries.len(),
            documents: entries.len(),
            vocabulary,
            names: Arc::new(names),
            table: Arc::new(table),
        };
        Ok((collection, texts))
    }

    /// This collection, with variants behind its entries, whose texts are `own`. `vocabulary` has the words of both.
    ///
    /// # Errors
    /// Those of tantivy; in memory there are none.
    pub fn followed_by(&self, vocabulary: Vocabulary, own: &[Texts]) -> tantivy::Result<Self> {
        let index = write(own, &vocabulary)?;
        Ok(Self {
            index: self.index.followed_by(index, u32::try_from(self.counted).unwrap_or(u32::MAX)),
            counted: self.counted,
            documents: self.counted + own.len(),
            vocabulary,
            names: self.names.clone(),
            table: self.table.clone(),
        })
    }

    /// The phrases that texts of these words may have.
    pub fn phrases(&self, vocabulary: &mut Vocabulary) -> Phrases {
        Phrases::learn([&*self.table, &ENGLISH], vocabulary)
    }

    /// Calls `each` with every entry that has `term` in a field, in order, and how often.
    pub fn postings(&self, field: usize, term: Term, each: impl FnMut(u32, u32)) {
        let (form, text) = self.key(term);
        self.index.postings(field, form, text, each);
    }

    /// How often a field of an entry has `term`.
    pub fn frequency(&self, field: usize, term: Term, entry: u32) -> u32 {
        let (form, text) = self.key(term);
        self.index.frequency(field, form, text, entry)
    }

    /// Whether the texts or the synonyms have a word.
    pub fn has(&self, word: &str, stem: &str) -> bool {
        self.vocabulary.word(word).is_some() || self.vocabulary.stem(stem).is_some() || self.table.knows(stem)
    }

    /// Whether a word says something by itself, or is spelled right.
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

/// The terms of each field, as written and stemmed, spaces between.
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

fn write(texts: &[Texts], vocabulary: &Vocabulary) -> tantivy::Result<InvertedIndex> {
    let mut writer = IndexWriter::new()?;
    for texts in texts {
        writer.add(&terms(texts, vocabulary))?;
    }
    writer.finish()
}
