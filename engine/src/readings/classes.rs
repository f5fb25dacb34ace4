//! Groups of readers who get the same option everywhere, so that one of them stands for all.

use std::collections::HashSet;

use super::guidance::Guidance;
use super::set::ReaderSet;

/// The classes of `among`, ordered by first reader. Placeholders may still be filled differently within a class.
pub fn classes(guidance: &Guidance<'_>, among: &ReaderSet) -> Vec<ReaderSet> {
    let count = among.capacity();
    let set = |readers: Vec<usize>| ReaderSet::of_ranges(count, readers.into_iter().map(|at| at..at + 1));
    groups(guidance, among).into_iter().map(set).collect()
}

/// The same as lists of readers, since many sets would take a lot of memory.
pub fn groups(guidance: &Guidance<'_>, among: &ReaderSet) -> Vec<Vec<usize>> {
    let mut partition = Partition::new(among);
    let leads = guidance.starts.iter().map(|lead| &lead.readers);
    let copies = guidance.copies.iter().map(|copy| &copy.readers);
    let sets: HashSet<&ReaderSet> = leads.chain(copies).collect();
    sets.into_iter().for_each(|set| partition.split(&set.and(among)));
    // Everyone in a class gets to the same copies by now, so a reading that several copies share is looked at once.
    for (at, entry) in guidance.entries.iter().enumerate() {
        for slot in 0..entry.slots.len() {
            for (reading, readers) in guidance.readings_of(at, slot) {
                let here = readers.and(among);
                reading.iter().for_each(|taken| partition.split(&taken.takes.and(&here)));
            }
        }
    }
    // If no answer changes what's shown beside a step, it's the same beside every node.
    if guidance.beside.asks().next().is_some() {
        for (slots, readers) in guidance.all_beside(among) {
            let here = readers.and(among);
            let all = slots.iter().flat_map(|reading| reading.iter());
            all.for_each(|taken| partition.split(&taken.takes.and(&here)));
        }
    }
    partition.groups()
}

/// Partition refinement. Its cost is the total size of the sets it's split by.
struct Partition<'a> {
    among: &'a ReaderSet,
    /// Each reader's class; only the readers in `among` matter.
    class: Vec<usize>,
    /// The number of readers in each class.
    sizes: Vec<usize>,
    /// For each class: how many of its readers are in the splitting set, and the class they move to.
    inside: Vec<(usize, usize)>,
}

impl<'a> Partition<'a> {
    fn new(among: &'a ReaderSet) -> Self {
        Self { among, class: vec![0; among.capacity()], sizes: vec![among.len()], inside: vec![(0, 0)] }
    }

    /// Splits each class into readers in `set` and the rest. `set` must be a subset of `among`.
    fn split(&mut self, set: &ReaderSet) {
        if set == self.among {
            return;
        }
        let mut touched = Vec::new();
        for reader in set.iter() {
            let class = self.class[reader];
            self.inside[class].0 += 1;
            if self.inside[class].0 == 1 {
                touched.push(class);
            }
        }
        for class in touched {
            let (count, name) = &mut self.inside[class];
            let count = std::mem::take(count);
            *name = class;
            if count < self.sizes[class] {
                *name = self.sizes.len();
                self.sizes[class] -= count;
                self.sizes.push(count);
                self.inside.push((0, 0));
            }
        }
        set.iter().for_each(|reader| self.class[reader] = self.inside[self.class[reader]].1);
    }

    fn groups(self) -> Vec<Vec<usize>> {
        let mut places = vec![usize::MAX; self.sizes.len()];
        let mut found: Vec<Vec<usize>> = Vec::new();
        for reader in self.among.iter() {
            let place = &mut places[self.class[reader]];
            if *place == usize::MAX {
                *place = found.len();
                found.push(Vec::new());
            }
            found[*place].push(reader);
        }
        found
    }
}
