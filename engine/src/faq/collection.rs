//! What searching a collection of entries reads: words, index and statistics. Built once, never changed.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::entry::Entry;
use super::index::{ANSWER, Form, IndexWriter, InvertedIndex, QUESTION, TAGS};
use super::phrases::Phrases;
use super::ranking::FIELDS;
use super::regions::Names;
use super::synonyms::{ENGLISH, Phrase, Synonyms, Table};
use super::texts::{self, Text, Texts};
use super::vocabulary::Vocabulary;
use crate::text::english::StopWord;

/// Everything that searching reads.
pub struct Collection {
    pub index: InvertedIndex,
    /// How many entries the statistics are of: variants stand behind those and don't count.
    pub counted: usize,
    /// For each entry how long its fields are, as a multiple of the average.
    pub lengths: Vec<[f32; FIELDS]>,
    averages: [f32; FIELDS],
    pub vocabulary: Vocabulary,
    /// Words that are two elsewhere ("dropbox", "drop box"), with the stems of those.
    pub compounds: FxHashMap<u32, (u32, u32)>,
    /// What the regions are called.
    pub names: Arc<Names>,
    pub table: Arc<Table>,
}

/// A term of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// A word of the vocabulary.
    Word(u32),
    /// A stem of the vocabulary.
    Stem(u32),
    /// A phrase of the synonyms or, with a number past those, of the thesaurus.
    Phrase(usize),
    /// Two stems that the same field must have.
    Pair(u32, u32),
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
        let phrases = Phrases::new([&table, &ENGLISH], &vocabulary);
        texts.iter_mut().for_each(|texts| phrases.find_in(texts, &vocabulary));
        let mut lengths = lengths(entries, &texts, &vocabulary);
        let averages = averages(&lengths);
        divide(&mut lengths, averages);
        let collection = Self {
            index: write(&texts, &vocabulary, &table)?,
            counted: entries.len(),
            compounds: compounds(texts.iter(), &vocabulary),
            lengths,
            averages,
            vocabulary,
            names: Arc::new(names),
            table: Arc::new(table),
        };
        Ok((collection, texts))
    }

    /// This collection, of which `texts` are, with `variants` behind its entries. `vocabulary` has the words of both.
    ///
    /// # Errors
    /// Those of tantivy; in memory there are none.
    pub fn followed_by(
        &self,
        vocabulary: Vocabulary,
        texts: &[Texts],
        variants: &[Entry],
        own: &[Texts],
    ) -> tantivy::Result<Self> {
        let index = write(own, &vocabulary, &self.table)?;
        let mut behind = lengths(variants, own, &vocabulary);
        divide(&mut behind, self.averages);
        Ok(Self {
            index: self.index.followed_by(index, u32::try_from(self.counted).unwrap_or(u32::MAX)),
            counted: self.counted,
            compounds: compounds(texts.iter().chain(own), &vocabulary),
            lengths: [self.lengths.as_slice(), &behind].concat(),
            averages: self.averages,
            vocabulary,
            names: self.names.clone(),
            table: self.table.clone(),
        })
    }

    /// The phrases that texts of these words may have.
    pub fn phrases(&self, vocabulary: &Vocabulary) -> Phrases {
        Phrases::new([&*self.table, &ENGLISH], vocabulary)
    }

    /// Calls `each` with every entry that has `term` in a field, in order, and how often.
    pub fn postings(&self, field: usize, term: Term, mut each: impl FnMut(u32, u32)) {
        if let Term::Pair(left, right) = term {
            let (form, text) = self.key(Term::Stem(left));
            self.index.postings(field, form, text, |entry, times| {
                let others = self.frequency(field, Term::Stem(right), entry);
                if others > 0 {
                    each(entry, times.min(others));
                }
            });
        } else {
            let (form, text) = self.key(term);
            self.index.postings(field, form, text, each);
        }
    }

    /// How often a field of an entry has `term`.
    pub fn frequency(&self, field: usize, term: Term, entry: u32) -> u32 {
        if let Term::Pair(left, right) = term {
            let of = |stem| self.frequency(field, Term::Stem(stem), entry);
            return of(left).min(of(right));
        }
        let (form, text) = self.key(term);
        self.index.frequency(field, form, text, entry)
    }

    /// A phrase by its number.
    pub fn phrase(&self, number: usize) -> &Phrase {
        phrase(&self.table, number)
    }

    fn key(&self, term: Term) -> (Form, &str) {
        match term {
            Term::Word(word) => (Form::Exact, self.vocabulary.text_of(word)),
            Term::Stem(stem) | Term::Pair(stem, _) => (Form::Stemmed, self.vocabulary.stem_text(stem)),
            Term::Phrase(phrase) => (Form::Stemmed, &self.phrase(phrase).term),
        }
    }
}

fn phrase(table: &Table, number: usize) -> &Phrase {
    let all = &table.phrases;
    all.get(number).unwrap_or_else(|| &ENGLISH.phrases[number - all.len()])
}

/// The terms of each field, as written and stemmed, spaces between.
fn terms(texts: &Texts, vocabulary: &Vocabulary, table: &Table) -> [[String; 2]; FIELDS] {
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
            stemmed.push_str(&phrase(table, *number).term);
            stemmed.push(' ');
        }
    };
    add(QUESTION, &texts.question);
    texts.tags.iter().for_each(|tag| add(TAGS, tag));
    add(ANSWER, &texts.answer);
    fields
}

/// The words that stand somewhere as two, side by side, with the stems of those.
fn compounds<'t>(
    texts: impl Iterator<Item = &'t Texts>,
    vocabulary: &Vocabulary,
) -> FxHashMap<u32, (u32, u32)> {
    let mut found = FxHashMap::default();
    let mut whole = String::new();
    let all = texts.flat_map(|of| std::iter::once(&of.question).chain(&of.tags).chain([&of.answer]));
    for text in all {
        let words: Vec<u32> = text.apart().map(|cut| cut.word).collect();
        for pair in words.windows(2) {
            let [left, right] = [pair[0], pair[1]];
            whole.clear();
            whole.push_str(vocabulary.text_of(left));
            whole.push_str(vocabulary.text_of(right));
            if let Some(whole) = vocabulary.word(&whole) {
                found.insert(whole, (vocabulary.stem_of(left), vocabulary.stem_of(right)));
            }
        }
    }
    found
}

/// For each entry how long its fields are.
fn lengths(entries: &[Entry], texts: &[Texts], vocabulary: &Vocabulary) -> Vec<[f32; FIELDS]> {
    let all = entries.iter().zip(texts).map(|(entry, texts)| {
        let question = texts::question_length(&entry.question, &texts.question, vocabulary);
        // Tags are no text.
        [question, 1.0, texts.answer.words.len() as f32]
    });
    all.collect()
}

fn averages(lengths: &[[f32; FIELDS]]) -> [f32; FIELDS] {
    let count = lengths.len().max(1) as f32;
    [QUESTION, TAGS, ANSWER].map(|field| {
        let sum = lengths.iter().map(|lengths| lengths[field]).sum::<f32>();
        (sum / count).max(1.0)
    })
}

fn divide(lengths: &mut [[f32; FIELDS]], averages: [f32; FIELDS]) {
    for lengths in lengths {
        lengths.iter_mut().zip(averages).for_each(|(length, average)| *length /= average);
    }
}

fn write(texts: &[Texts], vocabulary: &Vocabulary, table: &Table) -> tantivy::Result<InvertedIndex> {
    let mut writer = IndexWriter::new()?;
    for texts in texts {
        writer.add(&terms(texts, vocabulary, table))?;
    }
    writer.finish()
}
