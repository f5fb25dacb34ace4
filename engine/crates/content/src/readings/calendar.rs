//! Days and time zones: the days that content names, and when a day begins in each zone.
//!
//! Uses the compiled-in time zone data, so that two engines agree on every instant.

use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, ToSpan};
use serde_json::Value;

use crate::content::model::{State, Window};

/// The moment that counts as now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Now {
    /// This instant.
    At(Timestamp),
    /// This day everywhere, for `--on DATE`.
    On(Date),
}

/// Returns the zone with this IANA name; `None` if the zone data doesn't include one.
pub fn zone(name: &str) -> Option<TimeZone> {
    TimeZoneDatabase::bundled().get(name).ok()
}

/// Returns the names of all zones, to suggest the closest one to a misspelled name.
pub fn zone_names() -> Vec<String> {
    TimeZoneDatabase::bundled().available().map(|name| name.to_string()).collect()
}

/// A region's time zones, main zone first.
#[derive(Debug, Clone)]
pub struct Zones(Vec<TimeZone>);

impl Zones {
    /// Returns the zones in `names` that exist; `otherwise` if none do.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a String>, otherwise: &TimeZone) -> Self {
        let mut zones: Vec<TimeZone> = names.into_iter().filter_map(|name| zone(name)).collect();
        if zones.is_empty() {
            zones.push(otherwise.clone());
        }
        Self(zones)
    }

    /// Returns when `day` begins in the main zone.
    pub fn begins(&self, day: Date) -> Timestamp {
        self.0.first().map_or(Timestamp::MAX, |zone| begins(zone, day))
    }

    /// Returns when `day` begins in the first zone to reach it.
    pub fn begins_somewhere(&self, day: Date) -> Timestamp {
        self.0.iter().map(|zone| begins(zone, day)).min().unwrap_or(Timestamp::MAX)
    }

    /// Returns the first instant when every zone has reached `day`.
    pub fn begins_everywhere(&self, day: Date) -> Timestamp {
        self.0.iter().map(|zone| begins(zone, day)).max().unwrap_or(Timestamp::MAX)
    }

    /// Returns the day in the main zone at this instant.
    pub fn day(&self, instant: Timestamp) -> Date {
        self.0.first().unwrap_or(&TimeZone::UTC).to_datetime(instant).date()
    }
}

/// Returns the first instant when it's `day` or later in `zone`. Clocks can change at midnight, and a whole day can be
/// skipped, so the computation starts from noon.
fn begins(zone: &TimeZone, day: Date) -> Timestamp {
    let noon = day.at(12, 0, 0, 0).to_zoned(zone.clone());
    let start = noon.and_then(|noon| noon.start_of_day());
    // This only fails outside the range of `Timestamp`, and days in the content are between 2000 and 2199.
    start.map_or(Timestamp::MAX, |start| start.timestamp())
}

/// Returns the day after this one.
pub fn next_day(day: Date) -> Date {
    day.tomorrow().unwrap_or(Date::MAX)
}

/// Formats a day in words: `October 5, 2026`.
pub fn in_words(day: Date) -> String {
    day.strftime("%B %-d, %Y").to_string()
}

/// Returns the value of a date attribute, by its dotted path.
pub fn date(state: &State, path: &str) -> Option<Date> {
    day(state.attribute(path)?)
}

/// The years that dates in the content may have; any other year is a typo.
pub const YEARS: std::ops::Range<i16> = 2000..2200;

/// Parses a day, written year-month-day; `None` if it isn't one or its year isn't in [`YEARS`].
pub fn day(value: &Value) -> Option<Date> {
    let parts = |text: &&str| text.split('-').map(str::len).eq([4, 2, 2]);
    let day: Date = value.as_str().filter(parts)?.parse().ok()?;
    YEARS.contains(&day.year()).then_some(day)
}

/// Returns whether a window ends before it begins.
pub fn is_reversed(window: Window) -> bool {
    window.from.zip(window.until).is_some_and(|(from, until)| until < from)
}

/// Returns the first and the last day before a period on which none of the others is shown, although one was before.
/// Periods without limits don't count: what's always shown doesn't take turns with anything.
pub fn gap_before(others: impl Iterator<Item = Window>, later: Window) -> Option<(Date, Date)> {
    let last = later.from?.yesterday().ok()?;
    let begun = others.filter(|other| !other.is_open() && other.from.is_none_or(|from| from <= last));
    let ends: Vec<Date> = begun.map(|other| other.until).collect::<Option<_>>()?;
    let first = ends.into_iter().max()?.tomorrow().ok()?;
    (first <= last).then_some((first, last))
}

/// Returns the end of a reversed period in the following year, if the period then lasts less than half a year: from
/// December to January, people forget that the year changes.
pub fn next_year(window: Window) -> Option<Date> {
    let (from, until) = (window.from?, window.until?.checked_add(1.year()).ok()?);
    (from < until && (until - from).get_days() < 183).then_some(until)
}
