//! Reasons why a reader can't get a tree.

use std::collections::BTreeMap;

use super::set::ReaderSet;

/// A reason why a reader can't get a tree. Lint rules turn flaws into findings. Flaws also keep the engine from
/// serving content that was never linted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flaw {
    /// The route at this pointer leads to no readable node.
    NoNode { pointer: String },
    /// The question at this pointer offers no answer.
    NoAnswer { pointer: String },
    /// No case or part of the text or route at this pointer applies.
    NoCase { pointer: String },
    /// These nodes lead back to the first one, through the route at this pointer.
    Cycle { pointer: String, ids: Vec<String> },
    /// The route at this pointer makes a path longer than [`super::MAX_PATH`] questions.
    TooLong { pointer: String },
    /// A region without the `id_from` attribute gets to this solution.
    NoId { solution: String },
    /// Two nodes, given by key, would be served with the same id.
    SameId { id: String, keys: [String; 2] },
}

/// A flaw and its readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flawed {
    pub flaw: Flaw,
    pub readers: ReaderSet,
}

/// Collects flaws with their readers.
#[derive(Default)]
pub(super) struct Found {
    flaws: BTreeMap<Flaw, ReaderSet>,
}

impl Found {
    /// Records a flaw unless `readers` is empty.
    pub fn add(&mut self, flaw: impl FnOnce() -> Flaw, readers: &ReaderSet) {
        if !readers.is_empty() {
            let nobody = || ReaderSet::none(readers.capacity());
            self.flaws.entry(flaw()).or_insert_with(nobody).add(readers);
        }
    }

    /// The flaws of readers in `among`.
    pub fn all(self, among: &ReaderSet) -> Vec<Flawed> {
        let flaws =
            self.flaws.into_iter().map(|(flaw, readers)| Flawed { flaw, readers: readers.and(among) });
        flaws.filter(|flawed| !flawed.readers.is_empty()).collect()
    }

    /// Everyone with a flaw.
    pub fn readers(&self, count: usize) -> ReaderSet {
        ReaderSet::union(count, self.flaws.values())
    }
}
