//! The lists of postings of one copy of the entries, as written or stemmed: a segment of a tantivy index in memory.
//!
//! tantivy encodes them, keeps the dictionary and reads both. Its own way there would take texts and hash every word
//! again; the words have numbers by then, so its serializer is given sorted postings instead.

use std::sync::Arc;

use tantivy::Index;
use tantivy::directory::TerminatingWrite;
use tantivy::fastfield::FastFieldsWriter;
use tantivy::fieldnorm::FieldNormsSerializer;
use tantivy::index::{InvertedIndexReader, Segment, SegmentComponent, SegmentReader};
use tantivy::postings::{FieldSerializer, InvertedIndexSerializer};
use tantivy::schema::{IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::TokenizerManager;

use super::runs::{Run, Sorted, Sorter};

/// The parts of an entry that are searched.
pub const PARTS: usize = 3;
pub const QUESTION: usize = 0;
pub const TAGS: usize = 1;
pub const ANSWER: usize = 2;

/// How often entries are there: as written and stemmed.
pub const COPIES: usize = 2;

/// The lists of each part, by their terms.
pub type Lists = [Arc<InvertedIndexReader>; PARTS];

/// Writes the lists of the postings that were sorted. `terms` are the texts of the terms by number; of equal ones only
/// one may have postings.
///
/// # Errors
/// Where the segment can't be written or read, which one in memory always can.
pub fn write(sorter: Sorter, terms: &[&str]) -> tantivy::Result<Lists> {
    let ranks = ranks(terms);
    let mut schema = Schema::builder();
    let fields = ["question", "tags", "answer"].map(|name| {
        let indexing =
            TextFieldIndexing::default().set_index_option(IndexRecordOption::WithFreqs).set_fieldnorms(false);
        schema.add_text_field(name, TextOptions::default().set_indexing_options(indexing))
    });
    let segment = Index::create_in_ram(schema.build()).new_segment().with_max_doc(sorter.next);
    let mut serializer = InvertedIndexSerializer::open(&segment)?;
    for (field, mut sorted) in fields.iter().zip(sorter.parts) {
        sorted.order(&ranks);
        let lists = serializer.new_field(*field, sorted.tokens, None)?;
        write_lists(lists, &sorted, terms)?;
    }
    serializer.close()?;
    write_nothing_else(&segment)?;

    let segment = SegmentReader::open(&segment)?;
    let [question, tags, answer] = fields.map(|field| segment.inverted_index(field));
    Ok([question?, tags?, answer?])
}

/// For each term, by number, its place in the order of their texts.
fn ranks(terms: &[&str]) -> Vec<u32> {
    let mut sorted: Vec<(&str, u32)> = terms.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    let mut ranks = vec![0; terms.len()];
    for (rank, (_, term)) in (0..).zip(sorted) {
        ranks[term as usize] = rank;
    }
    ranks
}

fn write_lists(mut lists: FieldSerializer<'_>, sorted: &Sorted, terms: &[&str]) -> tantivy::Result<()> {
    for runs in sorted.runs.chunk_by(|one, next| one.term == next.term) {
        let entries = runs.iter().map(Run::len).sum();
        lists.new_term(terms[runs[0].term as usize].as_bytes(), entries, true)?;
        for (entry, frequency) in runs.iter().flat_map(|run| sorted.postings(run)) {
            lists.write_doc(entry, frequency, &[]);
        }
        lists.close_term()?;
    }
    Ok(lists.close()?)
}

/// The files of a segment that has nothing but lists.
fn write_nothing_else(segment: &Segment) -> tantivy::Result<()> {
    FieldNormsSerializer::from_write(segment.open_write(SegmentComponent::FieldNorms)?)?.close()?;
    let mut columns = segment.open_write(SegmentComponent::FastFields)?;
    FastFieldsWriter::from_schema_and_tokenizer_manager(&segment.schema(), TokenizerManager::new())?
        .serialize(&mut columns, None)?;
    columns.terminate()?;
    segment.open_write(SegmentComponent::Store)?.terminate()?;
    Ok(())
}
