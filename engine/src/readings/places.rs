//! What isn't the same for everyone, each option with those for whom it holds: the structure seen from the file.

use super::conditions::Conditions;
use super::emergency::EmergencyReading;
use super::faq::FaqReading;
use super::guidance::Guidance;
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::{Choice, Slot, Take, gate};
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

/// A case, a part, or what is there or not. The sets are of all who may be meant, in past periods as well, whether they
/// come here or not; where earlier answers count, of those who come here, after any history with which they do.
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

impl<'a> Guidance<'a> {
    /// Every place of the decision tree that is no plain text or route, in the order of the structure. One that asks for
    /// earlier answers in a node that nobody comes to is left out.
    pub fn places(&self, readers: &Readers) -> Vec<Place<'a>> {
        let regions = readers.in_regions();
        let mut out = Vec::new();
        if self.start.listed {
            out.push(place(&self.start, [(self.start_taken(), regions)].into_iter(), readers.none()));
        }
        for (at, entry) in self.entries.iter().enumerate() {
            for (slot_at, slot) in entry.slots.iter().enumerate().filter(|(_, slot)| slot.depends()) {
                match self.fixed(at, slot_at) {
                    Some(fixed) => out.push(place(slot, [(fixed, regions)].into_iter(), readers.none())),
                    None => {
                        let readings = self.readings_of(at, slot_at);
                        if !readings.is_empty() {
                            let readings = readings.iter().map(|(reading, who)| (&reading[..], who));
                            out.push(place(slot, readings, readers.none()));
                        }
                    }
                }
            }
        }
        out
    }
}

impl<'a> Guidance<'a> {
    /// Every place of what stands beside the nodes that isn't the same for everyone.
    pub fn places_beside(&self, readers: &Readers) -> Vec<Place<'a>> {
        let all = self.all_beside(readers.in_regions());
        let slots = self.beside.slots.iter().enumerate().filter(|(_, slot)| slot.depends());
        let readings = |at: usize| all.iter().map(move |(slots, who)| (&slots[at][..], who));
        slots.map(|(at, slot)| place(slot, readings(at), readers.none())).collect()
    }
}

impl<'a> FaqReading<'a> {
    /// The answer, where it is no plain text, for everybody: who has chosen no region is among them.
    pub fn place(&self, readers: &Readers) -> Option<Place<'a>> {
        let readings = [(self.taken.as_slice(), readers.everybody())].into_iter();
        self.answer.depends().then(|| place(&self.answer, readings, readers.none()))
    }
}

impl<'a> EmergencyReading<'a> {
    /// Every place that is no plain text, for those who come to it: who has chosen no region is among them.
    pub fn places(&self, readers: &Readers) -> Vec<Place<'a>> {
        let slots = self.slots.iter().zip(&self.taken);
        let some = slots.filter(|(slot, _)| slot.depends());
        some.map(|(slot, taken)| {
            let here = self.readers_at(readers, outer(&slot.pointer));
            place(slot, [(taken.as_slice(), &here)].into_iter(), readers.none())
        })
        .collect()
    }
}

impl<'a> Place<'a> {
    /// What is there or not, for some of `among`.
    pub fn of_gate(
        conditions: Conditions<'_>,
        pointer: String,
        when: Option<&'a Condition>,
        window: Window,
        among: &ReaderSet,
    ) -> Self {
        let slot = gate(pointer, when, window);
        let taken = taken(&slot, conditions, &|_| false);
        place(&slot, [(taken.as_slice(), among)].into_iter(), conditions.readers.none())
    }
}

/// What a pointer stands in.
fn outer(pointer: &str) -> &str {
    pointer.rsplit_once('/').map_or("", |(outer, _)| outer)
}

impl Slot<'_> {
    /// Whether what stands in it isn't the same for everyone.
    pub(super) fn depends(&self) -> bool {
        self.listed || !self.choices.iter().all(Choice::is_open)
    }
}

/// A slot, with its readings after every history, each with those who have that history.
fn place<'r, 's>(
    slot: &Slot<'r>,
    readings: impl Iterator<Item = (&'s [Taken], &'s ReaderSet)>,
    nobody: ReaderSet,
) -> Place<'r> {
    let choice = |choice: &Choice<'r>| PlaceChoice {
        pointer: choice.pointer.clone(),
        when: choice.when,
        window: choice.window,
        fits: nobody.clone(),
        takes: nobody.clone(),
    };
    let mut choices: Vec<PlaceChoice<'r>> = slot.choices.iter().map(choice).collect();
    let mut left = nobody.clone();
    for (taken, who) in readings {
        for (choice, taken) in choices.iter_mut().zip(taken) {
            choice.fits.add(&taken.fits.and(who));
            choice.takes.add(&taken.takes.and(who));
        }
        left.add(&who.but(&all_of(taken, who)));
    }
    let kind = match (slot.listed, slot.take) {
        (false, _) => PlaceKind::Gate,
        (true, Take::First) => PlaceKind::Cases,
        (true, Take::Every) => PlaceKind::Parts,
    };
    Place { pointer: slot.pointer.clone(), kind, choices, left }
}
