//! Reading postings: which entries have a term, and how often.
//!
//! Knows how much may be read ([`bounds`]), not what it is worth.

use std::ops::Range;

use tantivy::index::InvertedIndexReader;
use tantivy::postings::{Postings, SegmentPostings, TermInfo};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use super::bounds::{self, Work};
use super::collection::Collection;
use super::expand::{Slot, Term};
use super::lists::PARTS;

const OPTION: IndexRecordOption = IndexRecordOption::WithFreqs;

/// A list of postings: a reading of a word in one part of the entries.
pub struct List {
    pub part: usize,
    pub quality: f32,
    stemmed: bool,
    /// The term; where the reading is two words, the one that fewer entries have.
    info: TermInfo,
    /// The other of two words, which an entry must have as well.
    other: Option<TermInfo>,
}

/// How much of a list is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// What it has of the entries before this one.
    Before(u32),
    /// What it has of the candidates.
    Candidates,
}

impl Extent {
    const ALL: Self = Self::Before(TERMINATED);
    const NOTHING: Self = Self::Before(0);
}

impl List {
    /// How many entries are known to be in it.
    pub fn len(&self) -> usize {
        if self.other.is_some() { 0 } else { self.info.doc_freq as usize }
    }

    /// How many postings are read to read all of it, at most.
    pub fn cost(&self) -> usize {
        self.info.doc_freq as usize * self.terms()
    }

    fn terms(&self) -> usize {
        1 + usize::from(self.other.is_some())
    }
}

/// The lists that the readings of a word ask for, the surest first.
pub fn lists(collection: &Collection, slot: &Slot, work: &mut Work) -> Vec<List> {
    let mut lists = Vec::new();
    for reading in &slot.readings {
        let (text, other, stemmed) = match &reading.term {
            Term::Word(word) => (word.clone(), None, false),
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
                (stem.clone(), None, true)
            }
            Term::Phrase(id) => (collection.table.phrases[*id].term.clone(), None, true),
            Term::Pair(left, right) => (left.clone(), Some(right), true),
        };
        for part in 0..PARTS {
            let mut info = |text: &str| {
                work.terms += 1;
                reader(collection, part, stemmed).terms().get(text.as_bytes()).ok().flatten()
            };
            let Some(mut one) = info(&text) else { continue };
            let mut two = None;
            if let Some(other) = other {
                let Some(mut other) = info(other) else { continue };
                if other.doc_freq < one.doc_freq {
                    std::mem::swap(&mut one, &mut other);
                }
                two = Some(other);
            }
            lists.push(List { part, quality: reading.quality, stemmed, info: one, other: two });
        }
    }
    lists
}

/// How much of a list is read, which is counted as read. Where it is longer than what may still be read, only the
/// `candidates` (how many there are) are looked for in it; where there are none yet, as much of it is read as may be.
pub fn extent(collection: &Collection, list: &List, candidates: usize, work: &mut Work) -> Extent {
    let left = bounds::POSTINGS.saturating_sub(work.postings);
    let (read, extent) = if list.cost() <= left {
        (list.cost(), Extent::ALL)
    } else if candidates == 0 {
        let before = nth(collection, list, left / list.terms());
        (left, before.map_or(Extent::NOTHING, Extent::Before))
    } else if work.postings + candidates * list.terms() <= Work::MAX_POSTINGS {
        (candidates * list.terms(), Extent::Candidates)
    } else {
        (0, Extent::NOTHING)
    };
    work.postings += read;
    extent
}

/// The last entry before which a list has at most `count` others.
fn nth(collection: &Collection, list: &List, count: usize) -> Option<u32> {
    let reader = reader(collection, list.part, list.stemmed);
    let (mut low, mut high) = (0, u32::try_from(collection.entries.len()).unwrap_or(TERMINATED));
    while low < high {
        let middle = high - (high - low) / 2;
        let mut block = reader.read_block_postings_from_terminfo(&list.info, OPTION).ok()?;
        if block.rank(middle) as usize <= count {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Some(low)
}

/// Calls `each` with some of the `entries` in a list at a time, in their order, and how often each has its term.
pub fn read(collection: &Collection, list: &List, entries: Range<u32>, mut each: impl FnMut(&[u32], &[u32])) {
    let reader = reader(collection, list.part, list.stemmed);
    if let Some(other) = &list.other {
        let [Some(mut one), Some(mut two)] = [&list.info, other].map(|info| postings(reader, info)) else {
            return;
        };
        let mut next = seek(&mut one, entries.start);
        while next < entries.end {
            if seek(&mut two, next) == next {
                each(&[next], &[one.term_freq().min(two.term_freq())]);
            }
            next = one.advance();
        }
        return;
    }
    let Ok(mut block) = reader.read_block_postings_from_terminfo(&list.info, OPTION) else { return };
    let mut from = if entries.start > 0 { block.seek(entries.start) } else { 0 };
    while block.block_len() > 0 {
        let (found, frequencies) = (block.docs(), block.freqs());
        let to = match found.last() {
            Some(last) if *last < entries.end => found.len(),
            _ => found.partition_point(|entry| *entry < entries.end),
        };
        if from < to {
            each(&found[from..to], &frequencies[from..to]);
        }
        if to < found.len() {
            return;
        }
        block.advance();
        from = 0;
    }
}

/// Calls `each` with those of the `candidates`, which are in order, that are in a list and how often each has its term.
pub fn ask(collection: &Collection, list: &List, candidates: &[u32], mut each: impl FnMut(u32, u32)) {
    let reader = reader(collection, list.part, list.stemmed);
    let infos = [Some(&list.info), list.other.as_ref()];
    let mut all: Vec<SegmentPostings> =
        infos.into_iter().flatten().filter_map(|info| postings(reader, info)).collect();
    for entry in candidates {
        if all.iter_mut().all(|postings| seek(postings, *entry) == *entry) {
            each(*entry, all.iter().map(Postings::term_freq).min().unwrap_or_default());
        }
    }
}

/// How often a part of an entry has a term.
pub fn frequency(collection: &Collection, part: usize, term: &Term, entry: u32) -> u32 {
    let of = |text: &str, stemmed: bool| {
        let reader = reader(collection, part, stemmed);
        let Some(info) = reader.terms().get(text.as_bytes()).ok().flatten() else { return 0 };
        let Some(mut postings) = postings(reader, &info) else { return 0 };
        if seek(&mut postings, entry) == entry { postings.term_freq() } else { 0 }
    };
    match term {
        Term::Word(word) => of(word, false),
        Term::Stem(stem) => of(stem, true),
        Term::Phrase(id) => of(&collection.table.phrases[*id].term, true),
        Term::Pair(left, right) => of(left, true).min(of(right, true)),
    }
}

fn reader(collection: &Collection, part: usize, stemmed: bool) -> &InvertedIndexReader {
    let part = &collection.parts[part];
    if stemmed { &part.stemmed } else { &part.exact }
}

fn postings(reader: &InvertedIndexReader, info: &TermInfo) -> Option<SegmentPostings> {
    reader.read_postings_from_terminfo(info, OPTION).ok()
}

/// Moves to `entry` or the next after it; answers where that is.
fn seek(postings: &mut SegmentPostings, entry: u32) -> u32 {
    if postings.doc() < entry { postings.seek(entry) } else { postings.doc() }
}
