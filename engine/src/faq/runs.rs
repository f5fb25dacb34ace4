//! Postings of some entries at a time, sorted by term: what the lists of all entries are written from.
//!
//! Terms are numbers here, so that no text is hashed, compared or copied to sort them.

use super::lists::PARTS;

/// Entries that a batch may have.
pub const BATCH: usize = 4_096;
const _: () = assert!(BATCH <= 1 << u16::BITS, "a posting has the place of its entry in so many bits");

/// The terms of some entries, by number, for all parts of one entry after the other.
#[derive(Debug, Default)]
pub struct Batch {
    terms: Vec<u32>,
    /// Where the parts of each entry end in `terms`.
    ends: Vec<usize>,
}

impl Batch {
    /// Adds a term to the part.
    pub fn push(&mut self, term: u32) {
        self.terms.push(term);
    }

    /// Ends a part. Every entry has all parts, in their order.
    pub fn end_part(&mut self) {
        self.ends.push(self.terms.len());
    }

    /// Takes all entries out.
    pub fn clear(&mut self) {
        self.terms.clear();
        self.ends.clear();
    }

    fn entries(&self) -> usize {
        self.ends.len() / PARTS
    }

    /// The terms of a part of each entry.
    fn texts(&self, part: usize) -> impl Iterator<Item = &[u32]> {
        (part..self.ends.len()).step_by(PARTS).map(|at| {
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.terms[start..self.ends[at]]
        })
    }
}

/// That an entry has a term.
#[derive(Debug, Clone, Copy, Default)]
struct Posting {
    /// The entry's place in its batch.
    entry: u16,
    /// How often it has the term; a word that stands there 65,535 times says no more by standing there once more.
    frequency: u16,
}

/// The postings of a part.
#[derive(Debug, Default)]
pub struct Sorted {
    /// Those of a term in a batch together, in the order of the entries; after them some unused places.
    postings: Vec<Posting>,
    pub runs: Vec<Run>,
    /// How many words the part has, of all entries together.
    pub tokens: u64,
}

/// Where the postings of a term in a batch are.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    pub term: u32,
    start: u32,
    end: u32,
    /// The first entry of the batch.
    first: u32,
}

impl Run {
    /// How many entries of the batch have the term.
    pub fn len(&self) -> u32 {
        self.end - self.start
    }
}

impl Sorted {
    /// Puts the runs of a term together, in the order of the entries, and the terms in the order of their `ranks`.
    pub fn order(&mut self, ranks: &[u32]) {
        self.runs.sort_unstable_by_key(|run| (ranks[run.term as usize], run.start));
    }

    /// Entries and how often they have the term of a run, in the order of the entries.
    pub fn postings(&self, run: &Run) -> impl Iterator<Item = (u32, u32)> {
        let first = run.first;
        let postings = &self.postings[run.start as usize..run.end as usize];
        postings.iter().map(move |posting| (first + u32::from(posting.entry), u32::from(posting.frequency)))
    }
}

/// Sorts one batch after the other.
#[derive(Debug, Default)]
pub struct Sorter {
    /// The first entry of the next batch.
    pub next: u32,
    pub parts: [Sorted; PARTS],
    /// For each term first how often the batch has it, then where its posting goes; else 0.
    places: Vec<u32>,
}

impl Sorter {
    /// A sorter of the entries from `first` on.
    pub fn new(first: usize) -> Self {
        let next = u32::try_from(first).unwrap_or(u32::MAX);
        Self { next, ..Self::default() }
    }

    /// Appends the entries that come next, whose terms have another `number` here.
    pub fn append(&mut self, next: Self, number: impl Fn(u32) -> u32) {
        for (sorted, next) in self.parts.iter_mut().zip(next.parts) {
            let moved = sorted.postings.len() as u32;
            sorted.runs.extend(next.runs.iter().map(|run| Run {
                term: number(run.term),
                start: run.start + moved,
                end: run.end + moved,
                first: run.first,
            }));
            sorted.postings.extend(next.postings);
            sorted.tokens += next.tokens;
        }
        self.next = next.next;
    }

    /// Sorts the next batch, which has at most [`BATCH`] entries.
    pub fn sort(&mut self, batch: &Batch) {
        for (part, sorted) in self.parts.iter_mut().enumerate() {
            sort_part(batch, part, self.next, sorted, &mut self.places);
        }
        self.next += u32::try_from(batch.entries()).unwrap_or(u32::MAX);
    }
}

/// A counting sort: terms are numbers without gaps.
fn sort_part(batch: &Batch, part: usize, first: u32, sorted: &mut Sorted, places: &mut Vec<u32>) {
    let new = sorted.runs.len();
    for term in batch.texts(part).flatten() {
        let at = *term as usize;
        if at >= places.len() {
            places.resize(at + 1, 0);
        }
        if places[at] == 0 {
            sorted.runs.push(Run { term: *term, start: 0, end: 0, first });
        }
        places[at] += 1;
        sorted.tokens += 1;
    }
    let mut end = sorted.postings.len() as u32;
    for run in &mut sorted.runs[new..] {
        run.start = end;
        end += std::mem::replace(&mut places[run.term as usize], run.start);
    }
    sorted.postings.resize(end as usize, Posting::default());
    for (entry, text) in (0..).zip(batch.texts(part)) {
        for term in text {
            let place = &mut places[*term as usize];
            let last = sorted.postings[*place as usize];
            if last.frequency > 0 && last.entry != entry {
                *place += 1;
            }
            let posting = &mut sorted.postings[*place as usize];
            posting.entry = entry;
            posting.frequency = posting.frequency.saturating_add(1);
        }
    }
    for run in &mut sorted.runs[new..] {
        run.end = std::mem::take(&mut places[run.term as usize]) + 1;
    }
}
