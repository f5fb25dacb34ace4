//! For whom a condition holds. Nothing else evaluates one.

use jiff::Timestamp;
use serde_json::Value;

use super::calendar::next_day;
use super::readers::{Reader, Readers, date};
use super::set::ReaderSet;
use crate::content::model::{Answered, Condition, State, Window};

/// Whether enough of these answers were given earlier in the contact.
pub type Given<'a> = &'a dyn Fn(&Answered) -> bool;

/// Evaluates conditions for all readers at once.
#[derive(Debug, Clone, Copy)]
pub struct Conditions<'a> {
    pub readers: &'a Readers,
    /// In content's order.
    pub regions: &'a [State],
}

impl Conditions<'_> {
    /// Those for whom both hold: the condition, and today's being within the window. Who has chosen no region is meant
    /// by no condition.
    pub fn holds(&self, when: Option<&Condition>, window: Window, given: Given<'_>) -> ReaderSet {
        let mut set = match when {
            None => ReaderSet::of(self.readers.count(), |_| true),
            Some(when) => {
                // Most conditions ask for the region alone: one look for all of its periods.
                let dated = when.parts().iter().any(|part| part.past.is_some() || part.before.is_some());
                self.of_condition(when, dated, given)
            }
        };
        if !window.is_open() {
            set.keep(&ReaderSet::of(self.readers.count(), |index| self.within(window, index)));
        }
        set
    }

    fn of_condition(&self, when: &Condition, dated: bool, given: Given<'_>) -> ReaderSet {
        let mut set = self.readers.none();
        for (region, state) in self.regions.iter().enumerate() {
            let span = self.readers.of_region(region);
            if dated {
                let held = span.filter(|index| self.meets(when, state, self.readers.reader(*index), given));
                held.for_each(|index| set.insert(index));
            } else if self.meets(when, state, self.readers.reader(span.start), given) {
                span.for_each(|index| set.insert(index));
            }
        }
        set
    }

    fn meets(&self, when: &Condition, state: &State, reader: &Reader, given: Given<'_>) -> bool {
        let inside = |part: &Condition| self.meets(part, state, reader, given);
        let Condition { state: codes, has, past, before, answered, all, any, not, equals } = when;
        codes.as_ref().is_none_or(|codes| codes.contains(&state.code))
            && has.as_ref().is_none_or(|path| state.attribute(path).is_some())
            && past.as_ref().is_none_or(|path| self.is_past(state, path, reader))
            && before.as_ref().is_none_or(|path| self.is_before(state, path, reader))
            && answered.as_ref().is_none_or(given)
            && all.as_ref().is_none_or(|all| all.iter().all(inside))
            && any.as_ref().is_none_or(|any| any.iter().any(inside))
            && not.as_ref().is_none_or(|not| !inside(not))
            && equals.iter().all(|(path, value)| equal(state.attribute(path), value))
    }

    /// The day after it has begun in all zones.
    fn is_past(&self, state: &State, path: &str, reader: &Reader) -> bool {
        let zones = self.readers.zones(reader.region);
        date(state, path).is_some_and(|day| begun(reader, zones.begins_everywhere(next_day(day))))
    }

    /// It has begun in none of the zones.
    fn is_before(&self, state: &State, path: &str, reader: &Reader) -> bool {
        let zones = self.readers.zones(reader.region);
        date(state, path).is_some_and(|day| !begun(reader, zones.begins_somewhere(day)))
    }

    /// Those in whose period a day of the window lies: what is held to be true on that day must hold then.
    pub fn during(&self, window: Window) -> ReaderSet {
        ReaderSet::of(self.readers.count(), |index| {
            let reader = self.readers.reader(index);
            let zones = self.readers.zones(reader.region);
            let opens = |day| reader.until.is_none_or(|until| until > zones.begins(day));
            let closes = |day| reader.from.is_none_or(|from| from < zones.begins(next_day(day)));
            window.from.is_none_or(opens) && window.until.is_none_or(closes)
        })
    }

    /// Those for whom a day of the window is still to come, or is today.
    pub fn ahead(&self, window: Window) -> ReaderSet {
        ReaderSet::of(self.readers.count(), |index| {
            let region = self.readers.reader(index).region;
            window.until.is_none_or(|day| !self.readers.is_over(region, day))
        })
    }

    fn within(&self, window: Window, index: usize) -> bool {
        let reader = self.readers.reader(index);
        let zones = self.readers.zones(reader.region);
        window.from.is_none_or(|day| begun(reader, zones.begins(day)))
            && window.until.is_none_or(|day| !begun(reader, zones.begins(next_day(day))))
    }
}

/// Whether a reader's period is behind `turn`, an instant at which a period begins.
fn begun(reader: &Reader, turn: Timestamp) -> bool {
    reader.from.is_some_and(|from| from >= turn)
}

/// Whether an attribute has the value, or one of the list.
fn equal(has: Option<&Value>, wanted: &Value) -> bool {
    match wanted {
        Value::Array(any) => has.is_some_and(|has| any.contains(has)),
        one => has == Some(one),
    }
}
