//! When days begin, in every time zone.

use std::time::Duration;

use jiff::Timestamp;

use super::{World, question};
use callguide_content::readings::{Now, zone, zone_names};

/// Checks the last day of a deadline, and the day after it, in zones that change their clocks around midnight. Times
/// are in UTC.
#[test]
fn a_day_begins_at_its_first_instant_in_every_zone() {
    let cases = [
        // Midnight doesn't exist: the day begins at one o'clock and has 23 hours.
        ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"),
        ("Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"),
        // Clocks go back to eleven at midnight, so the day has 25 hours.
        ("America/Santiago", "2026-04-04", "2026-04-04T03:00:00Z", "2026-04-05T04:00:00Z"),
        ("Africa/Cairo", "2026-10-29", "2026-10-28T21:00:00Z", "2026-10-29T22:00:00Z"),
        // Midnight comes twice: the first one counts.
        ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
        // A minute after midnight, it's the previous day again, but the new one has begun.
        ("America/St_Johns", "2005-10-29", "2005-10-29T02:30:00Z", "2005-10-30T02:30:00Z"),
        // There was no such day: the 29th was followed by the 31st.
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"),
    ];
    for (zone, deadline, begins, is_over) in cases {
        let world = World::at(begins);
        world.write("checks/paths.yaml", "paths: []\n");
        let hawaii =
            "[Pacific/Honolulu]\n    links: { office: \"https://hi.birdcount.example.org\" }\n    deadline: ";
        let there = hawaii.replace("Pacific/Honolulu", zone) + deadline;
        world.replace("states.yaml", &format!("{hawaii}2026-10-05"), &there);
        let said = |at: Timestamp| {
            let engine = world.start_as(false, Now::At(at));
            question(engine.current.get().bodies(), "HI").0
        };
        let instant = |at: &str| at.parse::<Timestamp>().unwrap();
        let moment = Duration::from_millis(1);
        assert!(said(instant(begins) - moment).contains("can be until"), "{zone} {deadline}");
        if begins < is_over {
            assert!(said(instant(begins)).contains("last day"), "{zone} {deadline}");
            assert!(said(instant(is_over) - moment).contains("last day"), "{zone} {deadline}");
        }
        assert!(said(instant(is_over)).starts_with("Was the yard"), "{zone} {deadline}");
    }
}

/// A version's name has a resolution of minutes, so no day may begin in the middle of a minute.
#[test]
fn every_zone_change_falls_on_a_whole_minute() {
    let [from, until] =
        ["1999-12-01T00:00:00Z", "2201-01-01T00:00:00Z"].map(|at| at.parse::<Timestamp>().unwrap());
    for name in zone_names() {
        let zone = zone(&name).unwrap();
        let offset = zone.to_offset(from).seconds();
        assert_eq!(offset % 60, 0, "{name} at first");
        for turn in zone.following(from).take_while(|turn| turn.timestamp() < until) {
            let (at, offset) = (turn.timestamp().as_second(), turn.offset().seconds());
            assert_eq!((at % 60, offset % 60), (0, 0), "{name} at {}", turn.timestamp());
        }
    }
}
