//! Groups findings: each is listed once, with everyone it affects.

use std::collections::HashMap;
use std::hash::Hash;

/// Findings in the order in which they were first added, each with those it affects.
#[derive(Debug)]
pub struct Told<T, W> {
    found: Vec<(T, Vec<W>)>,
    places: HashMap<T, usize>,
}

impl<T, W> Default for Told<T, W> {
    fn default() -> Self {
        Self { found: Vec::new(), places: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash, W> Told<T, W> {
    /// Adds `whom` to those affected by `what`.
    pub fn add(&mut self, what: T, whom: impl IntoIterator<Item = W>) {
        let place = match self.places.get(&what) {
            Some(place) => *place,
            None => {
                self.places.insert(what.clone(), self.found.len());
                self.found.push((what, Vec::new()));
                self.found.len() - 1
            }
        };
        self.found[place].1.extend(whom);
    }
}

impl<T, W> IntoIterator for Told<T, W> {
    type Item = (T, Vec<W>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}
