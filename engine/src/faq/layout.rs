//! Entries, laid out: their texts cut into words, and which entry has which.

use std::panic::resume_unwind;
use std::thread;

use super::laid::{Laid, Short};
use super::lists::{self, COPIES, Lists, PARTS};
use super::runs::Sorter;
use super::synonyms::Table;
use super::vocabulary::{Renumbered, Vocabulary};

/// Entries, laid out.
pub struct Layout<'a> {
    pub table: &'a Table,
    pub vocabulary: Vocabulary,
    /// For each stem of the vocabulary its number in the table.
    pub table_stems: Vec<u32>,
    /// Where the words stand and where the stems and phrases do. A word's number is that of its term; so is that of a
    /// phrase among the stemmed, where the stems come after the phrases.
    pub sorters: [Sorter; COPIES],
    /// For each entry how long its parts are.
    pub lengths: Vec<[f32; PARTS]>,
    /// The entries' texts, cut, where they are kept.
    pub shorts: Vec<Short>,
    pub answers: Vec<Laid>,
}

impl<'a> Layout<'a> {
    /// A layout that knows no word yet and begins with the entry `first`.
    pub fn new(first: usize, table: &'a Table) -> Self {
        Self {
            table,
            vocabulary: Vocabulary::default(),
            table_stems: Vec::new(),
            sorters: [(); COPIES].map(|()| Sorter::new(first)),
            lengths: Vec::new(),
            shorts: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// Appends the entries that come next.
    pub fn append(&mut self, mut next: Self) {
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
        let phrases = self.table.phrases.len();
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
        let [exact, stemmed] = std::mem::take(&mut self.sorters);
        let [words, stems] = &terms;
        thread::scope(|scope| {
            let exact = scope.spawn(move || lists::write(exact, words));
            let stemmed = lists::write(stemmed, stems);
            Ok([exact.join().unwrap_or_else(|panic| resume_unwind(panic))?, stemmed?])
        })
    }

    /// Numbers the stems that were learnt since.
    pub fn number_table_stems(&mut self) {
        let [_, stems] = self.vocabulary.counts();
        let new = (0..).take(stems).skip(self.table_stems.len());
        self.table_stems.extend(new.map(|stem| self.table.stem_number(self.vocabulary.stem_text(stem))));
    }
}
