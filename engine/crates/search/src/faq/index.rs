//! The inverted index: tantivy writes it as one segment in memory, and tantivy's own readers read it.
//!
//! Each field is indexed twice, as written and stemmed. The index doesn't use threads or files.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tantivy::directory::RamDirectory;
use tantivy::index::{InvertedIndexReader, SegmentReader};
use tantivy::postings::{Postings as _, SegmentPostings};
use tantivy::query::FuzzyTermQuery;
use tantivy::schema::{Field as Column, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::termdict::TermDictionary;
use tantivy::{
    DocSet as _, Index, IndexSettings, SingleSegmentIndexWriter, TERMINATED, TantivyDocument, Term,
};

use super::ranking::FIELDS;

pub const QUESTION: usize = 0;
pub const TAGS: usize = 1;
pub const ANSWER: usize = 2;

/// The form in which a term is indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As written, folded.
    Exact,
    /// Stemmed; includes the phrases of the synonyms and the thesaurus.
    Stemmed,
}

const FORMS: usize = 2;

/// The initial size of tantivy's buffer for postings, in bytes; it grows as needed.
const MEMORY: usize = 1_000_000;

/// Writes entries one by one.
pub struct IndexWriter {
    writer: SingleSegmentIndexWriter,
    columns: [[Column; FORMS]; FIELDS],
}

impl IndexWriter {
    /// Starts an empty index.
    ///
    /// # Errors
    /// Only errors from tantivy, which don't happen with an index in memory.
    pub fn new() -> tantivy::Result<Self> {
        let mut schema = Schema::builder();
        // The text is already tokenized: terms separated by spaces.
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("whitespace")
            .set_index_option(IndexRecordOption::WithFreqs)
            .set_fieldnorms(false);
        let options = TextOptions::default().set_indexing_options(indexing);
        let columns = ["question", "tags", "answer"].map(|field| {
            ["exact", "stemmed"]
                .map(|form| schema.add_text_field(&format!("{field}_{form}"), options.clone()))
        });
        let settings =
            IndexSettings { docstore_compress_dedicated_thread: false, ..IndexSettings::default() };
        let index = Index::builder().schema(schema.build()).settings(settings);
        Ok(Self { writer: index.single_segment_index_writer(RamDirectory::create(), MEMORY)?, columns })
    }

    /// Adds the next entry: the terms of each field and form, separated by spaces.
    ///
    /// # Errors
    /// Only errors from tantivy, which don't happen with an index in memory.
    pub fn add(&mut self, terms: &[[String; FORMS]; FIELDS]) -> tantivy::Result<()> {
        let mut document = TantivyDocument::new();
        for (column, terms) in self.columns.as_flattened().iter().zip(terms.as_flattened()) {
            document.add_text(*column, terms);
        }
        self.writer.add_document(document)
    }

    /// Returns the index of the added entries.
    ///
    /// # Errors
    /// Only errors from tantivy, which don't happen with an index in memory.
    pub fn finish(self) -> tantivy::Result<InvertedIndex> {
        let index = self.writer.finalize()?;
        let empty = || Arc::new(InvertedIndexReader::empty(IndexRecordOption::WithFreqs));
        let mut readers = [(); FIELDS].map(|()| [empty(), empty()]);
        if let [segment] = &index.searchable_segments()?[..] {
            let segment = SegmentReader::open(segment)?;
            for (reader, column) in readers.as_flattened_mut().iter_mut().zip(self.columns.as_flattened()) {
                *reader = segment.inverted_index(*column)?;
            }
        }
        Ok(InvertedIndex { readers })
    }
}

/// Which documents contain which terms, and how often.
pub struct InvertedIndex {
    readers: [[Arc<InvertedIndexReader>; FORMS]; FIELDS],
}

impl InvertedIndex {
    /// Calls `each` with every document that has `term` in a field, in order, and with its frequency there.
    pub fn postings(&self, field: usize, form: Form, term: &str, mut each: impl FnMut(u32, u32)) {
        let Some(mut postings) = self.open(field, form, term) else { return };
        while postings.doc() != TERMINATED {
            each(postings.doc(), postings.term_freq());
            postings.advance();
        }
    }

    /// Returns how often `term` occurs in a field of a document.
    pub fn frequency(&self, field: usize, form: Form, term: &str, document: u32) -> u32 {
        let Some(mut postings) = self.open(field, form, term) else { return 0 };
        if postings.doc() < document {
            postings.seek(document);
        }
        if postings.doc() == document { postings.term_freq() } else { 0 }
    }

    /// Returns the written terms within an edit distance of `distance` from `typed` (or, with `beginning`, those
    /// whose beginning is within that distance). Each comes with the number of documents that contain it, summed over
    /// the fields.
    pub fn similar(&self, typed: &str, distance: u8, beginning: bool) -> FxHashMap<String, u32> {
        let term = Term::from_field_text(Column::from_field_id(0), typed);
        let query = if beginning {
            FuzzyTermQuery::new_prefix(term, distance, true)
        } else {
            FuzzyTermQuery::new(term, distance, true)
        };
        let mut found = FxHashMap::default();
        let Ok(automaton) = query.automaton() else { return found };
        for field in 0..FIELDS {
            let Ok(mut stream) = self.dictionary(field).search(&automaton).into_stream() else {
                continue;
            };
            while stream.advance() {
                if let Ok(word) = std::str::from_utf8(stream.key()) {
                    *found.entry(word.to_owned()).or_default() += stream.value().doc_freq;
                }
            }
        }
        found
    }

    fn open(&self, field: usize, form: Form, term: &str) -> Option<SegmentPostings> {
        let reader = &self.readers[field][form as usize];
        let info = reader.terms().get(term.as_bytes()).ok()??;
        reader.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqs).ok()
    }

    /// Returns the written terms of a field.
    fn dictionary(&self, field: usize) -> &TermDictionary {
        self.readers[field][Form::Exact as usize].terms()
    }
}
