//! The texts that people actually read in a slot: which cases or parts appear together, and for whom.

use std::collections::{BTreeMap, BTreeSet};

use super::guidance::Guidance;
use super::set::ReaderSet;

/// Options of a slot that are read together, in order, with their readers.
#[derive(Debug)]
pub struct Wording {
    /// Their indices in the slot.
    pub choices: Vec<usize>,
    /// A list, since there can be as many combinations of parts as there are readers.
    pub readers: Vec<usize>,
}

impl Guidance<'_> {
    /// The wordings of a node's slot, for the readers in `among` who get to the node.
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
