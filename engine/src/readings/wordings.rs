//! Every text that somebody really reads in one place: which of its cases or parts come together, and for whom.

use std::collections::HashMap;

use super::Readings;
use super::set::ReaderSet;
use super::taken::all_of;

/// Options of a place that are read together, in order, and who reads them.
#[derive(Debug)]
pub struct Wording {
    /// Their places in the slot.
    pub choices: Vec<usize>,
    pub readers: ReaderSet,
}

impl Readings<'_> {
    /// What those of `among` who come to a node read in one of its slots.
    pub fn wordings(&self, entry: usize, slot: usize, among: &ReaderSet) -> Vec<Wording> {
        let Some(guidance) = &self.guidance else { return Vec::new() };
        let within = guidance.entries[entry].slots[slot].within;
        // Copies share readings: what is the same for them is looked at once.
        let mut shared: HashMap<_, (usize, ReaderSet)> = HashMap::new();
        for (at, copy) in guidance.copies_of(entry) {
            let reading = |slot| guidance.reading(at, slot).map(|reading| reading.as_ptr());
            let key = (reading(slot), within.and_then(reading));
            let (_, readers) = shared.entry(key).or_insert_with(|| (at, self.readers.none()));
            readers.add(&copy.readers);
        }
        let mut found: HashMap<Vec<usize>, ReaderSet> = HashMap::new();
        for (at, mut here) in shared.into_values() {
            here.keep(among);
            if let Some(gate) = within {
                here.keep(&all_of(guidance.taken(at, gate), self.readers.none()));
            }
            let mut groups = vec![(Vec::new(), here)];
            for (choice, taken) in guidance.taken(at, slot).iter().enumerate() {
                let mut split = Vec::new();
                for (choices, readers) in groups {
                    let (with, without) = (readers.and(&taken.takes), readers.but(&taken.takes));
                    if !with.is_empty() {
                        split.push(([&choices[..], &[choice]].concat(), with));
                    }
                    if !without.is_empty() {
                        split.push((choices, without));
                    }
                }
                groups = split;
            }
            for (choices, readers) in groups.into_iter().filter(|(choices, _)| !choices.is_empty()) {
                found.entry(choices).or_insert_with(|| self.readers.none()).add(&readers);
            }
        }
        let mut found: Vec<Wording> =
            found.into_iter().map(|(choices, readers)| Wording { choices, readers }).collect();
        found.sort_by(|a, b| a.choices.cmp(&b.choices));
        found
    }
}
