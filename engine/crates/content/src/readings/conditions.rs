//! Evaluates conditions, and works out which readers take which option of a slot. No other module evaluates conditions.

use std::sync::Arc;

use serde_json::Value;

use super::calendar::next_day;
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::{Slot, Take};
use crate::content::model::{Answered, Condition, State, Window};

/// Whether enough of these answers were given earlier in the contact.
pub type Given<'a> = &'a dyn Fn(&Answered) -> bool;

/// Evaluates conditions for all readers at once.
#[derive(Debug, Clone, Copy)]
pub struct Conditions<'a> {
    pub readers: &'a Readers,
    /// The regions, in content order.
    pub regions: &'a [State],
}

impl Conditions<'_> {
    /// Returns everyone who meets the condition while today is within the window. A reader who hasn't chosen a region
    /// never meets a condition.
    pub fn holds(&self, when: Option<&Condition>, window: Window, given: Given<'_>) -> ReaderSet {
        let mut set = match when {
            None => self.readers.everybody().clone(),
            Some(when) => self.meets(when, given),
        };
        if !window.is_open() {
            set.keep(&self.within(window));
        }
        set
    }

    fn meets(&self, when: &Condition, given: Given<'_>) -> ReaderSet {
        let Condition { state: codes, has, past, before, answered, all, any, not, equals } = when;
        if answered.as_ref().is_some_and(|answered| !given(answered)) {
            return self.readers.none();
        }
        let mut set = self.readers.in_regions().clone();
        if let Some(codes) = codes {
            let regions = codes.iter().flat_map(|code| self.readers.with_code(code));
            set.keep(&self.of_regions(regions.copied()));
        }
        if has.is_some() || !equals.is_empty() {
            let holds = |region: &usize| {
                let state = &self.regions[*region];
                has.as_ref().is_none_or(|path| state.attribute(path).is_some())
                    && equals.iter().all(|(path, value)| equal(state.attribute(path), value))
            };
            set.keep(&self.of_regions((0..self.regions.len()).filter(holds)));
        }
        if let Some(path) = past {
            set.keep(&self.readers.past(path));
        }
        if let Some(path) = before {
            set.keep(&self.readers.before(path));
        }
        for part in all.iter().flatten() {
            set.keep(&self.meets(part, given));
        }
        if let Some(any) = any {
            let mut one = self.readers.none();
            any.iter().for_each(|part| one.add(&self.meets(part, given)));
            set.keep(&one);
        }
        if let Some(part) = not {
            set.remove(&self.meets(part, given));
        }
        set
    }

    fn of_regions(&self, regions: impl Iterator<Item = usize>) -> ReaderSet {
        let spans = regions.map(|region| self.readers.of_region(region));
        ReaderSet::of_ranges(self.readers.count(), spans)
    }

    fn within(&self, window: Window) -> ReaderSet {
        let open = |region: usize| {
            let span = self.readers.of_region(region);
            let from = window.from.map_or(span.start, |day| self.readers.first_behind(region, day));
            let until = window.until.map_or(span.end, |day| self.readers.first_behind(region, next_day(day)));
            from..until
        };
        ReaderSet::of_ranges(self.readers.count(), (0..=self.readers.general()).map(open))
    }

    /// Returns everyone whose period overlaps the window. A check with these dates must hold for all of them.
    pub fn during(&self, window: Window) -> ReaderSet {
        if window.is_open() {
            return self.readers.everybody().clone();
        }
        let mut set = self.readers.none();
        for region in 0..=self.readers.general() {
            let zones = self.readers.zones(region);
            let opens = window.from.map(|day| zones.begins(day));
            let closes = window.until.map(|day| zones.begins(next_day(day)));
            let lies = |index: &usize| {
                let reader = self.readers.reader(*index);
                opens.is_none_or(|opens| reader.until.is_none_or(|until| until > opens))
                    && closes.is_none_or(|closes| reader.from.is_none_or(|from| from < closes))
            };
            self.readers.of_region(region).filter(lies).for_each(|index| set.insert(index));
        }
        set
    }

    /// Returns everyone for whom the window hasn't ended.
    pub fn ahead(&self, window: Window) -> ReaderSet {
        let over = |region: &usize| window.until.is_some_and(|day| self.readers.is_over(*region, day));
        let still = (0..=self.readers.general()).filter(|region| !over(region));
        ReaderSet::of_ranges(self.readers.count(), still.map(|region| self.readers.of_region(region)))
    }
}

/// Returns whether an attribute has the wanted value, or one of a list of wanted values.
fn equal(has: Option<&Value>, wanted: &Value) -> bool {
    match wanted {
        Value::Array(any) => has.is_some_and(|has| any.contains(has)),
        one => has == Some(one),
    }
}

/// The readers of each of a slot's options. Copies that have the same reading share it.
pub type Reading = Arc<[Taken]>;

/// One option's readers, whether or not they reach the slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Everyone who meets the option's condition and dates.
    pub fits: ReaderSet,
    /// Everyone who gets the option. In a list of cases, these are the readers who don't take an earlier case.
    pub takes: ReaderSet,
}

/// Returns the readers of each option of `slot`, in order.
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
    /// Returns the text of each option that `reader` gets, in order.
    pub fn words(&self, taken: &[Taken], reader: usize) -> Vec<&'a str> {
        let options = taken.iter().zip(&self.choices);
        let options = options.filter(|(taken, _)| taken.takes.contains(reader));
        options.map(|(_, choice)| choice.value.trim_end()).collect()
    }
}

/// Returns everyone in `among` who takes one of the options.
pub fn all_of(taken: &[Taken], among: &ReaderSet) -> ReaderSet {
    ReaderSet::union(among.capacity(), taken.iter().map(|taken| taken.takes.and(among)))
}
