//! The FAQ search: an index in memory that is built once per snapshot and asked on every keystroke.
//!
//! The only module that names tantivy. Takes plain entries and synonyms, answers the bodies of the
//! public interface ([`crate::api::faq`]); no input or output, no error that a caller could cause:
//! any text is a query, and what one query may cost is bounded (see [`bounds`]).
//! Nothing of any one collection may stand here: ranking is for FAQs, not for one FAQ.
//!
//! A region may read other answers than the general ones: [`reader`] says which.
//! What a region is called asks for nothing by itself: [`regions`].
//! Errands that nobody here answers are searched the same way and are in a field of their own ([`answer`]).
//!
//! From text to index: the [`tokenizer`] cuts words as [`fold`] says, [`texts`] keep them by their number in the
//! [`vocabulary`] with the [`phrases`] in them, and the [`index`] is written from that.
//!
//! From query to answer: [`expansion`] says which terms each word may mean (with [`synonyms`]), [`score`] sums what
//! their postings bring, [`marks`] and [`snippet`] show what matched, and [`explain`] says why. What everything weighs
//! stands in [`ranking`].

mod answer;
pub mod bounds;
mod collection;
mod entry;
mod expansion;
pub mod explain;
mod fold;
mod index;
mod library;
mod marks;
mod phrases;
mod query;
mod ranking;
mod reader;
mod regions;
mod score;
mod snippet;
mod stem;
mod synonyms;
mod texts;
mod thesaurus;
mod tokenizer;
mod vocabulary;

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use crate::api::faq::FaqEntry;
use library::Library;

pub use answer::{Answer, Hit};
pub use entry::{Entry, Errand};
pub use expansion::Means;
pub use query::{DEFAULT_LIMIT, MAX_LIMIT, Query};
pub use ranking::Ranking;
pub use reader::{Reader, Reading, Regions, Words};
pub use regions::PlaceNames;
pub use synonyms::{SynonymRule, Synonyms};
pub use tokenizer::words;

/// The entries of a snapshot, searchable.
pub struct Index {
    library: Library,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index").field("entries", &self.len()).finish_non_exhaustive()
    }
}

impl Index {
    /// Builds the index; entries keep their order, which is that of an empty query.
    pub fn build(entries: Vec<Entry>, synonyms: &Synonyms) -> Self {
        Self::of_regions(entries, Regions::default(), Vec::new(), synonyms)
    }

    /// The same with what regions are called and read otherwise, and with what nobody here answers.
    pub fn of_regions(
        entries: Vec<Entry>,
        regions: Regions,
        errands: Vec<Errand>,
        synonyms: &Synonyms,
    ) -> Self {
        let library = Library::new(entries, regions, errands, synonyms);
        Self { library: library.expect("an index in memory has no storage that could fail") }
    }

    /// Who reads as this region does, by its code; `None` where there is no such region.
    pub fn reader(&self, code: &str) -> Option<Reader> {
        self.library.reader(code)
    }

    /// How many readers there are that don't read the same, whoever has chosen no region among them.
    pub fn readers(&self) -> usize {
        self.library.readers()
    }

    /// The entries that match, the best first.
    pub fn search(&self, query: &Query) -> Answer {
        self.search_with(query, &Ranking::default())
    }

    /// The same with other weights: to measure what each is worth.
    pub fn search_with(&self, query: &Query, ranking: &Ranking) -> Answer {
        answer::search(&self.library, ranking, query)
    }

    /// The answers to many queries, in their order; every core takes a part of them, on threads that end with it.
    pub fn search_all(&self, queries: &[Query]) -> Vec<Answer> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            let parts = queries.chunks(queries.len().div_ceil(cores).max(1));
            let search = |part: &[Query]| part.iter().map(|query| self.search(query)).collect::<Vec<_>>();
            let threads: Vec<_> = parts.map(|part| scope.spawn(move || search(part))).collect();
            let answers = threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            answers.collect()
        })
    }

    /// Why the entries match: every word, what it matched, by which means, what it scored.
    pub fn explain(&self, query: &Query) -> explain::Explanation {
        explain::explain(&self.library, &Ranking::default(), query)
    }

    /// The entry of this id, as whoever has chosen no region reads it.
    pub fn entry(&self, id: &str) -> Option<FaqEntry> {
        self.entry_for(Reader::default(), id)
    }

    /// The entry of this id, as a reader has it.
    pub fn entry_for(&self, reader: Reader, id: &str) -> Option<FaqEntry> {
        let place = self.library.place_of(reader, id)?;
        Some(answer::entry(&self.library, reader, place))
    }

    /// All entries, in content's order, as whoever has chosen no region reads them.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = FaqEntry> + '_ {
        self.entries_for(Reader::default())
    }

    /// The entries that a reader has, in content's order.
    pub fn entries_for(&self, reader: Reader) -> impl ExactSizeIterator<Item = FaqEntry> + '_ {
        let count = self.library.shelf(reader).reading.documents.len();
        (0..count).map(move |place| answer::entry(&self.library, reader, place))
    }

    /// The categories that a reader knows, in content's order.
    pub fn categories(&self, reader: Reader) -> &[String] {
        self.library.categories(reader)
    }

    /// How many entries whoever has chosen no region reads.
    pub fn len(&self) -> usize {
        self.library.general()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.library.general() == 0
    }
}

#[cfg(test)]
mod tests;
