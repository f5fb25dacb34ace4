//! Every text that someone really reads in one place: which of its cases or parts come together, and for whom.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::guidance::Guidance;
use super::set::ReaderSet;
use super::taken::all_of;

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
        let nobody = || ReaderSet::none(among.capacity());
        let within = self.entries[entry].slots[slot].within;
        // Copies share readings: what is the same for them is looked at once.
        let mut shared: HashMap<_, (usize, ReaderSet)> = HashMap::new();
        for (at, copy) in self.copies_of(entry) {
            let reading = |slot| self.reading(at, slot).map(|reading| reading.as_ptr());
            let key = (reading(slot), within.and_then(reading));
            let (_, readers) = shared.entry(key).or_insert_with(|| (at, nobody()));
            readers.add(&copy.readers);
        }
        let mut found: BTreeMap<Vec<usize>, BTreeSet<usize>> = BTreeMap::new();
        for (at, mut here) in shared.into_values() {
            here.keep(among);
            if let Some(gate) = within {
                here.keep(&all_of(self.taken(at, gate), nobody()));
            }
            for reader in here.iter() {
                let taken = self.taken(at, slot).iter().enumerate();
                let choices: Vec<usize> = taken
                    .filter(|(_, taken)| taken.takes.contains(reader))
                    .map(|(choice, _)| choice)
                    .collect();
                found.entry(choices).or_default().insert(reader);
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
