//! Reading postings: which entries have a term, and how often.
//!
//! Knows how much may be read ([`bounds`]), not what it is worth.

use std::cmp::Ordering;

use tantivy::index::InvertedIndexReader;
use tantivy::postings::{Postings, SegmentPostings, TermInfo};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use super::bounds::{self, Work};
use super::collection::{Collection, PARTS};
use super::expand::{Slot, Term};

const OPTION: IndexRecordOption = IndexRecordOption::WithFreqs;

/// A list of postings: a reading of a word in one part of the entries.
pub struct List {
    pub part: usize,
    pub quality: f32,
    stemmed: bool,
    info: TermInfo,
}

impl List {
    /// How many entries are in it.
    pub fn len(&self) -> usize {
        self.info.doc_freq as usize
    }
}

/// The lists that the readings of a word ask for, the surest first. (What is read as two words is
/// not a list: see [`read_pair`].)
pub fn lists(collection: &Collection, slot: &Slot, work: &mut Work) -> Vec<List> {
    let mut lists = Vec::new();
    for reading in &slot.readings {
        let (text, stemmed) = match &reading.term {
            Term::Word(word) => (word.clone(), false),
            Term::Stem(stem) => {
                // A stem of one word has that word's postings: once is enough.
                if let [only] = collection.vocabulary.words_of(stem)
                    && slot.readings.iter().any(|other| {
                        other.quality >= reading.quality
                            && matches!(&other.term, Term::Word(word) if word == collection.vocabulary.text_of(*only))
                    })
                {
                    continue;
                }
                (stem.clone(), true)
            }
            Term::Phrase(id) => (collection.table.phrases[*id].term(), true),
            Term::Pair(..) => continue,
        };
        for part in 0..PARTS {
            work.terms += 1;
            if let Ok(Some(info)) = reader(collection, part, stemmed).terms().get(text.as_bytes()) {
                lists.push(List { part, quality: reading.quality, stemmed, info });
            }
        }
    }
    lists
}

/// Calls `each` with some entries of a list at a time and how often each has its term. Where the list is
/// longer than what may still be read, only `candidates` are looked for in it; where there are none
/// yet, as much of it is read as may be.
pub fn read(
    collection: &Collection,
    list: &List,
    candidates: impl FnOnce() -> Option<Vec<u32>>,
    work: &mut Work,
    mut each: impl FnMut(&[u32], &[u32]),
) {
    let reader = reader(collection, list.part, list.stemmed);
    let mut left = bounds::POSTINGS.saturating_sub(work.postings);
    if list.len() > left
        && let Some(candidates) = candidates()
    {
        let Ok(mut postings) = reader.read_postings_from_terminfo(&list.info, OPTION) else { return };
        for entry in candidates {
            if work.postings >= Work::MAX_POSTINGS {
                return;
            }
            work.postings += 1;
            match seek(&mut postings, entry) {
                TERMINATED => return,
                found if found == entry => each(&[entry], &[postings.term_freq()]),
                _ => {}
            }
        }
        return;
    }
    let Ok(mut block) = reader.read_block_postings_from_terminfo(&list.info, OPTION) else { return };
    while block.block_len() > 0 && left > 0 {
        let length = block.block_len().min(left);
        each(&block.docs()[..length], &block.freqs()[..length]);
        left -= length;
        work.postings += length;
        block.advance();
    }
}

/// Calls `each` with the entries of which one part has both stems.
pub fn read_pair(
    collection: &Collection,
    part: usize,
    stems: [&str; 2],
    work: &mut Work,
    mut each: impl FnMut(u32, u32),
) {
    let reader = reader(collection, part, true);
    work.terms += 2;
    let [Some(mut one), Some(mut two)] = stems.map(|stem| postings(reader, stem)) else { return };
    while one.doc() != TERMINATED && two.doc() != TERMINATED && work.postings < bounds::POSTINGS {
        work.postings += 1;
        match one.doc().cmp(&two.doc()) {
            Ordering::Less => {
                one.seek(two.doc());
            }
            Ordering::Greater => {
                two.seek(one.doc());
            }
            Ordering::Equal => {
                each(one.doc(), one.term_freq().min(two.term_freq()));
                one.advance();
            }
        }
    }
}

/// How often a part of an entry has a term.
pub fn frequency(collection: &Collection, part: usize, term: &Term, entry: u32) -> u32 {
    let of = |text: &str, stemmed: bool| {
        let Some(mut postings) = postings(reader(collection, part, stemmed), text) else { return 0 };
        if seek(&mut postings, entry) == entry { postings.term_freq() } else { 0 }
    };
    match term {
        Term::Word(word) => of(word, false),
        Term::Stem(stem) => of(stem, true),
        Term::Phrase(id) => of(&collection.table.phrases[*id].term(), true),
        Term::Pair(left, right) => of(left, true).min(of(right, true)),
    }
}

fn reader(collection: &Collection, part: usize, stemmed: bool) -> &InvertedIndexReader {
    let part = &collection.parts[part];
    if stemmed { &part.stemmed } else { &part.exact }
}

fn postings(reader: &InvertedIndexReader, term: &str) -> Option<SegmentPostings> {
    let info = reader.terms().get(term.as_bytes()).ok().flatten()?;
    reader.read_postings_from_terminfo(&info, OPTION).ok()
}

/// Moves to `entry` or the next after it; answers where that is.
fn seek(postings: &mut SegmentPostings, entry: u32) -> u32 {
    if postings.doc() < entry { postings.seek(entry) } else { postings.doc() }
}
