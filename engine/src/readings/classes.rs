//! Readers who take the same option everywhere: whatever holds for one of them holds for all.

use std::collections::HashMap;

use super::guidance::Guidance;
use super::set::ReaderSet;

/// The classes of `among`, in the order of their first readers. Blanks may still be filled differently in one.
pub fn classes(guidance: &Guidance<'_>, among: &ReaderSet) -> Vec<ReaderSet> {
    let count = among.iter().last().map_or(0, |last| last + 1);
    let mut partition = Partition { class: vec![None; count], sizes: vec![among.len()] };
    among.iter().for_each(|reader| partition.class[reader] = Some(0));
    for lead in &guidance.starts {
        partition.split(&lead.readers.and(among));
    }
    for (at, copy) in guidance.copies.iter().enumerate() {
        let here = copy.readers.and(among);
        partition.split(&here);
        let slots = guidance.entries[copy.entry].slots.len();
        for taken in (0..slots).flat_map(|slot| guidance.taken(at, slot)) {
            partition.split(&taken.takes.and(&here));
        }
    }
    let mut order: Vec<usize> = Vec::new();
    let mut found: HashMap<usize, ReaderSet> = HashMap::new();
    for reader in among.iter() {
        let Some(class) = partition.class[reader] else { continue };
        let set = found.entry(class).or_insert_with(|| {
            order.push(class);
            ReaderSet::none(among.capacity())
        });
        set.insert(reader);
    }
    order.into_iter().filter_map(|class| found.remove(&class)).collect()
}

/// Partition refinement: the time is that of the sets by which it is split.
struct Partition {
    /// By reader.
    class: Vec<Option<usize>>,
    /// By class.
    sizes: Vec<usize>,
}

impl Partition {
    /// Parts those in `set` from the others of their classes.
    fn split(&mut self, set: &ReaderSet) {
        let mut inside: HashMap<usize, usize> = HashMap::new();
        for class in set.iter().filter_map(|reader| self.class[reader]) {
            *inside.entry(class).or_default() += 1;
        }
        let mut renamed: HashMap<usize, usize> = HashMap::new();
        for (class, count) in inside {
            if count < self.sizes[class] {
                renamed.insert(class, self.sizes.len());
                self.sizes.push(count);
                self.sizes[class] -= count;
            }
        }
        if renamed.is_empty() {
            return;
        }
        for reader in set.iter() {
            let class = &mut self.class[reader];
            *class = class.map(|class| renamed.get(&class).copied().unwrap_or(class));
        }
    }
}
