//! Laying entries out, a stretch of them on each core.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use rustc_hash::FxHashMap;

use super::Entry;
use super::laid::{Laid, Short};
use super::layout::Layout;
use super::lists::COPIES;
use super::runs::{BATCH, Batch};
use super::synonyms::Table;
use super::vocabulary::Stemmer;

/// Entries for which another thread is worth its while.
const STRETCH: usize = 4_096;

/// Lays entries out; their texts are kept or not.
pub fn lay_out<'a>(entries: &[Entry], table: &'a Table, keep: bool) -> Layout<'a> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    lay_out_in(entries.len().div_ceil(cores).max(STRETCH), entries, table, keep)
}

/// Lays stretches of so many entries out side by side, which changes nothing of what comes of it.
pub fn lay_out_in<'a>(stretch: usize, entries: &[Entry], table: &'a Table, keep: bool) -> Layout<'a> {
    thread::scope(|scope| {
        let mut stretches = (0..)
            .step_by(stretch)
            .zip(entries.chunks(stretch))
            .map(|(first, entries)| move || Stretch::new(first, table, keep).lay_out(entries));
        let here = stretches.next();
        // Threads that end with the building: those which answer queries have queries to answer.
        let others: Vec<_> = stretches.map(|stretch| scope.spawn(stretch)).collect();
        let mut layout = here.map_or_else(|| Layout::new(0, table), |stretch| stretch());
        for other in others {
            layout.append(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        layout
    })
}

/// A stretch of entries that is being laid out.
struct Stretch<'a> {
    layout: Layout<'a>,
    stemmer: Stemmer,
    /// Whether the texts are kept.
    keep: bool,
    /// For each phrase of the table the one that stands for it among the terms.
    phrase_terms: Vec<u32>,
    /// How many texts were laid out, and for each word the number of the last that had it.
    texts: u32,
    last_in: Vec<u32>,
    /// The text that was laid out last.
    laid: Laid,
    batches: [Batch; COPIES],
}

impl<'a> Stretch<'a> {
    /// A stretch that begins with the entry `first`.
    fn new(first: usize, table: &'a Table, keep: bool) -> Self {
        // Phrases that differ only in the forms of their words share a term.
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let numbered = (0..).zip(&table.phrases);
        let phrase_terms = numbered.map(|(phrase, of)| *numbers.entry(&of.term).or_insert(phrase)).collect();
        Self {
            layout: Layout::new(first, table),
            stemmer: Stemmer::default(),
            keep,
            phrase_terms,
            texts: 0,
            last_in: Vec::new(),
            laid: Laid::default(),
            batches: Default::default(),
        }
    }

    /// Lays its entries out.
    fn lay_out(mut self, entries: &[Entry]) -> Layout<'a> {
        for batch in entries.chunks(BATCH) {
            for entry in batch {
                self.add(entry);
            }
            for (sorter, batch) in self.layout.sorters.iter_mut().zip(&mut self.batches) {
                sorter.sort(batch);
                batch.clear();
            }
        }
        self.layout
    }

    fn add(&mut self, entry: &Entry) {
        self.lay(&entry.question, true);
        self.end_part();
        let question = self.keep.then(|| self.laid.clone());
        let question_length = self.laid.question_length(&entry.question, &self.layout.vocabulary);
        let mut tags = Vec::new();
        for tag in &entry.tags {
            self.lay(tag, true);
            tags.extend(self.keep.then(|| self.laid.clone()));
        }
        self.end_part();
        self.lay(&entry.answer_text, false);
        self.end_part();
        // In words; tags are no text.
        self.layout.lengths.push([question_length, 1.0, self.laid.words.len() as f32]);
        if let Some(question) = question {
            self.layout.shorts.push(Short { question, tags });
            self.layout.answers.push(self.laid.clone());
        }
    }

    /// Adds a text of a part; `short` ones have phrases wherever their words are.
    fn lay(&mut self, text: &str, short: bool) {
        self.laid.learn(text, &mut self.layout.vocabulary, &mut self.stemmer);
        self.layout.number_table_stems();
        let Layout { vocabulary, table, table_stems, .. } = &self.layout;
        let [words, _] = vocabulary.counts();
        self.laid.find_phrases(vocabulary, table, table_stems, short, |_| true);
        self.texts += 1;
        self.last_in.resize(words, 0);
        let phrases = self.phrase_terms.len() as u32;
        let [exact, stemmed] = &mut self.batches;
        for cut in &self.laid.words {
            // Nearly half of an answer's words are grammatical; that it has one is enough to know.
            let counts = short || !vocabulary.is_grammatical(cut.word);
            let last_in = std::mem::replace(&mut self.last_in[cut.word as usize], self.texts);
            if counts || last_in != self.texts {
                exact.push(cut.word);
            }
            if counts {
                stemmed.push(phrases + vocabulary.stem_of(cut.word));
            }
        }
        for (phrase, _) in &self.laid.phrases {
            stemmed.push(self.phrase_terms[*phrase]);
        }
    }

    fn end_part(&mut self) {
        for batch in &mut self.batches {
            batch.end_part();
        }
    }
}
