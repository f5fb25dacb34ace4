//! Laying entries out: their texts cut into words, and of which word is where the postings.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use rustc_hash::FxHashMap;

use super::Entry;
use super::laid::{Laid, Short};
use super::lists::{self, COPIES, Lists, PARTS};
use super::runs::{BATCH, Batch, Sorter};
use super::synonyms::Table;
use super::vocabulary::{Renumbered, Stemmer, Vocabulary};

/// Entries for which another thread is worth its while.
const STRETCH: usize = 4_096;

/// Entries, laid out.
pub struct Layout<'a> {
    table: &'a Table,
    stemmer: Stemmer,
    pub vocabulary: Vocabulary,
    /// For each stem of the vocabulary its number in the table.
    pub table_stems: Vec<u32>,
    /// For each phrase of the table the number of its term among the stemmed ones.
    phrase_terms: Vec<u32>,
    /// How many texts were laid out, and for each word the number of the last that had it.
    texts: u32,
    last_in: Vec<u32>,
    /// The text that was laid out last.
    laid: Laid,
    batches: [Batch; COPIES],
    sorters: [Sorter; COPIES],
    /// For each entry how long its parts are.
    pub lengths: Vec<[f32; PARTS]>,
    /// The entries' texts, cut, where they are kept.
    pub shorts: Vec<Short>,
    pub answers: Vec<Laid>,
}

/// Lays entries out, on every core; their texts are kept or not.
pub fn lay_out<'a>(entries: &[Entry], table: &'a Table, keep: bool) -> Layout<'a> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    lay_out_in(entries.len().div_ceil(cores).max(STRETCH), entries, table, keep)
}

/// Lays stretches of so many entries out side by side, which changes nothing of what comes of it.
pub fn lay_out_in<'a>(stretch: usize, entries: &[Entry], table: &'a Table, keep: bool) -> Layout<'a> {
    thread::scope(|scope| {
        let mut stretches = (0..).step_by(stretch).zip(entries.chunks(stretch)).map(|(first, entries)| {
            move || {
                let mut layout = Layout::new(table, first);
                layout.add_all(entries, keep);
                layout
            }
        });
        let here = stretches.next();
        // Threads that end with the building: those which answer queries have queries to answer.
        let others: Vec<_> = stretches.map(|stretch| scope.spawn(stretch)).collect();
        let mut layout = here.map_or_else(|| Layout::new(table, 0), |stretch| stretch());
        for other in others {
            layout.append(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        layout
    })
}

impl<'a> Layout<'a> {
    /// A layout that knows no word yet and begins with this entry.
    fn new(table: &'a Table, first: usize) -> Self {
        // Phrases that differ only in the forms of their words share a term.
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let numbered = (0..).zip(&table.phrases);
        let phrase_terms = numbered.map(|(phrase, of)| *numbers.entry(&of.term).or_insert(phrase)).collect();
        Self {
            table,
            stemmer: Stemmer::default(),
            vocabulary: Vocabulary::default(),
            table_stems: Vec::new(),
            phrase_terms,
            texts: 0,
            last_in: Vec::new(),
            laid: Laid::default(),
            batches: Default::default(),
            sorters: [(); COPIES].map(|()| Sorter::new(first)),
            lengths: Vec::new(),
            shorts: Vec::new(),
            answers: Vec::new(),
        }
    }

    fn add_all(&mut self, entries: &[Entry], keep: bool) {
        for batch in entries.chunks(BATCH) {
            for entry in batch {
                self.add(entry, keep);
            }
            for (sorter, batch) in self.sorters.iter_mut().zip(&mut self.batches) {
                sorter.sort(batch);
                batch.clear();
            }
        }
    }

    fn add(&mut self, entry: &Entry, keep: bool) {
        self.lay(&entry.question, true);
        let question = keep.then(|| self.laid.clone());
        // In words; tags are no text.
        let question_length = self.laid.question_length(&entry.question, &self.vocabulary);
        self.end_part();
        let mut tags = Vec::new();
        for tag in &entry.tags {
            self.lay(tag, true);
            tags.extend(keep.then(|| self.laid.clone()));
        }
        self.end_part();
        self.lay(&entry.answer_text, false);
        self.end_part();
        self.lengths.push([question_length, 1.0, self.laid.words.len() as f32]);
        if let Some(question) = question {
            self.shorts.push(Short { question, tags });
            self.answers.push(self.laid.clone());
        }
    }

    /// Appends the entries that come next.
    fn append(&mut self, mut next: Self) {
        let Renumbered { words, stems } = self.vocabulary.append(&next.vocabulary);
        self.number_table_stems();
        let texts = next.shorts.iter_mut().flat_map(Short::texts_mut).chain(&mut next.answers);
        for cut in texts.flat_map(|text| &mut text.words) {
            cut.word = words[cut.word as usize];
        }
        let [next_exact, next_stemmed] = next.sorters;
        let [exact, stemmed] = &mut self.sorters;
        exact.append(next_exact, |word| words[word as usize]);
        // The phrases come before the stems and have the same numbers in all layouts.
        let phrases = self.phrase_terms.len();
        stemmed.append(next_stemmed, |term| match (term as usize).checked_sub(phrases) {
            Some(stem) => phrases as u32 + stems[stem],
            None => term,
        });
        self.lengths.extend(next.lengths);
        self.shorts.extend(next.shorts);
        self.answers.extend(next.answers);
    }

    /// Writes the lists of the entries as written and stemmed, which takes the postings out of the layout.
    ///
    /// # Errors
    /// Those of [`lists::write`].
    pub fn write(&mut self) -> tantivy::Result<[Lists; COPIES]> {
        let [words, stems] = self.vocabulary.counts();
        let words = (0..).take(words).map(|word| self.vocabulary.text_of(word));
        let phrases = self.table.phrases.iter().map(|phrase| &*phrase.term);
        let stems = (0..).take(stems).map(|stem| self.vocabulary.stem_text(stem));
        let terms: [Vec<&str>; COPIES] = [words.collect(), phrases.chain(stems).collect()];
        let [exact, stemmed] = std::mem::replace(&mut self.sorters, [(); COPIES].map(|()| Sorter::new(0)));
        let [words, stems] = &terms;
        thread::scope(|scope| {
            let exact = scope.spawn(move || lists::write(exact, words));
            let stemmed = lists::write(stemmed, stems);
            Ok([exact.join().unwrap_or_else(|panic| resume_unwind(panic))?, stemmed?])
        })
    }

    fn number_table_stems(&mut self) {
        let [_, stems] = self.vocabulary.counts();
        let new = (0..).take(stems).skip(self.table_stems.len());
        self.table_stems.extend(new.map(|stem| self.table.stem_number(self.vocabulary.stem_text(stem))));
    }

    /// Adds a text of a part; `short` ones have phrases wherever their words are.
    fn lay(&mut self, text: &str, short: bool) {
        self.laid.learn(text, &mut self.vocabulary, &mut self.stemmer);
        self.number_table_stems();
        let vocabulary = &self.vocabulary;
        let [words, _] = vocabulary.counts();
        self.laid.find_phrases(vocabulary, self.table, &self.table_stems, short, |_| true);
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
