//! The entries of a collection, ready to be searched. Built once, never changed.

use rustc_hash::FxHashMap;

use super::entry::Entry;
use super::index::{ANSWER, Form, IndexWriter, InvertedIndex, QUESTION, TAGS};
use super::phrases::Phrases;
use super::ranking::FIELDS;
use super::synonyms::{ENGLISH, Phrase, Synonyms, Table};
use super::texts::{self, Text, Texts};
use super::vocabulary::Vocabulary;
use crate::text::english::StopWord;

/// Everything that searching reads.
pub struct Collection {
    pub entries: Vec<Entry>,
    /// The entries' texts, cut.
    pub texts: Vec<Texts>,
    /// Categories in the order in which the entries bring them.
    pub categories: Vec<String>,
    /// Category of each entry.
    pub category_of: Vec<usize>,
    pub by_id: FxHashMap<String, usize>,
    pub index: InvertedIndex,
    /// For each entry how long its fields are, as a multiple of the average.
    pub lengths: Vec<[f32; FIELDS]>,
    pub vocabulary: Vocabulary,
    /// Words that are two elsewhere ("dropbox", "drop box"), with the stems of those.
    pub compounds: FxHashMap<u32, (u32, u32)>,
    pub table: Table,
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
    pub fn new(entries: Vec<Entry>, synonyms: &Synonyms) -> tantivy::Result<Self> {
        let table = Table::new(synonyms);
        let mut vocabulary = Vocabulary::default();
        let mut texts: Vec<Texts> =
            entries.iter().map(|entry| Texts::learn(entry, &mut vocabulary)).collect();
        let phrases = Phrases::new([&table, &ENGLISH], &vocabulary);
        let mut writer = IndexWriter::new()?;
        for texts in &mut texts {
            phrases.find_in(texts, &vocabulary);
            writer.add(&terms(texts, &vocabulary, &table))?;
        }
        let mut categories: Vec<String> = Vec::new();
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
        let category_of = entries.iter().map(|entry| {
            *numbers.entry(&entry.category).or_insert_with(|| {
                categories.push(entry.category.clone());
                categories.len() - 1
            })
        });
        Ok(Self {
            category_of: category_of.collect(),
            categories,
            by_id: entries.iter().enumerate().map(|(at, entry)| (entry.id.clone(), at)).collect(),
            index: writer.finish()?,
            compounds: compounds(&texts, &vocabulary),
            lengths: lengths(&entries, &texts, &vocabulary),
            entries,
            texts,
            vocabulary,
            table,
        })
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
fn compounds(texts: &[Texts], vocabulary: &Vocabulary) -> FxHashMap<u32, (u32, u32)> {
    let mut found = FxHashMap::default();
    let mut whole = String::new();
    let all = texts.iter().flat_map(|of| std::iter::once(&of.question).chain(&of.tags).chain([&of.answer]));
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

/// For each entry how long its fields are, as a multiple of the average.
fn lengths(entries: &[Entry], texts: &[Texts], vocabulary: &Vocabulary) -> Vec<[f32; FIELDS]> {
    let all = entries.iter().zip(texts).map(|(entry, texts)| {
        let question = texts::question_length(&entry.question, &texts.question, vocabulary);
        // Tags are no text.
        [question, 1.0, texts.answer.words.len() as f32]
    });
    let mut all: Vec<[f32; FIELDS]> = all.collect();
    let count = all.len().max(1) as f32;
    for field in [QUESTION, TAGS, ANSWER] {
        let average = (all.iter().map(|lengths| lengths[field]).sum::<f32>() / count).max(1.0);
        all.iter_mut().for_each(|lengths| lengths[field] /= average);
    }
    all
}
