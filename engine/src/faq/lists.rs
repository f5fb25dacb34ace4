//! The lists of postings of one copy of the entries, as written or stemmed: made by tantivy, an index in memory of one
//! segment.

use std::sync::Arc;

use tantivy::directory::RamDirectory;
use tantivy::index::InvertedIndexReader;
use tantivy::schema::{IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::{Index, SingleSegmentIndexWriter, TantivyDocument};

/// What tantivy is given to sort words in; it grows where that isn't enough.
const WRITER_BYTES: usize = 4_000_000;

/// The parts of an entry that are searched.
pub const PARTS: usize = 3;
pub const QUESTION: usize = 0;
pub const TAGS: usize = 1;
pub const ANSWER: usize = 2;

/// The lists of each part, by their terms.
pub type Lists = [Arc<InvertedIndexReader>; PARTS];

/// The words of some entries, one text for all: handed to another thread, a text for each part is a lot to free there.
#[derive(Debug, Default)]
pub struct Batch {
    /// Words with a space after each.
    words: String,
    /// Where the parts of each entry end, one after the other.
    ends: Vec<usize>,
}

impl Batch {
    /// An empty batch with room for as much as this one has.
    pub fn next(&self) -> Self {
        let words = String::with_capacity(self.words.len() + self.words.len() / 4);
        Self { words, ends: Vec::with_capacity(self.ends.len()) }
    }

    /// Adds a word, in which no space may be, to the part.
    pub fn push(&mut self, word: &str) {
        self.words.push_str(word);
        self.words.push(' ');
    }

    /// Ends a part. Every entry has all parts, in their order.
    pub fn end_part(&mut self) {
        self.ends.push(self.words.len());
    }
}

/// Makes the lists of all `batches`.
///
/// # Errors
/// Where the index can't be written or read, which one in memory always can.
pub fn make(batches: impl IntoIterator<Item = Batch>) -> tantivy::Result<Lists> {
    let mut schema = Schema::builder();
    let fields = ["question", "tags", "answer"].map(|name| {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("whitespace")
            .set_index_option(IndexRecordOption::WithFreqs)
            .set_fieldnorms(false);
        schema.add_text_field(name, TextOptions::default().set_indexing_options(indexing))
    });
    let mut writer: SingleSegmentIndexWriter = Index::builder()
        .schema(schema.build())
        .single_segment_index_writer(RamDirectory::create(), WRITER_BYTES)?;
    for Batch { words, ends } in batches {
        let mut start = 0;
        for ends in ends.chunks(PARTS) {
            let mut document = TantivyDocument::new();
            for (field, end) in fields.iter().zip(ends) {
                document.add_text(*field, &words[start..*end]);
                start = *end;
            }
            writer.add_document(document)?;
        }
    }
    let searcher = writer.finalize()?.reader()?.searcher();
    let Some(segment) = searcher.segment_readers().first() else {
        let nothing = Arc::new(InvertedIndexReader::empty(IndexRecordOption::WithFreqs));
        return Ok([(); PARTS].map(|()| Arc::clone(&nothing)));
    };
    let [question, tags, answer] = fields.map(|field| segment.inverted_index(field));
    Ok([question?, tags?, answer?])
}
