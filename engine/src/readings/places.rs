//! Who reads what stands at a place of the decision tree: the structure seen from the file.

use super::Readings;
use super::guidance::Guidance;
use super::set::ReaderSet;
use super::slots::{EntryBody, Slot, Take};
use super::taken::all_of;

/// A list of cases or parts.
#[derive(Debug)]
pub struct Place<'r> {
    pub pointer: &'r str,
    /// Cases: the first that holds counts. Else parts: all that hold do.
    pub is_cases: bool,
    /// In the order of the file.
    pub choices: Vec<PlaceChoice<'r>>,
    /// Those in regions for whom nothing holds, after some history with which they may come here.
    pub left: ReaderSet,
}

/// A case or a part. The sets are of all readers in regions, in past periods as well, whether they come here or not;
/// where earlier answers count, after any history with which somebody comes here.
#[derive(Debug)]
pub struct PlaceChoice<'r> {
    pub pointer: &'r str,
    /// Whether it has neither a condition nor dates.
    pub is_open: bool,
    /// Those for whom it holds.
    pub fits: ReaderSet,
    /// Those for whom it counts.
    pub takes: ReaderSet,
}

impl Readings<'_> {
    /// Every list of cases or parts in the decision tree, in the order of the structure. One that asks for earlier
    /// answers in a node that nobody comes to is left out.
    pub fn places(&self) -> Vec<Place<'_>> {
        let Some(guidance) = &self.guidance else { return Vec::new() };
        let regions = self.readers.in_regions();
        let mut out = Vec::new();
        if guidance.start.listed {
            out.push(self.place(&guidance.start, [guidance.start_taken()].into_iter(), regions));
        }
        for (at, entry) in guidance.entries.iter().enumerate() {
            for (slot_at, slot) in entry.slots.iter().enumerate().filter(|(_, slot)| slot.listed) {
                match guidance.fixed(at, slot_at) {
                    Some(fixed) => out.push(self.place(slot, [fixed].into_iter(), regions)),
                    None if guidance.copies_of(at).next().is_some() => {
                        let taken = guidance.copies_of(at).map(|(copy, _)| guidance.taken(copy, slot_at));
                        out.push(self.place(slot, taken, regions));
                    }
                    None => {}
                }
            }
        }
        out
    }

    fn place<'r>(
        &self,
        slot: &'r Slot<'_>,
        readings: impl Iterator<Item = &'r [super::taken::Taken]>,
        regions: &ReaderSet,
    ) -> Place<'r> {
        let none = || self.readers.none();
        let mut choices: Vec<PlaceChoice<'r>> = slot
            .choices
            .iter()
            .map(|choice| PlaceChoice {
                pointer: &choice.pointer,
                is_open: choice.when.is_none() && choice.window.is_open(),
                fits: none(),
                takes: none(),
            })
            .collect();
        let mut left = none();
        for taken in readings {
            for (choice, taken) in choices.iter_mut().zip(taken) {
                choice.fits.add(&taken.fits.and(regions));
                choice.takes.add(&taken.takes.and(regions));
            }
            left.add(&regions.but(&all_of(taken, none())));
        }
        Place { pointer: &slot.pointer, is_cases: slot.take == Take::First, choices, left }
    }

    /// Everybody who comes to the node at this key, in whatever period.
    pub fn comes_to(&self, key: &str) -> ReaderSet {
        let mut all = self.readers.none();
        let Some(guidance) = &self.guidance else { return all };
        if let Some(entry) = guidance.entry(key) {
            guidance.copies_of(entry).for_each(|(_, copy)| all.add(&copy.readers));
        }
        all
    }

    /// Everybody who reads what stands at a pointer of the decision tree, in whatever period: those who come to its node,
    /// see its script and take its case. Nobody for what is no part of a node or of the beginning.
    pub fn readers_at(&self, pointer: &str) -> ReaderSet {
        let none = self.readers.none();
        let Some(guidance) = &self.guidance else { return none };
        if inside(pointer, &guidance.start.pointer) {
            return of_slot(guidance.start_taken(), &guidance.start, pointer)
                .map_or_else(|| self.readers.in_regions().clone(), |set| set.and(self.readers.in_regions()));
        }
        let Some(at) = guidance.entries.iter().position(|entry| inside(pointer, &entry.pointer)) else {
            return none;
        };
        let mut all = none;
        for (copy_at, copy) in guidance.copies_of(at) {
            let mut here = copy.readers.clone();
            for (slot_at, slot) in guidance.entries[at].slots.iter().enumerate() {
                if !inside(pointer, &slot.pointer) {
                    continue;
                }
                if let Some(takes) = of_slot(guidance.taken(copy_at, slot_at), slot, pointer) {
                    here.keep(&takes);
                }
            }
            all.add(&here);
        }
        all
    }
}

impl Readings<'_> {
    /// Everybody who reads what stands at a pointer of a file of the FAQ: those who are shown its entry and take its case,
    /// who has chosen no region among them.
    pub fn readers_of_answer(&self, file: &str, pointer: &str) -> ReaderSet {
        let here = |entry: &&super::FaqReading<'_>| {
            *self.draft().faq[entry.category].document.name == *file && inside(pointer, &entry.pointer)
        };
        let Some(entry) = self.faq.iter().find(here) else { return self.readers.none() };
        of_slot(&entry.taken, &entry.answer, pointer)
            .map_or_else(|| entry.shown.clone(), |set| set.and(&entry.shown))
    }
}

impl Guidance<'_> {
    /// The keys of the nodes that an option of this node leads to, whoever takes it.
    pub fn targets(&self, entry: usize) -> Vec<&str> {
        let EntryBody::Question { answers, .. } = &self.entries[entry].body else { return Vec::new() };
        let choices = answers.iter().flat_map(|(_, route)| &self.entries[entry].slots[*route].choices);
        choices.map(|choice| choice.value).collect()
    }
}

/// Who takes the option in which `pointer` is; `None` where it's the place itself.
fn of_slot(taken: &[super::taken::Taken], slot: &Slot<'_>, pointer: &str) -> Option<ReaderSet> {
    let choice = slot.choices.iter().position(|choice| inside(pointer, &choice.pointer))?;
    taken.get(choice).map(|taken| taken.takes.clone())
}

/// Whether `pointer` is `outer` or inside it.
fn inside(pointer: &str, outer: &str) -> bool {
    pointer.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
