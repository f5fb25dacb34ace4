//! The FAQ search: an in-memory index that is built once per snapshot and queried on every keystroke.
//!
//! This is the only module that names tantivy. It takes plain entries and synonyms and returns response bodies of the
//! public API ([`crate::api::faq`]). It doesn't do I/O, and callers can't cause an error: any text is a valid query,
//! and the cost of a query is bounded (see [`query`]). Nothing here may be specific to one collection: the ranking is
//! for FAQs in general, not for one FAQ.
//!
//! A region may have its own answers instead of the general ones, and its name alone doesn't ask for anything (see
//! [`regions`]). Errands, which this helpline doesn't handle, are searched the same way but returned in a separate
//! field (see [`answer`]).
//!
//! From text to index: [`mod@words`] splits text into words, [`texts`] stores them as numbers in the [`vocabulary`]
//! along with the phrases they form, the [`index`] is written from those, and the [`library`] holds everything.
//!
//! From query to answer: [`expansion`] finds the terms that each word may mean (with [`synonyms`]), [`score`] sums
//! the scores of their postings, [`highlights`] show what matched, and [`explain`] says why. All weights are in
//! [`ranking`].

mod answer;
mod expansion;
pub mod explain;
mod highlights;
mod index;
mod library;
mod query;
mod ranking;
mod regions;
mod score;
mod synonyms;
mod texts;
mod vocabulary;
mod words;

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use crate::api::faq::FaqEntry;
use library::Library;

pub use answer::{Hit, SearchAnswer};
pub use expansion::Means;
pub use query::{DEFAULT_LIMIT, MAX_LIMIT, Query};
pub use ranking::Ranking;
pub use regions::{DocumentList, FilledAnswer, PlaceNames, Reader, Regions};
pub use synonyms::{SynonymRule, Synonyms, stems_of};
pub use texts::{Entry, ErrandEntry};
pub use words::{stem, words};

/// A searchable index of a snapshot's entries.
pub struct Index {
    library: Library,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index").field("entries", &self.len()).finish_non_exhaustive()
    }
}

impl Index {
    /// Builds the index. Entries keep their order, which is the order of the results for an empty query.
    pub fn build(entries: Vec<Entry>, synonyms: &Synonyms) -> Self {
        Self::of_regions(entries, Regions::default(), Vec::new(), synonyms)
    }

    /// Builds the index together with the regions' names and variants, and the errands that this helpline doesn't
    /// handle.
    pub fn of_regions(
        entries: Vec<Entry>,
        regions: Regions,
        errands: Vec<ErrandEntry>,
        synonyms: &Synonyms,
    ) -> Self {
        let library = Library::new(entries, regions, errands, synonyms);
        Self { library: library.expect("an index in memory has no storage that could fail") }
    }

    /// Returns the reader for a region's code; `None` if there is no such region.
    pub fn reader(&self, code: &str) -> Option<Reader> {
        self.library.reader(code)
    }

    /// Returns the number of distinct readers, including the default one, which hasn't chosen a region.
    pub fn readers(&self) -> usize {
        self.library.readers()
    }

    /// Returns the matching entries, best first.
    pub fn search(&self, query: &Query) -> SearchAnswer {
        self.search_with(query, &Ranking::default())
    }

    /// Like [`search`](Self::search), but with other weights, to measure what each one is worth.
    pub fn search_with(&self, query: &Query, ranking: &Ranking) -> SearchAnswer {
        answer::search(&self.library, ranking, query)
    }

    /// Answers many queries, in order. They're divided among the cores, on threads that end when this returns.
    pub fn search_all(&self, queries: &[Query]) -> Vec<SearchAnswer> {
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

    /// Explains why the entries match: every word, what it matched, how, and its score.
    pub fn explain(&self, query: &Query) -> explain::Explanation {
        explain::explain(&self.library, &Ranking::default(), query)
    }

    /// Returns the entry with this ID, as read with no region chosen.
    pub fn entry(&self, id: &str) -> Option<FaqEntry> {
        self.entry_for(Reader::default(), id)
    }

    /// Returns the entry with this ID, as a reader sees it.
    pub fn entry_for(&self, reader: Reader, id: &str) -> Option<FaqEntry> {
        let place = self.library.place_of(reader, id)?;
        Some(answer::entry(&self.library, reader, place))
    }

    /// Returns all entries in content order, as read with no region chosen.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = FaqEntry> + '_ {
        self.entries_for(Reader::default())
    }

    /// Returns a reader's entries in content order.
    pub fn entries_for(&self, reader: Reader) -> impl ExactSizeIterator<Item = FaqEntry> + '_ {
        let count = self.library.shelf(reader).list.documents.len();
        (0..count).map(move |place| answer::entry(&self.library, reader, place))
    }

    /// Returns a reader's categories in content order.
    pub fn categories(&self, reader: Reader) -> &[String] {
        self.library.categories(reader)
    }

    /// Returns the number of entries read with no region chosen.
    pub fn len(&self) -> usize {
        self.library.general()
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.library.general() == 0
    }
}

#[cfg(test)]
mod tests;
