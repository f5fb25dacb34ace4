//! The entries of a collection, laid out to be searched: an index in memory, of one segment.
//!
//! Each of question, tags and answer is there twice, as written and stemmed; phrases of the
//! synonym table are terms of the stemmed copies. Built once, never changed, no thread left behind.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tantivy::directory::RamDirectory;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::InvertedIndexReader;
use tantivy::schema::{Field, IndexRecordOption, Schema, SchemaBuilder, TextFieldIndexing, TextOptions};
use tantivy::{SingleSegmentIndexWriter, TantivyDocument};

use super::light;
use super::synonyms::Table;
use super::text;
use super::vocabulary::{Stemmer, Vocabulary};
use super::{Entry, Synonyms};

/// What tantivy is given to sort words in; it grows where that isn't enough.
const WRITER_BYTES: usize = 15_000_000;

/// The parts of an entry that are searched.
pub const PARTS: usize = 3;
pub const QUESTION: usize = 0;
pub const TAGS: usize = 1;
pub const ANSWER: usize = 2;

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
    pub parts: [Part; PARTS],
    /// Length of each question beside the average one.
    pub question_lengths: Vec<f32>,
    pub answer_norms: FieldNormReader,
    pub answer_average: f32,
    pub vocabulary: Vocabulary,
    pub table: Table,
}

impl Collection {
    /// Lays the entries out.
    pub fn new(entries: Vec<Entry>, synonyms: &Synonyms) -> tantivy::Result<Self> {
        let mut stemmer = Stemmer::default();
        let table = Table::new(synonyms, &mut stemmer);
        let mut layout = Layout::new(&table, stemmer);
        let (schema, fields) = schema();
        let mut writer: SingleSegmentIndexWriter = tantivy::Index::builder()
            .schema(schema)
            .single_segment_index_writer(RamDirectory::create(), WRITER_BYTES)?;
        let mut question_lengths = Vec::with_capacity(entries.len());
        for entry in &entries {
            let mut document = TantivyDocument::new();
            layout.add(std::slice::from_ref(&entry.question), true);
            layout.write(&mut document, fields[QUESTION]);
            layout.add(&entry.tags, true);
            layout.write(&mut document, fields[TAGS]);
            layout.add(std::slice::from_ref(&entry.answer_text), false);
            layout.write(&mut document, fields[ANSWER]);
            writer.add_document(document)?;
            question_lengths.push(question_length(&entry.question));
        }
        let vocabulary = layout.vocabulary;
        let average = question_lengths.iter().sum::<f32>() / question_lengths.len().max(1) as f32;
        for length in &mut question_lengths {
            *length /= average.max(1.0);
        }

        let searcher = writer.finalize()?.reader()?.searcher();
        let part = |[exact, stemmed]: [Field; 2]| -> tantivy::Result<Part> {
            let Some(segment) = searcher.segment_readers().first() else {
                let empty = Arc::new(InvertedIndexReader::empty(IndexRecordOption::WithFreqs));
                return Ok(Part { exact: Arc::clone(&empty), stemmed: empty });
            };
            Ok(Part { exact: segment.inverted_index(exact)?, stemmed: segment.inverted_index(stemmed)? })
        };
        let parts = [part(fields[QUESTION])?, part(fields[TAGS])?, part(fields[ANSWER])?];
        let answer_norms = match searcher.segment_readers().first() {
            Some(segment) => segment.get_fieldnorms_reader(fields[ANSWER][0])?,
            None => FieldNormReader::constant(0, 1),
        };
        let tokens = parts[ANSWER].exact.total_num_tokens();
        let answer_average = (tokens as f32 / entries.len().max(1) as f32).max(1.0);

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
            entries,
            categories,
            category_of,
            by_id,
            parts,
            question_lengths,
            answer_norms,
            answer_average,
            vocabulary,
            table,
        })
    }
}

/// The parts of a question that is written as alternatives ("lost / stolen"), as ranges of
/// characters; one range where it isn't.
pub fn alternatives(question: &str) -> Vec<[usize; 2]> {
    let mut all = Vec::new();
    let mut start = 0;
    let mut before = [' ', ' '];
    let mut length = 0;
    for (at, c) in question.chars().enumerate() {
        if before[1] == '/' && before[0].is_whitespace() && c.is_whitespace() {
            all.push([start, at - 1]);
            start = at;
        }
        before = [before[1], c];
        length = at + 1;
    }
    all.push([start, length]);
    all
}

