//! Why a reader can't have a tree.

use std::collections::BTreeMap;

use super::set::ReaderSet;

/// The rules of lint say it in full, with its place; this is what they are made from, and what keeps the engine from
/// building on content that was never linted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flaw {
    /// The route at this pointer leads to no node that could be read.
    NoNode { pointer: String },
    /// Nobody answers the question at this pointer: none of its answers is offered.
    NoAnswer { pointer: String },
    /// No case or part of the text or route at this pointer holds.
    NoCase { pointer: String },
    /// These nodes lead back to the first of them, by the route at this pointer.
    Cycle { pointer: String, ids: Vec<String> },
    /// The route at this pointer makes a path of more than [`super::MAX_PATH`] questions.
    TooLong { pointer: String },
    /// A region without the attribute of `id_from` comes to this solution.
    NoId { solution: String },
    /// Two nodes, by their keys in the content, would be served under one id.
    SameId { id: String, keys: [String; 2] },
}

/// A flaw, and everyone who has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flawed {
    pub flaw: Flaw,
    pub readers: ReaderSet,
}

/// Flaws, each with everyone who has it.
#[derive(Default)]
pub(super) struct Found {
    flaws: BTreeMap<Flaw, ReaderSet>,
}

impl Found {
    /// Notes a flaw, where someone has it.
    pub fn add(&mut self, flaw: impl FnOnce() -> Flaw, readers: &ReaderSet) {
        if !readers.is_empty() {
            let nobody = || ReaderSet::none(readers.capacity());
            self.flaws.entry(flaw()).or_insert_with(nobody).add(readers);
        }
    }

    /// All that someone of `among` has.
    pub fn all(self, among: &ReaderSet) -> Vec<Flawed> {
        let flaws =
            self.flaws.into_iter().map(|(flaw, readers)| Flawed { flaw, readers: readers.and(among) });
        flaws.filter(|flawed| !flawed.readers.is_empty()).collect()
    }

    /// Everyone who has one.
    pub fn readers(&self, count: usize) -> ReaderSet {
        ReaderSet::union(count, self.flaws.values())
    }
}
