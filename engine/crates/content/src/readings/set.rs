//! A set of readers.

use std::borrow::Borrow;
use std::ops::Range;
use std::sync::Arc;

use fixedbitset::FixedBitSet;

/// A bit set over the readers. Most sets are equal to an existing one, often the set of all readers, so clones share
/// their bits until one of them changes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReaderSet(Arc<FixedBitSet>);

impl ReaderSet {
    /// Returns the empty set, out of `count` readers.
    pub fn none(count: usize) -> Self {
        Self(Arc::new(FixedBitSet::with_capacity(count)))
    }

    /// Returns the readers, out of `count`, for whom `holds` is true.
    pub fn of(count: usize, holds: impl Fn(usize) -> bool) -> Self {
        let mut set = FixedBitSet::with_capacity(count);
        (0..count).filter(|reader| holds(*reader)).for_each(|reader| set.insert(reader));
        Self(Arc::new(set))
    }

    /// Returns the readers in `ranges`, out of `count`.
    pub fn of_ranges(count: usize, ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut set = FixedBitSet::with_capacity(count);
        ranges.into_iter().filter(|range| !range.is_empty()).for_each(|range| set.insert_range(range));
        Self(Arc::new(set))
    }

    /// Returns the readers in any of `sets`, out of `count`.
    pub fn union(count: usize, sets: impl IntoIterator<Item = impl Borrow<Self>>) -> Self {
        let mut all = Self::none(count);
        sets.into_iter().for_each(|set| all.add(set.borrow()));
        all
    }

    /// Adds a reader.
    pub fn insert(&mut self, reader: usize) {
        Arc::make_mut(&mut self.0).insert(reader);
    }

    /// Returns whether `reader` is in the set.
    pub fn contains(&self, reader: usize) -> bool {
        self.0.contains(reader)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_clear()
    }

    /// Returns the number of readers in the set.
    pub fn len(&self) -> usize {
        self.0.count_ones(..)
    }

    /// Returns the total number of readers, in the set or not.
    pub fn capacity(&self) -> usize {
        self.0.len()
    }

    /// Returns the indices of the readers in the set.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.ones()
    }

    /// Returns the readers in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.keep(other);
        both
    }

    /// Returns the readers in this set but not in `other`.
    #[must_use]
    pub fn but(&self, other: &Self) -> Self {
        let mut left = self.clone();
        left.remove(other);
        left
    }

    /// Adds everyone in `other`.
    pub fn add(&mut self, other: &Self) {
        if self.within(other) {
            *self = other.clone();
        } else if !other.within(self) {
            Arc::make_mut(&mut self.0).union_with(&other.0);
        }
    }

    /// Keeps only the readers that are also in `other`.
    pub fn keep(&mut self, other: &Self) {
        if other.within(self) {
            *self = other.clone();
        } else if !self.within(other) {
            Arc::make_mut(&mut self.0).intersect_with(&other.0);
        }
    }

    /// Removes everyone in `other`.
    pub fn remove(&mut self, other: &Self) {
        if self.meets(other) {
            Arc::make_mut(&mut self.0).difference_with(&other.0);
        }
    }

    /// Returns whether any reader is in both sets.
    pub fn meets(&self, other: &Self) -> bool {
        !self.0.is_disjoint(&other.0)
    }

    /// Returns whether this is a subset of `other`.
    pub fn within(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is_subset(&other.0)
    }
}
