//! Which variant a region reads: of every entry the general answer, or one that only some regions have.
//!
//! A *document* is what can be found: first the entries as whoever has chosen no region reads them, by their place, then
//! the variants. A region reads a list of documents, at most one of each entry. Regions that read the same are one reader.
//! A variant's blanks are open in the index: a region's name and its like are filled in where something is shown, and
//! find nothing.

use std::collections::{BTreeMap, HashMap};

use super::entry::Entry;
use super::phrases::Phrases;
use super::regions::PlaceNames;
use super::texts::Text;
use super::vocabulary::Vocabulary;

/// Someone who reads the FAQ; unless said otherwise, whoever has chosen no region. Of the index that named it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reader(usize);

impl Reader {
    /// Its number: those of an index are counted from 0, which is whoever has chosen no region.
    pub fn number(self) -> usize {
        self.0
    }
}

/// What a region reads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The documents, in content's order.
    pub documents: Vec<u32>,
    /// Those of the variants that have blanks, filled.
    pub filled: BTreeMap<u32, Words>,
}

/// An answer with its blanks filled.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Words {
    /// Markdown, links resolved.
    pub answer: String,
    /// The same as plain text: what snippets are cut from.
    pub answer_text: String,
}

/// What regions are called, and read other than the general answers.
#[derive(Debug, Default)]
pub struct Regions {
    /// The answers that only some regions have, blanks open: entries of their own, whose other texts are the entry's.
    pub variants: Vec<Entry>,
    /// What they're called.
    pub names: Vec<PlaceNames>,
    readings: HashMap<Reading, Vec<String>>,
}

impl Regions {
    /// Regions that read the general answers, all of them.
    pub fn named(names: Vec<PlaceNames>) -> Self {
        Self { names, ..Self::default() }
    }

    /// Adds a region by its code.
    pub fn add(&mut self, code: &str, reading: Reading) {
        self.readings.entry(reading).or_default().push(code.to_owned());
    }

    /// Memory held by texts, in bytes.
    pub fn size(&self) -> usize {
        let filled = self.readings.keys().flat_map(|reading| reading.filled.values());
        let filled = filled.map(|words| words.answer.len() + words.answer_text.len());
        self.variants.iter().map(Entry::size).sum::<usize>() + filled.sum::<usize>()
    }
}

/// What a reader reads, ready to be searched.
#[derive(Debug)]
pub struct Shelf {
    pub reading: Reading,
    /// Those of its documents that are variants.
    pub variants: Vec<u32>,
    /// The filled answers, cut.
    cut: BTreeMap<u32, Text>,
}

impl Shelf {
    /// What someone reads, `general` being how many documents aren't variants; cuts the filled answers and learns their words.
    pub fn learn(reading: Reading, general: usize, vocabulary: &mut Vocabulary) -> Self {
        let documents = reading.documents.iter().copied();
        let variants = documents.filter(|document| *document as usize >= general).collect();
        let filled = reading.filled.iter();
        let cut = filled.map(|(document, words)| (*document, Text::learn(&words.answer_text, vocabulary)));
        Self { variants, cut: cut.collect(), reading }
    }

    /// Finds the phrases in the filled answers.
    pub fn find(&mut self, phrases: &Phrases, vocabulary: &Vocabulary) {
        self.cut.values_mut().for_each(|answer| phrases.find_in_answer(answer, vocabulary));
    }

    /// The plain text of an answer and where its words are; `None` where it has no blanks.
    pub fn filled(&self, document: u32) -> Option<(&Words, &Text)> {
        self.reading.filled.get(&document).zip(self.cut.get(&document))
    }
}

/// All readers, and which of them a region is.
#[derive(Debug, Default)]
pub struct Readers {
    pub readings: Vec<Reading>,
    by_code: BTreeMap<String, Reader>,
}

impl Readers {
    /// Whoever has chosen no region, and then everyone who reads something else; with the variants that they read.
    pub fn of(general: usize, regions: Regions) -> (Self, Vec<Entry>) {
        let documents = (0..general).map(|document| u32::try_from(document).unwrap_or(u32::MAX)).collect();
        let mut readers =
            Self { readings: vec![Reading { documents, ..Reading::default() }], by_code: BTreeMap::new() };
        let mut readings: Vec<(Reading, Vec<String>)> = regions.readings.into_iter().collect();
        readings.sort_unstable_by(|a, b| a.1.cmp(&b.1));
        for (reading, codes) in readings {
            let reader = if reading == readers.readings[0] {
                Reader::default()
            } else {
                readers.readings.push(reading);
                Reader(readers.readings.len() - 1)
            };
            readers.by_code.extend(codes.into_iter().map(|code| (code, reader)));
        }
        (readers, regions.variants)
    }

    /// The reader that a region is, by its code; `None` where there is no such region.
    pub fn of_region(&self, code: &str) -> Option<Reader> {
        self.by_code.get(code).copied()
    }
}
