//! The regions: the names that queries use for them, and the variants that each one reads.
//!
//! For every entry, a region reads either the general answer or a variant that only some regions have. A *document*
//! is anything that can be found: first the entries as read with no region chosen, in order, then the variants. Each
//! region reads a list of documents, at most one for each entry. Regions that read exactly the same documents share
//! one reader. Variants aren't counted in a word's IDF. In the index, a variant's blanks are empty: values such as the
//! region's name are filled in only for display, and can't be searched for.

use std::collections::{BTreeMap, HashMap};

use super::texts::{Entry, Phrases, TokenizedText};
use super::vocabulary::Vocabulary;
use super::words;

/// A reader of the FAQ; by default, the one that hasn't chosen a region. Valid only for the index that returned it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reader(usize);

impl Reader {
    /// Returns its number, from 0. Reader 0 hasn't chosen a region.
    pub fn number(self) -> usize {
        self.0
    }
}

/// The documents that a region reads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct DocumentList {
    /// The documents, in content order.
    pub documents: Vec<u32>,
    /// The filled answers of the variants that have blanks.
    pub filled: BTreeMap<u32, FilledAnswer>,
}

/// An answer with its blanks filled.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FilledAnswer {
    /// Markdown, links resolved.
    pub answer: String,
    /// The same answer as plain text, which snippets are cut from.
    pub answer_text: String,
}

/// The regions' names, and the variants that they read instead of the general answers.
#[derive(Debug, Default)]
pub struct Regions {
    /// The answers that only some regions have, with empty blanks. Each is a full entry, with the rest of its text
    /// from the original entry.
    pub variants: Vec<Entry>,
    /// The regions' names.
    pub names: Vec<PlaceNames>,
    lists: HashMap<DocumentList, Vec<String>>,
}

impl Regions {
    /// Creates regions that all read the general answers.
    pub fn named(names: Vec<PlaceNames>) -> Self {
        Self { names, ..Self::default() }
    }

    /// Adds the region with this code.
    pub fn add(&mut self, code: &str, list: DocumentList) {
        self.lists.entry(list).or_default().push(code.to_owned());
    }

    /// Returns the memory held by text, in bytes.
    pub fn size(&self) -> usize {
        let filled = self.lists.keys().flat_map(|list| list.filled.values());
        let filled = filled.map(|words| words.answer.len() + words.answer_text.len());
        self.variants.iter().map(Entry::size).sum::<usize>() + filled.sum::<usize>()
    }
}

/// A reader's documents, ready to be searched.
#[derive(Debug)]
pub struct ReaderShelf {
    pub list: DocumentList,
    /// The variants among the reader's documents, in order.
    pub variants: Vec<u32>,
    /// The filled answers, tokenized.
    cut: BTreeMap<u32, TokenizedText>,
}

impl ReaderShelf {
    /// Prepares a reader's documents: tokenizes the filled answers and adds their words to the vocabulary. Documents
    /// numbered `general` or higher are variants.
    pub fn learn(list: DocumentList, general: usize, vocabulary: &mut Vocabulary) -> Self {
        let documents = list.documents.iter().copied();
        let mut variants: Vec<u32> = documents.filter(|document| *document as usize >= general).collect();
        variants.sort_unstable();
        let filled = list.filled.iter();
        let cut =
            filled.map(|(document, words)| (*document, TokenizedText::learn(&words.answer_text, vocabulary)));
        Self { variants, cut: cut.collect(), list }
    }

    /// Finds the phrases in the filled answers.
    pub fn find(&mut self, phrases: &Phrases, vocabulary: &Vocabulary) {
        self.cut.values_mut().for_each(|answer| phrases.find_in_answer(answer, vocabulary));
    }

    /// Returns a variant's filled answer and its tokenized text; `None` if it has no blanks.
    pub fn filled(&self, document: u32) -> Option<(&FilledAnswer, &TokenizedText)> {
        self.list.filled.get(&document).zip(self.cut.get(&document))
    }
}

/// All readers, and each region's reader.
#[derive(Debug, Default)]
pub struct DocumentLists {
    pub lists: Vec<DocumentList>,
    by_code: BTreeMap<String, Reader>,
}

impl DocumentLists {
    /// Returns the readers and the variants that they read. The first reader hasn't chosen a region; each of the
    /// others reads something else.
    pub fn of(general: usize, regions: Regions) -> (Self, Vec<Entry>) {
        let documents = (0..general).map(|document| u32::try_from(document).unwrap_or(u32::MAX)).collect();
        let mut readers = Self {
            lists: vec![DocumentList { documents, ..DocumentList::default() }],
            by_code: BTreeMap::new(),
        };
        let mut lists: Vec<(DocumentList, Vec<String>)> = regions.lists.into_iter().collect();
        lists.sort_unstable_by(|a, b| a.1.cmp(&b.1));
        for (list, codes) in lists {
            let reader = if list == readers.lists[0] {
                Reader::default()
            } else {
                readers.lists.push(list);
                Reader(readers.lists.len() - 1)
            };
            readers.by_code.extend(codes.into_iter().map(|code| (code, reader)));
        }
        (readers, regions.variants)
    }

    /// Returns the reader for a region's code; `None` if there is no such region.
    pub fn of_region(&self, code: &str) -> Option<Reader> {
        self.by_code.get(code).copied()
    }
}

/// The names of a region, with its code. Without a code, they're the names of a place that contains a region's name
/// but isn't that region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceNames {
    pub code: Option<String>,
    /// Including its adjectives and short forms.
    pub names: Vec<String>,
}

/// The names of all regions.
#[derive(Debug, Default)]
pub struct Gazetteer {
    /// The words of each name, longest first, with the region's number, which is its position in `codes`.
    pub names: Vec<(Vec<String>, Option<usize>)>,
    pub codes: Vec<String>,
}

impl Gazetteer {
    /// Splits the names into words. Each name also matches when written as one word.
    pub fn new(regions: Vec<PlaceNames>) -> Self {
        let mut all = Self::default();
        for region in regions {
            let number = region.code.is_some().then_some(all.codes.len());
            for name in region.names.iter().map(|name| words::words(name)).filter(|name| !name.is_empty()) {
                if name.len() > 1 {
                    all.names.push((vec![name.concat()], number));
                }
                all.names.push((name, number));
            }
            all.codes.extend(region.code);
        }
        all.names.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        all
    }

    /// Returns a region's code.
    pub fn code(&self, region: usize) -> &str {
        &self.codes[region]
    }
}
