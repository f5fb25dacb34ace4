//! Readers who take the same option everywhere: whatever holds for one of them holds for all.

use std::collections::HashSet;

use super::guidance::Guidance;
use super::set::ReaderSet;

/// The classes of `among`, in the order of their first readers. Blanks may still be filled differently in one.
pub fn classes(guidance: &Guidance<'_>, among: &ReaderSet) -> Vec<ReaderSet> {
    let count = among.capacity();
    let set = |readers: Vec<usize>| ReaderSet::of_ranges(count, readers.into_iter().map(|at| at..at + 1));
    groups(guidance, among).into_iter().map(set).collect()
}

/// The same, each as a list: where there are many, sets of all readers would take much memory.
pub fn groups(guidance: &Guidance<'_>, among: &ReaderSet) -> Vec<Vec<usize>> {
    let mut partition = Partition::new(among);
    let leads = guidance.starts.iter().map(|lead| &lead.readers);
    let copies = guidance.copies.iter().map(|copy| &copy.readers);
    let sets: HashSet<&ReaderSet> = leads.chain(copies).collect();
    sets.into_iter().for_each(|set| partition.split(&set.and(among)));
    // Those in one class come to the same copies by now, so one look at a reading is enough for all copies that share it.
    for (at, entry) in guidance.entries.iter().enumerate() {
        for slot in 0..entry.slots.len() {
            for (reading, readers) in guidance.readings_of(at, slot) {
                let here = readers.and(among);
                reading.iter().for_each(|taken| partition.split(&taken.takes.and(&here)));
            }
        }
    }
    // Where no answer changes what stands beside, everyone has beside each node what they have beside all.
    if guidance.beside.asks().next().is_some() {
        for (slots, readers) in guidance.all_beside(among) {
            let here = readers.and(among);
            let all = slots.iter().flat_map(|reading| reading.iter());
            all.for_each(|taken| partition.split(&taken.takes.and(&here)));
        }
    }
    partition.groups()
}

/// Partition refinement: the time is that of the different sets by which it is split.
struct Partition<'a> {
    among: &'a ReaderSet,
    /// By reader; those of nobody else count alone.
    class: Vec<usize>,
    /// By class.
    sizes: Vec<usize>,
    /// By class: how many of it are in the set that splits, and what these are called then.
    inside: Vec<(usize, usize)>,
}

impl<'a> Partition<'a> {
    fn new(among: &'a ReaderSet) -> Self {
        Self { among, class: vec![0; among.capacity()], sizes: vec![among.len()], inside: vec![(0, 0)] }
    }

    /// Parts those in `set`, all of them among those to be parted, from the others of their classes.
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
