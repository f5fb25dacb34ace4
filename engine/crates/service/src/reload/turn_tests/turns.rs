//! Which period is served, and what is reported about it.

use std::fs;
use std::time::Duration;

use jiff::Timestamp;

use super::{Engine, HOUR, World, question};
use crate::reload::LookResult;
use callguide_content::examine::served_again;
use callguide_content::readings::Now;
use callguide_content::snapshot::Encoding;

/// The site is in New York, four hours behind UTC in October; the deadline is October 5.
#[test]
fn each_region_turns_when_its_own_day_begins() {
    let world = World::at("2026-10-05T00:00:00Z");
    let engine = world.start();
    let first = |engine: &Engine, region: &str| question(engine.current.get().bodies(), region).0;
    let open = "Is the yard signed up? It can be until October 5, 2026.";
    let last_day = "Is the yard signed up? Today is the last day.";
    let over = "Was the yard signed up by October 5, 2026?";
    // Each instant in UTC, and what Alaska (Anchorage and Adak) and Hawaii read from then on.
    let turns = [
        ("20261005T0800Z", last_day, open),
        ("20261005T1000Z", last_day, last_day),
        ("20261006T0900Z", over, last_day),
        ("20261006T1000Z", over, over),
    ];
    assert_eq!((first(&engine, "AK").as_str(), first(&engine, "HI").as_str()), (open, open));
    for (period, alaska, hawaii) in turns {
        world.pass_to_turn(&engine);
        assert_eq!(engine.period(), period);
        assert_eq!(
            (first(&engine, "AK").as_str(), first(&engine, "HI").as_str()),
            (alaska, hawaii),
            "{period}"
        );
        let status = engine.current.status();
        assert_eq!(status.period_since.unwrap().strftime("%Y%m%dT%H%MZ").to_string(), period);
    }
    assert_eq!(question(engine.current.get().bodies(), "HI").1, ["Closed"]);
}

#[test]
fn two_engines_serve_the_same_version_at_the_same_instant() {
    let world = World::at("2026-10-05T00:00:00Z");
    let early = world.start();
    for _ in 0..3 {
        world.pass_to_turn(&early);
    }
    // The other engine starts hours later, so it hasn't seen a period change.
    world.clock.advance(HOUR / 2);
    let late = world.start();
    assert_eq!(early.current.get().version(), late.current.get().version());
    let tag =
        |engine: &Engine| engine.current.get().bodies().tree("HI").unwrap().etag(Encoding::Gzip).to_owned();
    assert_eq!(tag(&early), tag(&late));
}

#[test]
fn a_machine_that_slept_wakes_up_in_the_right_period() {
    let world = World::at("2026-10-05T00:00:00Z");
    let engine = world.start();
    world.clock.advance(40 * HOUR);
    assert_eq!(engine.current.until_turn(), Some(Duration::ZERO));
    assert!(engine.current.turn());
    assert_eq!(engine.period(), "20261006T1000Z", "three others were slept through");
    assert!(engine.current.until_turn().unwrap() > HOUR);
    assert_eq!(engine.current.status().versions.len(), 2);
}

#[test]
fn rejected_content_does_not_stop_turns_of_the_served_content() {
    let world = World::at("2026-10-05T00:00:00Z");
    let mut engine = world.start();
    world.write("states.yaml", "states: oh dear\n");
    assert_eq!(engine.loader.look(), LookResult::Examined);
    assert_eq!(engine.period(), "20261001T1000Z", "what was served goes on");
    world.pass_to_turn(&engine);
    assert_eq!(engine.period(), "20261005T0800Z");
    assert!(!engine.current.status().last_attempt.ok, "and it's still told");
    fs::remove_dir_all(world.base.path().join("content")).unwrap();
    assert_eq!(engine.loader.look(), LookResult::Unreadable);
    world.pass_to_turn(&engine);
    assert_eq!(engine.period(), "20261005T1000Z");
}

