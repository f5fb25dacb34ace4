//! Tests that days begin at their first instant, however the clocks change, and how periods are named.

use serde_json::{Value, json};

use super::{Now, Readings, asking, at, content, holding};
use crate::readings::{Zones, zone};

fn begins(name: &str, day: &str) -> String {
    let zones = Zones::of([&name.to_owned()], &zone("UTC").unwrap());
    zones.begins(day.parse().unwrap()).to_string()
}

#[test]
fn a_day_begins_at_its_first_instant_despite_clock_changes() {
    for (zone, day, first) in [
        // Clocks go from 24:00 to 01:00, so there's no midnight.
        ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"),
        ("Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z"),
        ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),
        // At one, clocks go back to midnight, so midnight happens twice. The first one counts.
        ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"),
        // At midnight, clocks go back, so the hour before it happens twice. The day begins after the second one.
        ("Africa/Cairo", "2026-10-30", "2026-10-29T22:00:00Z"),
        // Clocks go forward by half an hour at two in the morning, which doesn't affect midnight.
        ("Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00Z"),
        ("Australia/Lord_Howe", "2026-10-05", "2026-10-04T13:00:00Z"),
        // Samoa crossed the date line and skipped December 30, so anything that waits for that day begins on the next
        // one.
        ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z"),
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
        ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
        ("America/New_York", "2028-02-29", "2028-02-29T05:00:00Z"),
    ] {
        assert_eq!(begins(zone, day), first, "{day} in {zone}");
    }
}

/// Returns a draft with one region in these zones and text with a window.
fn region(zones: &[&str], window: Value) -> crate::content::Draft {
    let states = json!({ "states": [{ "code": "R", "name": "Region", "time_zones": zones }] });
    let mut case = window;
    case["text"] = json!("Then");
    content(&states, &asking(&json!([case, { "text": "Else" }])))
}

#[test]
fn a_window_can_consist_of_a_leap_day() {
    let window = json!({ "from": "2028-02-29", "until": "2028-02-29" });
    let draft = region(&["Europe/Dublin"], window.clone());
    for (instant, holds) in [
        ("2028-02-28T23:59:59Z", false),
        ("2028-02-29T00:00:00Z", true),
        ("2028-02-29T23:59:59Z", true),
        ("2028-03-01T00:00:00Z", false),
    ] {
        assert_eq!(!holding(&draft, at(instant), &Value::Null, &window).is_empty(), holds, "{instant}");
    }
}

#[test]
fn a_skipped_calendar_day_is_never_today() {
    let only = json!({ "from": "2011-12-30", "until": "2011-12-30" });
    let draft = region(&["Pacific/Apia"], only.clone());
    for instant in ["2011-12-30T09:59:59Z", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"] {
        assert!(holding(&draft, at(instant), &Value::Null, &only).is_empty(), "{instant}");
    }
}

#[test]
fn a_version_names_its_period_and_knows_when_the_next_begins() {
    let draft = region(&["Pacific/Honolulu"], json!({ "from": "2026-09-01", "until": "2026-10-05" }));
    let hash = draft.version();
    for (instant, version, next) in [
        ("2026-09-01T09:59:59Z", hash.clone(), Some("2026-09-01T10:00:00Z")),
        ("2026-09-01T10:00:00Z", format!("{hash}-20260901T1000Z"), Some("2026-10-06T10:00:00Z")),
        ("2026-10-06T10:00:00Z", format!("{hash}-20261006T1000Z"), None),
    ] {
        let readings = Readings::of(&draft, at(instant));
        assert_eq!(readings.version(), version, "{instant}");
        assert_eq!(readings.next_turn().map(|turn| turn.to_string()).as_deref(), next, "{instant}");
    }
    // With a fixed day, the version is that of the period that includes the day, and there's no next turn.
    let readings = Readings::of(&draft, Now::On("2026-10-05".parse().unwrap()));
    assert_eq!(readings.version(), format!("{hash}-20260901T1000Z"));
    assert_eq!(readings.next_turn(), None);
}

#[test]
fn dates_used_only_in_checks_divide_periods_but_cause_no_turn() {
    let states = json!({
        "attributes": { "due": { "type": "date" } },
        "states": [{ "code": "R", "name": "Region", "time_zones": ["Etc/UTC"], "due": "2026-10-05" }],
    });
    let mut draft = content(&states, &asking(&json!("Always")));
    assert_eq!(Readings::of(&draft, at("2026-10-07T00:00:00Z")).readers.of_region(0).len(), 1);
    let checks = json!({ "paths": [{ "when": { "past": "due" }, "ends": "here" }] });
    let files = vec![("checks/paths.yaml".to_owned(), checks.to_string().into_bytes())];
    draft.path_checks =
        crate::content::draft(crate::content::folder::from_bytes(files), "content").0.path_checks;
    let readings = Readings::of(&draft, at("2026-10-07T00:00:00Z"));
    assert_eq!(readings.readers.of_region(0).len(), 3);
    assert_eq!((readings.readers.since(), readings.next_turn()), (None, None));
}

#[test]
fn periods_next_to_a_window_contain_none_of_its_days() {
    let window = json!({ "from": "2026-10-05", "until": "2026-10-05" });
    let draft = region(&["America/New_York"], window.clone());
    let readings = Readings::of(&draft, at("2026-10-05T12:00:00Z"));
    let during = readings.conditions().during(serde_json::from_value(window).unwrap());
    let periods: Vec<bool> = readings.readers.of_region(0).map(|reader| during.contains(reader)).collect();
    assert_eq!(periods, [false, true, false]);
}

#[test]
fn a_day_is_over_after_its_last_instant() {
    let draft = region(&["America/New_York"], json!({ "from": "2026-10-05" }));
    let day = "2026-10-05".parse().unwrap();
    for (instant, over) in [("2026-10-06T03:59:59Z", false), ("2026-10-06T04:00:00Z", true)] {
        assert_eq!(Readings::of(&draft, at(instant)).readers.is_over(0, day), over, "{instant}");
    }
}

#[test]
fn a_date_stops_being_ahead_once_any_zone_of_the_region_reaches_it() {
    // The main zone is the last one to reach the day.
    let zones = ["America/Adak", "America/Anchorage"];
    let states = json!({
        "attributes": { "due": { "type": "date" } },
        "states": [{ "code": "R", "name": "Region", "time_zones": zones, "due": "2026-10-05" }],
    });
    let ahead = json!({ "before": "due" });
    let draft =
        content(&states, &asking(&json!([{ "when": ahead.clone(), "text": "Ahead" }, { "text": "Else" }])));
    for (instant, holds) in [("2026-10-05T07:59:59Z", true), ("2026-10-05T08:00:00Z", false)] {
        assert_eq!(!holding(&draft, at(instant), &ahead, &json!({})).is_empty(), holds, "{instant}");
    }
}