/// Words that say something in the longest alternative of a question.
fn question_length(question: &str) -> f32 {
    let alternatives = alternatives(question);
    let mut lengths = vec![0.0_f32; alternatives.len()];
    text::tokenize(question, |token| {
        let place = alternatives.iter().position(|[_, end]| token.start < *end);
        if let Some(place) = place
            && !token.joined
        {
            lengths[place] += light::weight(token.word);
        }
    });
    lengths.into_iter().fold(1.0, f32::max)
}

/// Two fields for each part: as written, stemmed.
fn schema() -> (Schema, [[Field; 2]; PARTS]) {
    fn text(builder: &mut SchemaBuilder, name: &str) -> Field {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("whitespace")
            .set_index_option(IndexRecordOption::WithFreqs)
            .set_fieldnorms(true);
        builder.add_text_field(name, TextOptions::default().set_indexing_options(indexing))
    }
    let mut builder = Schema::builder();
    let fields = ["question", "tags", "answer"]
        .map(|name| [text(&mut builder, name), text(&mut builder, &format!("{name}_stemmed"))]);
    (builder.build(), fields)
}

/// Cuts texts into the words and stems that tantivy is given, parted by spaces.
struct Layout<'a> {
    table: &'a Table,
    stemmer: Stemmer,
    vocabulary: Vocabulary,
    /// Whether a phrase begins with this stem, by the stem's number.
    begins_phrase: Vec<bool>,
    exact: String,
    stemmed: String,
}

impl<'a> Layout<'a> {
    fn new(table: &'a Table, stemmer: Stemmer) -> Self {
        Self {
            table,
            stemmer,
            vocabulary: Vocabulary::default(),
            begins_phrase: Vec::new(),
            exact: String::new(),
            stemmed: String::new(),
        }
    }

    /// Adds texts of one part; `short` ones have phrases wherever their words are.
    fn add(&mut self, texts: &[String], short: bool) {
        let mut sequence: Vec<(String, u32)> = Vec::new();
        for text in texts {
            sequence.clear();
            let mut phrase_begins = false;
            text::tokenize(text, |token| {
                let stem = self.vocabulary.learn(token.word, &mut self.stemmer);
                self.exact.push_str(token.word);
                self.exact.push(' ');
                self.stemmed.push_str(self.vocabulary.stem_text(stem));
                self.stemmed.push(' ');
                if self.table.has_targets() && !token.joined {
                    let number = stem as usize;
                    while self.begins_phrase.len() <= number {
                        let next = self.begins_phrase.len() as u32;
                        let begins = self.table.begins_target(self.vocabulary.stem_text(next));
                        self.begins_phrase.push(begins);
                    }
                    phrase_begins |= self.begins_phrase[number];
                    sequence.push((token.word.to_owned(), stem));
                }
            });
            if phrase_begins {
                let words: Vec<(&str, &str)> = sequence
                    .iter()
                    .map(|(word, stem)| (word.as_str(), self.vocabulary.stem_text(*stem)))
                    .collect();
                self.table.find_in(&words, short, |phrase, _| {
                    self.stemmed.push_str(&self.table.phrases[phrase].term());
                    self.stemmed.push(' ');
                });
            }
        }
    }

    /// Moves what was added into two fields of a document.
    fn write(&mut self, document: &mut TantivyDocument, [exact, stemmed]: [Field; 2]) {
        document.add_text(exact, &self.exact);
        document.add_text(stemmed, &self.stemmed);
        self.exact.clear();
        self.stemmed.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_parted_by_a_slash_between_spaces() {
        assert_eq!(alternatives("lost / made a mistake"), [[0, 5], [6, 21]]);
        assert_eq!(alternatives("name/gender"), [[0, 11]]);
        assert_eq!(alternatives(""), [[0, 0]]);
    }

    #[test]
    fn a_question_of_alternatives_is_as_long_as_its_longest() {
        let one = question_length("What if my ballot is lost?");
        let two = question_length("What if my ballot is lost / stolen?");
        assert!((one - two).abs() < 0.01, "{one} {two}");
    }
}
