//! The entries of a collection, laid out to be searched.
//!
//! Each of question, tags and answer is there twice, as written and stemmed; phrases of the
//! synonym table are terms of the stemmed copies. Built once, never changed, no thread left behind.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tantivy::index::InvertedIndexReader;

use super::beginnings::Beginnings;
use super::laid::{self, Laid, Short, Wanted};
use super::layout::Layout;
use super::lists::{ANSWER, PARTS, QUESTION, TAGS};
use super::score;
use super::stretch;
use super::synonyms::Table;
use super::vocabulary::{Stemmer, Vocabulary};
use super::{Entry, Synonyms};

/// Bytes of all texts up to which the places of their words are kept; in a larger collection an entry's are found
/// again when it is shown.
const KEPT_BYTES: usize = 12_000_000;

/// Entries of which one thread keeps the sums at a time, at most: some 20 bytes each.
const SPAN: usize = 32_768;

/// A part of the entries, as written and stemmed.
pub struct Part {
    pub exact: Arc<InvertedIndexReader>,
    pub stemmed: Arc<InvertedIndexReader>,
}

/// Everything that searching reads.
pub struct Collection {
    pub entries: Vec<Entry>,
    /// Categories in the order in which the entries bring them.
    pub categories: Vec<String>,
    /// Category of each entry.
    pub category_of: Vec<usize>,
    pub by_id: FxHashMap<String, usize>,
    /// By part.
    pub parts: Vec<Part>,
    /// How soon a word's repetition stops counting ([`score::slowness`]), by part and entry.
    pub slowness: [Vec<f32>; PARTS],
    pub vocabulary: Vocabulary,
    pub beginnings: Beginnings,
    pub table: Table,
    /// For each stem of the vocabulary its number in the table.
    table_stems: Vec<u32>,
    /// Entries of one of the [`Collection::spans`], at most.
    span: usize,
    /// The entries' texts, cut; empty where there are too many to keep.
    shorts: Vec<Short>,
    answers: Vec<Laid>,
}

impl Collection {
    /// Lays the entries out.
    pub fn new(entries: Vec<Entry>, synonyms: &Synonyms) -> tantivy::Result<Self> {
        let table = Table::new(synonyms, &mut Stemmer::default());
        let keep = entries.iter().map(|entry| entry.question.len() + entry.answer_text.len()).sum::<usize>()
            <= KEPT_BYTES;
        let mut layout = stretch::lay_out(&entries, &table, keep);
        let [exact, stemmed] = layout.write()?;
        let parts: Vec<Part> =
            exact.into_iter().zip(stemmed).map(|(exact, stemmed)| Part { exact, stemmed }).collect();
        let Layout { vocabulary, table_stems, lengths, shorts, answers, .. } = layout;
        let count = entries.len().max(1) as f32;
        let slowness = [QUESTION, TAGS, ANSWER].map(|part| {
            let average = (lengths.iter().map(|lengths| lengths[part]).sum::<f32>() / count).max(1.0);
            lengths.iter().map(|lengths| score::slowness(part, lengths[part] / average)).collect()
        });

        let mut categories: Vec<String> = Vec::new();
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        let category_of = entries
            .iter()
            .map(|entry| {
                *numbers.entry(entry.category.clone()).or_insert_with(|| {
                    categories.push(entry.category.clone());
                    categories.len() - 1
                })
            })
            .collect();
        let by_id = entries.iter().enumerate().map(|(at, entry)| (entry.id.clone(), at)).collect();
        Ok(Self {
            beginnings: Beginnings::new(&parts)?,
            entries,
            categories,
            category_of,
            by_id,
            parts,
            slowness,
            vocabulary,
            table,
            table_stems,
            span: SPAN,
            shorts,
            answers,
        })
    }

    /// The entries in stretches that are worked on side by side, as long as each other. Their number depends on
    /// the collection alone, so that every machine adds up the same.
    pub fn spans(&self) -> impl Iterator<Item = Range<u32>> + use<> {
        let count = self.entries.len();
        let length = count.div_ceil(count.div_ceil(self.span).max(1)).max(1);
        let place = move |at: usize| u32::try_from(at.min(count)).unwrap_or(u32::MAX);
        (0..count).step_by(length).map(move |start| place(start)..place(start + length))
    }

    /// The same in stretches of at most so many entries.
    #[cfg(test)]
    pub fn in_spans_of(self, span: usize) -> Self {
        Self { span, ..self }
    }

    /// The question and tags of an entry, cut; of their phrases at least the `wanted` ones.
    pub fn short(&self, entry: usize, wanted: &Wanted<'_>) -> Cow<'_, Short> {
        if let Some(short) = self.shorts.get(entry) {
            return Cow::Borrowed(short);
        }
        let entry = &self.entries[entry];
        let recall = |text: &str| self.recall(text, wanted, true);
        Cow::Owned(Short {
            question: recall(&entry.question),
            tags: entry.tags.iter().map(|tag| recall(tag)).collect(),
        })
    }

    /// The answer of an entry, cut; of its words and phrases at least the `wanted` ones.
    pub fn answer(&self, entry: usize, wanted: &Wanted<'_>) -> Cow<'_, Laid> {
        if let Some(answer) = self.answers.get(entry) {
            return Cow::Borrowed(answer);
        }
        let text = &self.entries[entry].answer_text;
        Cow::Owned(if wanted.phrases.is_empty() {
            laid::recall(text, |word| wanted.words.get(word).copied())
        } else {
            self.recall(text, wanted, false)
        })
    }

    /// `short`: find phrases wherever their words are, else together.
    fn recall(&self, text: &str, wanted: &Wanted<'_>, short: bool) -> Laid {
        let mut laid = laid::recall(text, |word| self.vocabulary.number_of(word));
        if !wanted.phrases.is_empty() {
            let wanted = |phrase| wanted.phrases.contains_key(&phrase);
            laid.find_phrases(&self.vocabulary, &self.table, &self.table_stems, short, wanted);
        }
        laid
    }
}
