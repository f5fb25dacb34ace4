//! The entries and their variants with their texts, and who reads which. Built once, never changed.

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

/// Everything that can be found, and for whom.
pub struct Library {
    /// By document: the entries, then the variants, then the errands.
    pub documents: Vec<Entry>,
    /// Their texts, cut.
    pub texts: Vec<Texts>,
    /// Category of each that isn't an errand.
    pub category_of: Vec<usize>,
    /// Categories in the order in which the documents bring them.
    pub categories: Vec<String>,
    /// How many of them the entries bring.
    general_categories: usize,
    /// What searching them reads.
    pub collection: Collection,
    /// What to say, errand by errand.
    pub says: Vec<Option<String>>,
    readers: Readers,
    shelves: Vec<Shelf>,
}

impl Library {
    /// Cuts all texts and indexes them.
    ///
    /// # Errors
    /// Those of tantivy; in memory there are none.
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
        let of_entries = category_of[..general].iter().max();
        Ok(Self {
            general_categories: of_entries.map_or(0, |last| last + 1),
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

    /// The first document that is an errand, past the last where there is none.
    pub fn errands(&self) -> usize {
        self.documents.len() - self.says.len()
    }

    /// How many documents are entries.
    pub fn general(&self) -> usize {
        self.collection.entries
    }

    /// The categories that a reader knows.
    pub fn categories(&self, reader: Reader) -> &[String] {
        match reader == Reader::default() {
            true => &self.categories[..self.general_categories],
            false => &self.categories,
        }
    }

    /// The reader that a region is, by its code.
    pub fn reader(&self, code: &str) -> Option<Reader> {
        self.readers.of_region(code)
    }

    /// What a reader reads.
    pub fn shelf(&self, reader: Reader) -> &Shelf {
        self.shelves.get(reader.number()).unwrap_or(&self.shelves[0])
    }

    /// How many readers there are.
    pub fn readers(&self) -> usize {
        self.shelves.len()
    }

    /// Place of an entry among those that a reader reads.
    pub fn place_of(&self, reader: Reader, id: &str) -> Option<usize> {
        let documents = &self.shelf(reader).reading.documents;
        documents.iter().position(|document| self.documents[*document as usize].id == id)
    }
}
