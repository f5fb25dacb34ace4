//! The numbers that random content is built from, in order. Fewer and smaller numbers make simpler content, so that
//! failures shrink.

use proptest::prelude::*;

/// Numbers to draw; once they're used up, every draw is 0.
#[derive(Debug, Clone)]
pub struct Draws {
    numbers: Vec<u16>,
    at: usize,
}

impl Draws {
    /// Draws enough numbers for a small folder.
    pub fn any() -> impl Strategy<Value = Self> {
        prop::collection::vec(any::<u16>(), 60..900).prop_map(|numbers| Self { numbers, at: 0 })
    }

    /// Draws a number less than `count`.
    pub fn below(&mut self, count: usize) -> usize {
        let drawn = self.numbers.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        usize::from(drawn) % count.max(1)
    }

    /// Returns true `percent` percent of the time.
    pub fn chance(&mut self, percent: usize) -> bool {
        99 - self.below(100) < percent
    }

    /// Draws one of the items.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// Draws between one and `most` of the items, in order.
    pub fn some<T: Clone>(&mut self, all: &[T], most: usize) -> Vec<T> {
        let count = 1 + self.below(most.min(all.len()));
        let mut places: Vec<usize> = (0..count).map(|_| self.below(all.len())).collect();
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| all[place].clone()).collect()
    }
}
