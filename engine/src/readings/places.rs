//! Lists of cases and parts, each option with those for whom it holds: the structure seen from the file.

use super::guidance::Guidance;
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::{Slot, Take};
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

impl Guidance<'_> {
    /// Every list of cases or parts in the decision tree, in the order of the structure. One that asks for earlier
    /// answers in a node that nobody comes to is left out.
    pub fn places(&self, readers: &Readers) -> Vec<Place<'_>> {
        let regions = readers.in_regions();
        let mut out = Vec::new();
        if self.start.listed {
            out.push(place(&self.start, [self.start_taken()].into_iter(), regions));
        }
        for (at, entry) in self.entries.iter().enumerate() {
            for (slot_at, slot) in entry.slots.iter().enumerate().filter(|(_, slot)| slot.listed) {
                match self.fixed(at, slot_at) {
                    Some(fixed) => out.push(place(slot, [fixed].into_iter(), regions)),
                    None => {
                        let readings = self.readings_of(at, slot_at);
                        if !readings.is_empty() {
                            let readings = readings.iter().map(|(reading, _)| &reading[..]);
                            out.push(place(slot, readings, regions));
                        }
                    }
                }
            }
        }
        out
    }
}

fn place<'r>(
    slot: &'r Slot<'_>,
    readings: impl Iterator<Item = &'r [super::taken::Taken]>,
    regions: &ReaderSet,
) -> Place<'r> {
    let none = || ReaderSet::none(regions.capacity());
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
