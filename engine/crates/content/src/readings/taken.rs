//! Who takes which option of a slot.

use std::sync::Arc;

use super::conditions::{Conditions, Given};
use super::set::ReaderSet;
use super::slots::{Slot, Take};

/// The readers of each of a slot's options. Copies with the same reading share it.
pub type Reading = Arc<[Taken]>;

/// One option's readers, whether or not they get to the slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Everyone who meets its condition and dates.
    pub fits: ReaderSet,
    /// Everyone it's used for. With cases, these are the readers that no earlier case takes.
    pub takes: ReaderSet,
}

/// The readers of each option of `slot`, in order.
pub fn taken(slot: &Slot<'_>, conditions: Conditions<'_>, given: Given<'_>) -> Vec<Taken> {
    let mut left = conditions.readers.everybody().clone();
    let choices = slot.choices.iter().map(|choice| {
        let fits = conditions.holds(choice.when, choice.window, given);
        let takes = match slot.take {
            Take::Every => fits.clone(),
            Take::First => {
                let takes = fits.and(&left);
                left.remove(&takes);
                takes
            }
        };
        Taken { fits, takes }
    });
    choices.collect()
}

impl<'a> Slot<'a> {
    /// The texts of the options that `reader` gets, in order.
    pub fn words(&self, taken: &[Taken], reader: usize) -> Vec<&'a str> {
        let options = taken.iter().zip(&self.choices);
        let options = options.filter(|(taken, _)| taken.takes.contains(reader));
        options.map(|(_, choice)| choice.value.trim_end()).collect()
    }
}

/// Everyone in `among` who takes one of the options.
pub fn all_of(taken: &[Taken], among: &ReaderSet) -> ReaderSet {
    ReaderSet::union(among.capacity(), taken.iter().map(|taken| taken.takes.and(among)))
}
