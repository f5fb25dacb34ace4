//! Who reads what stands at a place of the decision tree: the structure seen from the file.

use super::Readings;
use super::conditions::Conditions;
use super::faq::FaqReading;
use super::guidance::Guidance;
use super::set::ReaderSet;
use super::slots::{Slot, Take, gate};
use super::taken::{Taken, all_of, taken};
use crate::content::model::{Condition, Window};

/// What is written in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// A list of which the first that holds counts.
    Cases,
    /// A list of which all that hold count.
    Parts,
    /// A single thing that is there or not.
    Gate,
}

/// A place whose words, ways or being there depend on the reader.
#[derive(Debug)]
pub struct Place<'r> {
    pub pointer: String,
    pub kind: PlaceKind,
    /// In the order of the file.
    pub choices: Vec<PlaceChoice<'r>>,
    /// Those for whom nothing holds, after some history with which they may come here.
    pub left: ReaderSet,
}

/// A case, a part, or what is there or not. The sets are of all readers, in past periods as well, whether they come here
/// or not; where earlier answers count, of those who come here, after any history with which they do.
#[derive(Debug)]
pub struct PlaceChoice<'r> {
    pub pointer: String,
    pub when: Option<&'r Condition>,
    pub window: Window,
    /// Those for whom it holds.
    pub fits: ReaderSet,
    /// Those for whom it counts.
    pub takes: ReaderSet,
}

impl PlaceChoice<'_> {
    /// Whether it has neither a condition nor dates.
    pub fn is_open(&self) -> bool {
        self.when.is_none() && self.window.is_open()
    }

    /// Whether it asks what was answered earlier.
    pub fn asks_for_answers(&self) -> bool {
        self.when.is_some_and(|when| when.parts().iter().any(|part| part.answered.is_some()))
    }
}

impl<'a> Readings<'a> {
    /// Every place of the decision tree that is no plain text or route, in the order of the structure. One that asks for
    /// earlier answers in a node that nobody comes to is left out.
    pub fn places(&self) -> Vec<Place<'_>> {
        let Some(guidance) = &self.guidance else { return Vec::new() };
        let regions = self.readers.in_regions();
        let mut out = Vec::new();
        if guidance.start.listed {
            out.push(self.place(&guidance.start, [(guidance.start_taken(), regions)].into_iter()));
        }
        for (at, entry) in guidance.entries.iter().enumerate() {
            for (slot_at, slot) in entry.slots.iter().enumerate().filter(|(_, slot)| depends(slot)) {
                match guidance.fixed(at, slot_at) {
                    Some(fixed) => out.push(self.place(slot, [(fixed, regions)].into_iter())),
                    None => {
                        let readings = guidance.readings_of(at, slot_at);
                        if !readings.is_empty() {
                            let readings = readings.iter().map(|(reading, readers)| (&reading[..], readers));
                            out.push(self.place(slot, readings));
                        }
                    }
                }
            }
        }
        out
    }

    /// The answer of an entry, where it isn't a plain text.
    pub fn place_of(&self, entry: &'a FaqReading<'a>) -> Option<Place<'a>> {
        let everybody = self.readers.everybody();
        depends(&entry.answer)
            .then(|| self.place(&entry.answer, [(entry.taken.as_slice(), everybody)].into_iter()))
    }

    /// What is there or not, for some of `among`.
    pub fn gate<'r>(
        &self,
        pointer: String,
        when: Option<&'r Condition>,
        window: Window,
        among: &ReaderSet,
    ) -> Place<'r> {
        let slot = gate(pointer, when, window);
        let conditions = Conditions { readers: &self.readers, regions: &self.draft.regions };
        let taken = taken(&slot, conditions, &|_| false);
        self.place(&slot, [(taken.as_slice(), among)].into_iter())
    }

    /// A slot, with its readings after every history, each with those who have that history.
    fn place<'r, 's>(
        &self,
        slot: &Slot<'r>,
        readings: impl Iterator<Item = (&'s [Taken], &'s ReaderSet)>,
    ) -> Place<'r> {
        let none = || self.readers.none();
        let choice = |choice: &super::slots::Choice<'r>| PlaceChoice {
            pointer: choice.pointer.clone(),
            when: choice.when,
            window: choice.window,
            fits: none(),
            takes: none(),
        };
        let mut choices: Vec<PlaceChoice<'r>> = slot.choices.iter().map(choice).collect();
        let mut left = none();
        for (taken, who) in readings {
            for (choice, taken) in choices.iter_mut().zip(taken) {
                choice.fits.add(&taken.fits.and(who));
                choice.takes.add(&taken.takes.and(who));
            }
            left.add(&who.but(&all_of(taken, none())));
        }
        let kind = match (slot.listed, slot.take) {
            (false, _) => PlaceKind::Gate,
            (true, Take::First) => PlaceKind::Cases,
            (true, Take::Every) => PlaceKind::Parts,
        };
        Place { pointer: slot.pointer.clone(), kind, choices, left }
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
        let Some(at) = guidance.entry_at(pointer) else { return none };
        let slots = guidance.entries[at].slots.iter().enumerate();
        let slots: Vec<(usize, usize)> = slots
            .filter(|(_, slot)| inside(pointer, &slot.pointer))
            .filter_map(|(place, slot)| Some((place, slot.choice_at(pointer)?)))
            .collect();
        // Where one slot alone counts, copies that share its reading are looked at once.
        if let [(slot, choice)] = slots[..] {
            return guidance.readings_of(at, slot).into_iter().fold(none, |mut all, (reading, readers)| {
                all.add(&reading[choice].takes.and(&readers));
                all
            });
        }
        let mut all = none;
        for (copy_at, copy) in guidance.copies_of(at) {
            let mut here = copy.readers.clone();
            for (slot, choice) in &slots {
                guidance.taken(copy_at, *slot).get(*choice).iter().for_each(|taken| here.keep(&taken.takes));
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
    /// Place of the node in which a pointer is.
    fn entry_at(&self, pointer: &str) -> Option<usize> {
        let (_, rest) = pointer.strip_prefix('/')?.split_once('/')?;
        let at = self.entry(rest.split('/').next()?)?;
        inside(pointer, &self.entries[at].pointer).then_some(at)
    }
}

impl Slot<'_> {
    /// Place of the option in which a pointer is; `None` where that's the whole.
    fn choice_at(&self, pointer: &str) -> Option<usize> {
        self.choices.iter().position(|choice| inside(pointer, &choice.pointer))
    }
}

/// Whether what stands in a slot is not the same for everybody.
fn depends(slot: &Slot<'_>) -> bool {
    slot.listed || slot.choices.iter().any(|choice| choice.when.is_some() || !choice.window.is_open())
}

/// Who takes the option in which `pointer` is; `None` where it's the place itself.
fn of_slot(taken: &[Taken], slot: &Slot<'_>, pointer: &str) -> Option<ReaderSet> {
    taken.get(slot.choice_at(pointer)?).map(|taken| taken.takes.clone())
}

/// Whether `pointer` is `outer` or inside it.
fn inside(pointer: &str, outer: &str) -> bool {
    pointer.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
