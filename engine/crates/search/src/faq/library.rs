//! Everything that can be found: which reader reads which entries and variants, and the words, index, and statistics
//! that a search reads. It's built once and never changed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::index::{ANSWER, Form, IndexWriter, InvertedIndex, QUESTION, TAGS};
use super::ranking::FIELDS;
use super::regions::{DocumentLists, Gazetteer, Reader, ReaderShelf, Regions};
use super::synonyms::{Synonyms, Table};
use super::texts::{Entry, ErrandEntry, Phrases, TokenizedEntry, TokenizedText};
use super::vocabulary::Vocabulary;
use super::words::stem;
use crate::text::english::{Commonness, StopWord, commonness};

/// Everything that can be found, and which reader can find it.
pub struct Library {
    /// The documents: the entries, then the variants, then the errands.
    pub documents: Vec<Entry>,
    /// Their text, tokenized.
    pub texts: Vec<TokenizedEntry>,
    /// The category of each document that isn't an errand.
    pub category_of: Vec<usize>,
    /// The categories, in the order in which they first appear in the documents.
    pub categories: Vec<String>,
    /// The number of categories that appear in entries.
    general_categories: usize,
    /// The data that a search reads.
    pub collection: Collection,
    /// The wording to say or send for each errand, if it has any.
    pub says: Vec<Option<String>>,
    readers: DocumentLists,
    shelves: Vec<ReaderShelf>,
}

impl Library {
    /// Tokenizes all text and indexes it.
    ///
    /// # Errors
    /// Only errors from tantivy, which don't happen with an index in memory.
    pub fn new(
        entries: Vec<Entry>,
        mut regions: Regions,
        errands: Vec<ErrandEntry>,
        synonyms: &Synonyms,
    ) -> tantivy::Result<Self> {
        let names = Gazetteer::new(std::mem::take(&mut regions.names));
        let general = entries.len();
        let (mut readers, variants) = DocumentLists::of(general, regions);
        let mut documents = entries;
        documents.extend(variants);
        let in_categories = documents.len();
        let (errands, says): (Vec<Entry>, Vec<_>) =
            errands.into_iter().map(|errand| (errand.entry, errand.say)).unzip();
        documents.extend(errands);
        let mut vocabulary = Vocabulary::default();
        let learn = |entry: &Entry| TokenizedEntry::learn(entry, &mut vocabulary);
        let mut texts: Vec<TokenizedEntry> = documents[..general].iter().map(learn).collect();
        let of_entries = vocabulary.size();
        texts.extend(documents[general..].iter().map(|entry| TokenizedEntry::learn(entry, &mut vocabulary)));
        let lists = std::mem::take(&mut readers.lists).into_iter();
        let mut shelves: Vec<ReaderShelf> =
            lists.map(|list| ReaderShelf::learn(list, general, &mut vocabulary)).collect();
        let table = Table::new(synonyms);
        let phrases = Phrases::learn([&table, &ENGLISH], &mut vocabulary);
        texts.iter_mut().for_each(|texts| phrases.find_in(texts, &vocabulary));
        shelves.iter_mut().for_each(|shelf| shelf.find(&phrases, &vocabulary));
        let collection = Collection::new(&texts, general, vocabulary, of_entries, names, table)?;
        let mut categories: Vec<String> = Vec::new();
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
        let category_of = documents[..in_categories].iter().map(|entry| {
            *numbers.entry(&entry.category).or_insert_with(|| {
                categories.push(entry.category.clone());
                categories.len() - 1
            })
        });
        let category_of: Vec<usize> = category_of.collect();
        let general_categories = category_of[..general].iter().max().map_or(0, |last| last + 1);
        Ok(Self {
            general_categories,
            category_of,
            categories,
            documents,
            texts,
            collection,
            says,
            readers,
            shelves,
        })
    }

    /// Returns the number of the first document that is an errand. If there are no errands, that's one past the last
    /// document.
    pub fn errands(&self) -> usize {
        self.documents.len() - self.says.len()
    }

    /// Returns the number of documents that are entries.
    pub fn general(&self) -> usize {
        self.collection.entries
    }

    /// Returns a reader's categories.
    pub fn categories(&self, reader: Reader) -> &[String] {
        match reader == Reader::default() {
            true => &self.categories[..self.general_categories],
            false => &self.categories,
        }
    }

    /// Returns the reader for a region's code.
    pub fn reader(&self, code: &str) -> Option<Reader> {
        self.readers.of_region(code)
    }

    /// Returns a reader's documents.
    pub fn shelf(&self, reader: Reader) -> &ReaderShelf {
        self.shelves.get(reader.number()).unwrap_or(&self.shelves[0])
    }

    /// Returns the number of readers.
    pub fn readers(&self) -> usize {
        self.shelves.len()
    }

    /// Returns an entry's position among a reader's documents.
    pub fn place_of(&self, reader: Reader, id: &str) -> Option<usize> {
        let documents = &self.shelf(reader).list.documents;
        documents.iter().position(|document| self.documents[*document as usize].id == id)
    }
}

/// Everything that a search reads.
pub struct Collection {
    pub index: InvertedIndex,
    /// How many documents are entries; they come first. Statistics count only these, not variants or errands.
    pub entries: usize,
    /// How many documents there are.
    pub documents: usize,
    pub vocabulary: Vocabulary,
    /// The size of the vocabulary's first part, which comes from the entries.
    of_entries: [u32; 2],
    /// The regions' names.
    pub names: Gazetteer,
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
    /// Indexes the documents' text, whose words are in `vocabulary`. The first `entries` documents are the entries, and
    /// their words are the first `of_entries` of the vocabulary.
    ///
    /// # Errors
    /// Only errors from tantivy, which don't happen with an index in memory.
    pub fn new(
        texts: &[TokenizedEntry],
        entries: usize,
        vocabulary: Vocabulary,
        of_entries: [u32; 2],
        names: Gazetteer,
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

    /// Returns whether the entries' text or the synonyms contain a word. A word that only errands contain doesn't
    /// count: it may be a misspelled word of an entry.
    pub fn has(&self, word: &str, stem: &str) -> bool {
        self.vocabulary.word(word).is_some_and(|word| word < self.of_entries[0])
            || self.vocabulary.stem(stem).is_some_and(|stem| self.is_of_entries(stem))
            || self.table.knows(stem)
    }

    /// Returns whether the entries' text contains a word with this stem.
    pub fn is_of_entries(&self, stem: u32) -> bool {
        stem < self.of_entries[1]
    }

    /// Returns whether a word finds something by itself or is spelled correctly.
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
fn terms(texts: &TokenizedEntry, vocabulary: &Vocabulary) -> [[String; 2]; FIELDS] {
    let mut fields: [[String; 2]; FIELDS] = Default::default();
    let mut add = |field: usize, text: &TokenizedText| {
        let [exact, stemmed] = &mut fields[field];
        let mut seen = FxHashSet::default();
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

/// The thesaurus of everyday English, as `build.rs` compiled it.
pub static ENGLISH: Table = Table::compiled(include_str!(concat!(env!("OUT_DIR"), "/thesaurus.txt")));
