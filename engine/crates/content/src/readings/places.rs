//! Places in the files that aren't the same for everyone, with the readers of each option.

use super::conditions::Conditions;
use super::emergency::EmergencyReading;
use super::faq::FaqReading;
use super::guidance::Guidance;
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::{Choice, Slot, Take, gate};
use super::taken::{Taken, all_of, taken};
use crate::content::model::{Condition, Window};

/// The kind of list in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// The first case that applies is used.
    Cases,
    /// All parts that apply are used.
    Parts,
    /// A single thing that's shown or not.
    Gate,
}

/// A place whose text, route or visibility depends on the reader.
#[derive(Debug)]
pub struct Place<'r> {
    pub pointer: String,
    pub kind: PlaceKind,
    /// In file order.
    pub choices: Vec<PlaceChoice<'r>>,
    /// Everyone for whom nothing applies after some history with which they can get here.
    pub left: ReaderSet,
}

/// A case, a part, or the single thing of a gate. The sets cover everyone, past periods included, whether or not they
/// get here. If it depends on earlier answers, they cover those who get here, after any history.
#[derive(Debug)]
pub struct PlaceChoice<'r> {
    pub pointer: String,
    pub when: Option<&'r Condition>,
    pub window: Window,
    /// Everyone who meets its condition and dates.
    pub fits: ReaderSet,
    /// Everyone it's used for.
    pub takes: ReaderSet,
}

impl PlaceChoice<'_> {
    /// Whether it has neither a condition nor dates.
    pub fn is_open(&self) -> bool {
        self.when.is_none() && self.window.is_open()
    }

    /// Whether it depends on earlier answers.
    pub fn asks_for_answers(&self) -> bool {
        self.when.is_some_and(|when| when.parts().iter().any(|part| part.answered.is_some()))
    }
}

impl<'a> Guidance<'a> {
    /// Every place in the decision tree that isn't a plain text or route, node by node. Leaves out places that ask for
    /// earlier answers in a node nobody gets to.
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
    /// Every place beside the steps that isn't the same for everyone.
    pub fn places_beside(&self, readers: &Readers) -> Vec<Place<'a>> {
        let all = self.all_beside(readers.in_regions());
        let slots = self.beside.slots.iter().enumerate().filter(|(_, slot)| slot.depends());
        let readings = |at: usize| all.iter().map(move |(slots, who)| (&slots[at][..], who));
        slots.map(|(at, slot)| place(slot, readings(at), readers.none())).collect()
    }
}

impl<'a> FaqReading<'a> {
    /// The answer, if it isn't a plain text. Includes readers without a region.
    pub fn place(&self, readers: &Readers) -> Option<Place<'a>> {
        let readings = [(self.taken.as_slice(), readers.everybody())].into_iter();
        self.answer.depends().then(|| place(&self.answer, readings, readers.none()))
    }
}

impl<'a> EmergencyReading<'a> {
    /// Every place that isn't a plain text, with those who get to it. Includes readers without a region.
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
    /// The place of something that's shown or not to those in `among`.
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

/// The pointer's parent.
fn outer(pointer: &str) -> &str {
    pointer.rsplit_once('/').map_or("", |(outer, _)| outer)
}

impl Slot<'_> {
    /// Whether it isn't the same for everyone.
    pub(super) fn depends(&self) -> bool {
        self.listed || !self.choices.iter().all(Choice::is_open)
    }
}

/// The place of a slot, from its readings, each with the readers who have it.
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
