//! The entries and their variants with their texts, and which reader reads which. Built once and never changed.

use rustc_hash::FxHashMap;

use super::collection::Collection;
use super::entry::{Entry, Errand};
use super::phrases::Phrases;
use super::reader::{Reader, Readers, Regions, Shelf};
use super::regions::Names;
use super::synonyms::{Synonyms, Table};
use super::texts::Texts;
use super::thesaurus::ENGLISH;
use super::vocabulary::Vocabulary;

/// Everything that can be found, and by which reader.
pub struct Library {
    /// By document: the entries, then the variants, then the errands.
    pub documents: Vec<Entry>,
    /// Their texts, tokenized.
    pub texts: Vec<Texts>,
    /// The category of each document that isn't an errand.
    pub category_of: Vec<usize>,
    /// The categories, in the order in which they first appear in the documents.
    pub categories: Vec<String>,
    /// How many of them appear in entries.
    general_categories: usize,
    /// The data that a search reads.
    pub collection: Collection,
    /// The words to say for each errand.
    pub says: Vec<Option<String>>,
    readers: Readers,
    shelves: Vec<Shelf>,
}

impl Library {
    /// Tokenizes all texts and indexes them.
    ///
    /// # Errors
    /// Only tantivy's, which don't occur in memory.
    pub fn new(
        entries: Vec<Entry>,
        mut regions: Regions,
        errands: Vec<Errand>,
        synonyms: &Synonyms,
    ) -> tantivy::Result<Self> {
        let names = Names::new(std::mem::take(&mut regions.names));
        let general = entries.len();
        let (mut readers, variants) = Readers::of(general, regions);
        let mut documents = entries;
        documents.extend(variants);
        let in_categories = documents.len();
        let (errands, says): (Vec<Entry>, Vec<_>) =
            errands.into_iter().map(|errand| (errand.entry, errand.say)).unzip();
        documents.extend(errands);
        let mut vocabulary = Vocabulary::default();
        let learn = |entry: &Entry| Texts::learn(entry, &mut vocabulary);
        let mut texts: Vec<Texts> = documents[..general].iter().map(learn).collect();
        let of_entries = vocabulary.size();
        texts.extend(documents[general..].iter().map(|entry| Texts::learn(entry, &mut vocabulary)));
        let readings = std::mem::take(&mut readers.readings).into_iter();
        let mut shelves: Vec<Shelf> =
            readings.map(|reading| Shelf::learn(reading, general, &mut vocabulary)).collect();
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

    /// Returns the first document that is an errand; one past the last document if there are none.
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
    pub fn shelf(&self, reader: Reader) -> &Shelf {
        self.shelves.get(reader.number()).unwrap_or(&self.shelves[0])
    }

    /// Returns the number of readers.
    pub fn readers(&self) -> usize {
        self.shelves.len()
    }

    /// Returns an entry's position among a reader's documents.
    pub fn place_of(&self, reader: Reader, id: &str) -> Option<usize> {
        let documents = &self.shelf(reader).reading.documents;
        documents.iter().position(|document| self.documents[*document as usize].id == id)
    }
}
