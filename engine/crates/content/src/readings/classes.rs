//! Groups readers who get the same option everywhere, so that one of them can represent the rest, and readers who get
//! the same options of one slot.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rustc_hash::FxHashMap;

use super::guidance::Guidance;
use super::set::ReaderSet;

/// Returns the classes of `among`, ordered by first reader. Placeholders may still be filled differently within a
/// class.
pub fn classes(guidance: &Guidance<'_>, among: &ReaderSet) -> Vec<ReaderSet> {
    let count = among.capacity();
    let set = |readers: Vec<usize>| ReaderSet::of_ranges(count, readers.into_iter().map(|at| at..at + 1));
    groups(guidance, among).into_iter().map(set).collect()
}

/// Like [`classes`], but returns lists of readers, since many sets would take a lot of memory.
///
/// Uses partition refinement; the cost is the total size of the sets that split the classes.
pub fn groups(guidance: &Guidance<'_>, among: &ReaderSet) -> Vec<Vec<usize>> {
    let mut class = vec![0; among.capacity()];
    let mut count = 1;
    let mut split = |set: &ReaderSet| {
        let set = set.and(among);
        if set == *among {
            return;
        }
        // The readers of each class who are in the set move to a new class.
        let mut moved: FxHashMap<usize, usize> = FxHashMap::default();
        for reader in set.iter() {
            let next = count + moved.len();
            class[reader] = *moved.entry(class[reader]).or_insert(next);
        }
        count += moved.len();
    };
    let leads = guidance.starts.iter().map(|lead| &lead.readers);
    let copies = guidance.copies.iter().map(|copy| &copy.readers);
    leads.chain(copies).collect::<HashSet<_>>().into_iter().for_each(&mut split);
    // At this point, everyone in a class reaches the same copies, so a reading that several copies share is processed
    // only once.
    for (at, entry) in guidance.entries.iter().enumerate() {
        for slot in 0..entry.slots.len() {
            for (reading, here) in guidance.readings_of(at, slot) {
                reading.iter().for_each(|taken| split(&taken.takes.and(&here)));
            }
        }
    }
    // Unless an earlier answer changes it, the same content is shown beside every node.
    if guidance.beside.asks().next().is_some() {
        for (slots, here) in guidance.all_beside(among) {
            let all = slots.iter().flat_map(|reading| reading.iter());
            all.for_each(|taken| split(&taken.takes.and(&here)));
        }
    }
    let mut places: FxHashMap<usize, usize> = FxHashMap::default();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for reader in among.iter() {
        let place = *places.entry(class[reader]).or_insert(found.len());
        if place == found.len() {
            found.push(Vec::new());
        }
        found[place].push(reader);
    }
    found
}

/// Options of a slot that are read together, in order, with their readers.
#[derive(Debug)]
pub struct SlotWording {
    /// Their indices in the slot.
    pub choices: Vec<usize>,
    /// A list rather than a set, since there can be as many combinations of parts as there are readers.
    pub readers: Vec<usize>,
}

impl Guidance<'_> {
    /// Returns the wordings of a node's slot, for the readers in `among` who reach the node.
    pub fn wordings(&self, entry: usize, slot: usize, among: &ReaderSet) -> Vec<SlotWording> {
        let mut found: BTreeMap<Vec<usize>, BTreeSet<usize>> = BTreeMap::new();
        for (taken, here) in self.readings_shown(entry, slot) {
            for reader in here.and(among).iter() {
                let takes = taken.iter().enumerate().filter(|(_, taken)| taken.takes.contains(reader));
                found.entry(takes.map(|(choice, _)| choice).collect()).or_default().insert(reader);
            }
        }
        found.remove(&Vec::new());
        let wording = |(choices, readers): (_, BTreeSet<usize>)| SlotWording {
            choices,
            readers: readers.into_iter().collect(),
        };
        found.into_iter().map(wording).collect()
    }
}
