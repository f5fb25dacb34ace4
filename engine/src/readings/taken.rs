//! Who takes which option of a place.

use std::sync::Arc;

use super::conditions::{Conditions, Given};
use super::set::ReaderSet;
use super::slots::{Slot, Take};

/// Readings of one slot, by its options. Copies for which the slot reads the same share them.
pub type Reading = Arc<[Taken]>;

/// One option's readers, among all that there are: whether they come to the place at all isn't asked here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Those for whom it holds.
    pub fits: ReaderSet,
    /// Those for whom it counts: of cases, those whom no earlier one takes.
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
    /// The words of the options that `reader` has, in order.
    pub fn words(&self, taken: &[Taken], reader: usize) -> Vec<&'a str> {
        let options = taken.iter().zip(&self.choices);
        let options = options.filter(|(taken, _)| taken.takes.contains(reader));
        options.map(|(_, choice)| choice.value.trim_end()).collect()
    }
}

/// Those of `among` for whom one of the readings counts.
pub fn all_of(taken: &[Taken], among: &ReaderSet) -> ReaderSet {
    ReaderSet::union(among.capacity(), taken.iter().map(|taken| taken.takes.and(among)))
}
