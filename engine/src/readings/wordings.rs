//! Every text that someone really reads in one place: which of its cases or parts come together, and for whom.

use std::collections::{BTreeMap, BTreeSet};

use super::guidance::Guidance;
use super::set::ReaderSet;

/// Options of a place that are read together, in order, and who reads them.
#[derive(Debug)]
pub struct Wording {
    /// Their places in the slot.
    pub choices: Vec<usize>,
    /// A list, since parts can come together in as many ways as there are readers.
    pub readers: Vec<usize>,
}

impl Guidance<'_> {
    /// What those of `among` who come to a node read in one of its slots.
    pub fn wordings(&self, entry: usize, slot: usize, among: &ReaderSet) -> Vec<Wording> {
        let mut found: BTreeMap<Vec<usize>, BTreeSet<usize>> = BTreeMap::new();
        for (taken, here) in self.readings_shown(entry, slot) {
            for reader in here.and(among).iter() {
                let takes = taken.iter().enumerate().filter(|(_, taken)| taken.takes.contains(reader));
                found.entry(takes.map(|(choice, _)| choice).collect()).or_default().insert(reader);
            }
        }
        found.remove(&Vec::new());
        let wording = |(choices, readers): (_, BTreeSet<usize>)| Wording {
            choices,
            readers: readers.into_iter().collect(),
        };
        found.into_iter().map(wording).collect()
    }
}
