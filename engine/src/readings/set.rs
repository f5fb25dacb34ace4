//! A set of readers.

use fixedbitset::FixedBitSet;

/// Which of a known number of readers: one bit each, by their index.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReaderSet(FixedBitSet);

impl ReaderSet {
    /// Nobody of `count` readers.
    pub fn none(count: usize) -> Self {
        Self(FixedBitSet::with_capacity(count))
    }

    /// Each of `count` readers for whom `holds` says so.
    pub fn of(count: usize, holds: impl Fn(usize) -> bool) -> Self {
        Self((0..count).filter(|reader| holds(*reader)).fold(Self::none(count).0, |mut set, reader| {
            set.insert(reader);
            set
        }))
    }

    /// Adds a reader.
    pub fn insert(&mut self, reader: usize) {
        self.0.insert(reader);
    }

    /// Whether `reader` is in it.
    pub fn contains(&self, reader: usize) -> bool {
        self.0.contains(reader)
    }

    /// Whether nobody is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_clear()
    }

    /// How many are in it.
    pub fn len(&self) -> usize {
        self.0.count_ones(..)
    }

    /// How many readers it may have.
    pub fn capacity(&self) -> usize {
        self.0.len()
    }

    /// Those in it, by their index.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.ones()
    }

    /// Those in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.0.intersect_with(&other.0);
        both
    }

    /// Those in this one alone.
    #[must_use]
    pub fn but(&self, other: &Self) -> Self {
        let mut left = self.clone();
        left.0.difference_with(&other.0);
        left
    }

    /// Takes everybody of `other` in.
    pub fn add(&mut self, other: &Self) {
        self.0.union_with(&other.0);
    }

    /// Keeps those alone that are in `other` as well.
    pub fn keep(&mut self, other: &Self) {
        self.0.intersect_with(&other.0);
    }

    /// Lets everybody of `other` go.
    pub fn remove(&mut self, other: &Self) {
        self.0.difference_with(&other.0);
    }

    /// Whether somebody is in both.
    pub fn meets(&self, other: &Self) -> bool {
        !self.0.is_disjoint(&other.0)
    }

    /// Whether everybody here is in `other` as well.
    pub fn within(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0)
    }
}