#[test]
fn a_small_clock_correction_keeps_the_period_and_a_large_one_does_not() {
    let world = World::at("2026-10-05T00:00:00Z");
    let mut engine = world.start();
    world.pass_to_turn(&engine);
    let turned = engine.current.get().version().to_owned();
    world.clock.set_back(Duration::from_secs(59));
    assert_ne!(engine.current.until_turn(), Some(Duration::ZERO));
    // An edit doesn't bring back an earlier period, either.
    world.replace("states.yaml", "text: Open", "text: Still open");
    assert_eq!(engine.loader.look(), LookResult::Examined);
    assert_eq!(engine.period(), "20261005T0800Z");
    assert_ne!(engine.current.get().version(), turned);

    world.clock.set_back(5 * 24 * HOUR);
    assert_eq!(engine.current.until_turn(), Some(Duration::ZERO));
    assert!(engine.current.turn());
    assert_eq!(engine.period(), "", "it's before the first date");
    assert!(engine.current.until_turn().unwrap() > HOUR);
}

#[test]
fn an_edit_made_during_a_turn_is_not_lost() {
    let world = World::at("2026-10-05T00:00:00Z");
    let mut engine = world.start();
    let before = engine.current.get();
    world.clock.advance(9 * HOUR);
    let turned = served_again(before.bodies().texts(), false, Now::At(world.clock.now())).unwrap();
    world.replace("states.yaml", "text: Open", "text: Still open");
    assert_eq!(engine.loader.look(), LookResult::Examined);
    let edited = engine.current.get().version().to_owned();
    assert!(!engine.current.exchange_period(&before, turned));
    assert_eq!(engine.current.get().version(), edited);
}

#[test]
fn a_preview_of_a_fixed_day_never_changes_but_a_preview_of_today_does() {
    let world = World::at("2026-10-05T00:00:00Z");
    let engine = world.start_as(true, Now::On("2026-10-06".parse().unwrap()));
    let first = |engine: &Engine| question(engine.current.get().bodies(), "HI").0;
    assert!(first(&engine).starts_with("Was the yard"), "{}", first(&engine));
    for _ in 0..2 {
        assert_eq!(engine.current.until_turn(), None);
        assert_eq!(engine.current.status().period_until, None);
        world.clock.advance(1_000 * HOUR);
    }

    let world = World::at("2026-10-05T00:00:00Z");
    let engine = world.start_as(true, Now::At(world.clock.now()));
    world.pass_to_turn(&engine);
    assert!(engine.current.get().is_preview(), "it goes on saying so");
}

#[test]
fn the_reported_status_follows_the_period() {
    let world = World::at("2026-10-05T00:00:00Z");
    let engine = world.start();
    let before = engine.current.status();
    let said = |at: &str| Some(at.parse::<Timestamp>().unwrap());
    assert_eq!(
        (before.period_since, before.period_until),
        (said("2026-10-01T10:00:00Z"), said("2026-10-05T08:00:00Z"))
    );
    world.pass_to_turn(&engine);
    let after = engine.current.status();
    assert_eq!(
        (after.period_since, after.period_until),
        (said("2026-10-05T08:00:00Z"), said("2026-10-05T10:00:00Z"))
    );
    assert_eq!(after.last_attempt.version, Some(after.version.clone()), "the folder holds what is served");
    assert_eq!(after.loaded_at, before.loaded_at, "the files are those of before");
    let next = after.period_until.unwrap().as_second();
    let metric = format!("callguide_content_next_turn_timestamp_seconds {next}.0\n");
    assert!(engine.current.metrics.text().contains(&metric));
    world.clock.advance(20_000 * HOUR);
    assert!(engine.current.turn());
    assert_eq!(engine.current.status().period_until, None);
    assert!(engine.current.metrics.text().contains("callguide_content_next_turn_timestamp_seconds 0.0\n"));
}
