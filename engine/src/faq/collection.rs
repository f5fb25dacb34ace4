//! The entries of a collection, laid out to be searched: an index in memory, of one segment.
//!
//! Each of question, tags and answer is there twice, as written and stemmed; phrases of the
//! synonym table are terms of the stemmed copies. Built once, never changed, no thread left behind.

use std::borrow::Cow;
use std::panic::resume_unwind;
use std::sync::{Arc, mpsc};
use std::thread;

use rustc_hash::FxHashMap;
use tantivy::directory::RamDirectory;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::InvertedIndexReader;
use tantivy::schema::{Field, IndexRecordOption, Schema, SchemaBuilder, TextFieldIndexing, TextOptions};
use tantivy::{SingleSegmentIndexWriter, TantivyDocument};

use super::laid::{self, Laid, Short, Wanted};
use super::score;
use super::synonyms::Table;
use super::vocabulary::{Stemmer, Vocabulary};
use super::{Entry, Synonyms};

/// What tantivy is given to sort words in; it grows where that isn't enough.
const WRITER_BYTES: usize = 15_000_000;

/// Words of all entries up to which their places are kept; in a larger collection an entry's are
/// found again when it is shown.
const KEPT_WORDS: usize = 2_000_000;

/// Entries that are handed to the writer at a time, and how many such batches may wait for it.
const BATCH: usize = 128;
const BATCHES: usize = 8;

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
    /// How soon a word's repetition stops counting ([`score::slowness`]), by part and entry.
    pub slowness: [Vec<f32>; PARTS],
    pub vocabulary: Vocabulary,
    pub table: Table,
    /// For each stem of the vocabulary its number in the table.
    table_stems: Vec<u32>,
    /// The entries' texts, cut; empty where there are too many to keep.
    shorts: Vec<Short>,
    answers: Vec<Laid>,
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
        let mut kept = Some((Vec::new(), Vec::new()));
        let mut kept_words = 0;
        // Cutting texts and sorting their words into lists take about as long as each other, so the
        // lists are made on a thread of their own, which ends with the building.
        let index = thread::scope(|scope| {
            let (send, documents) = mpsc::sync_channel::<Vec<TantivyDocument>>(BATCHES);
            let written = scope.spawn(move || {
                for document in documents.into_iter().flatten() {
                    writer.add_document(document)?;
                }
                writer.finalize()
            });
            for batch in entries.chunks(BATCH) {
                let documents = batch.iter().map(|entry| {
                    let mut document = TantivyDocument::new();
                    let question = layout.lay(&entry.question, true);
                    layout.write(&mut document, fields[QUESTION]);
                    let tags = entry.tags.iter().map(|tag| layout.lay(tag, true)).collect();
                    layout.write(&mut document, fields[TAGS]);
                    let answer = layout.lay(&entry.answer_text, false);
                    layout.write(&mut document, fields[ANSWER]);
                    question_lengths.push(question.question_length(&entry.question, &layout.vocabulary));
                    kept_words += question.words.len() + answer.words.len();
                    if kept_words > KEPT_WORDS {
                        kept = None;
                    }
                    if let Some((shorts, answers)) = &mut kept {
                        shorts.push(Short { question, tags });
                        answers.push(answer);
                    }
                    document
                });
                if send.send(documents.collect()).is_err() {
                    break; // The writer failed, which it says below.
                }
            }
            drop(send);
            written.join().unwrap_or_else(|panic| resume_unwind(panic))
        })?;
        let (shorts, answers) = kept.unwrap_or_default();
        let Layout { vocabulary, table_stems, .. } = layout;
        let searcher = index.reader()?.searcher();
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
        let count = entries.len().max(1) as f32;
        let question_average = (question_lengths.iter().sum::<f32>() / count).max(1.0);
        let answer_average = (parts[ANSWER].exact.total_num_tokens() as f32 / count).max(1.0);
        let mut slowness = [(); PARTS].map(|()| Vec::with_capacity(entries.len()));
        for (entry, question) in (0..).zip(&question_lengths) {
            let answer = answer_norms.fieldnorm(entry) as f32;
            // Beside the average one; tags are no text.
            let lengths = [question / question_average, 1.0, answer / answer_average];
            for (part, length) in lengths.into_iter().enumerate() {
                slowness[part].push(score::slowness(part, length));
            }
        }

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
            slowness,
            vocabulary,
            table,
            table_stems,
            shorts,
            answers,
        })
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
    table_stems: Vec<u32>,
    exact: String,
    stemmed: String,
}

impl<'a> Layout<'a> {
    fn new(table: &'a Table, stemmer: Stemmer) -> Self {
        Self {
            table,
            stemmer,
            vocabulary: Vocabulary::default(),
            table_stems: Vec::new(),
            exact: String::new(),
            stemmed: String::new(),
        }
    }

    /// Adds a text of the part that is laid out; `short` ones have phrases wherever their words are.
    fn lay(&mut self, text: &str, short: bool) -> Laid {
        let exact = &mut self.exact;
        let mut laid = laid::learn(text, &mut self.vocabulary, &mut self.stemmer, |word| {
            exact.push_str(word);
            exact.push(' ');
        });
        let vocabulary = &self.vocabulary;
        let [_, stems] = vocabulary.counts();
        let new = self.table_stems.len()..stems;
        self.table_stems.extend(new.map(|stem| self.table.stem_number(vocabulary.stem_text(stem as u32))));
        laid.find_phrases(vocabulary, self.table, &self.table_stems, short, |_| true);
        for cut in &laid.words {
            self.stemmed.push_str(vocabulary.stem_text(vocabulary.stem_of(cut.word)));
            self.stemmed.push(' ');
        }
        for (phrase, _) in &laid.phrases {
            self.stemmed.push_str(&self.table.phrases[*phrase].term());
            self.stemmed.push(' ');
        }
        laid
    }

    /// Moves what was added into two fields of a document.
    fn write(&mut self, document: &mut TantivyDocument, [exact, stemmed]: [Field; 2]) {
        document.add_text(exact, &self.exact);
        document.add_text(stemmed, &self.stemmed);
        self.exact.clear();
        self.stemmed.clear();
    }
}
