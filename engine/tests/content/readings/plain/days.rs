//! Computes when days begin.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde_json::Value;

use super::super::written::Written;
use super::{regions, text};

pub(super) fn zone(name: &str) -> TimeZone {
    TimeZoneDatabase::bundled().get(name).unwrap()
}

/// Returns the names of a region's time zones, or those that apply without a region.
pub fn zones(written: &Written, region: Option<&Value>) -> Vec<String> {
    let own = region.and_then(|region| region.get("time_zones")?.as_array());
    match own {
        Some(own) => own.iter().map(text).collect(),
        None => vec![written.zone.unwrap_or("UTC").to_owned()],
    }
}

/// The starts of days by time zone, each computed once.
static FIRST: LazyLock<Mutex<HashMap<(String, Date), Timestamp>>> = LazyLock::new(Mutex::default);

/// Returns the instants when something may change: the starts of all named days, and of the following days, in all time
/// zones.
pub fn instants(written: &Written, days: &[&str]) -> Vec<Timestamp> {
    let mut all = Vec::new();
    for region in regions(written) {
        for name in zones(written, region) {
            for day in days {
                let day: Date = day.parse().unwrap();
                for day in [day, day.tomorrow().unwrap()] {
                    let mut known = FIRST.lock().unwrap();
                    let known = known.entry((name.clone(), day));
                    all.push(*known.or_insert_with(|| first(&zone(&name), day)));
                }
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Returns the first instant of a day, or of the next day that exists: searched hour by hour, then more closely.
pub fn first(zone: &TimeZone, day: Date) -> Timestamp {
    let reached = |second: i64| zone.to_datetime(Timestamp::from_second(second).unwrap()).date() >= day;
    let middle = day.at(0, 0, 0, 0).to_zoned(TimeZone::UTC).unwrap().timestamp().as_second();
    let mut second = middle - 30 * 3600;
    while !reached(second + 600) {
        second += 600;
    }
    while !reached(second) {
        second += 1;
    }
    Timestamp::from_second(second).unwrap()
}
