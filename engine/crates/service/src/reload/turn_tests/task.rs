//! The task that changes periods, on a clock that runs on its own.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::{HOUR, World};
use crate::clock::Clock;
use crate::reload::LookResult;
use callguide_content::examine::served_again;

/// Waits for a version that satisfies `is_so`, with a timeout far above what any test here needs.
async fn heard(
    versions: &mut tokio::sync::watch::Receiver<Arc<str>>,
    is_so: impl FnMut(&Arc<str>) -> bool,
) -> String {
    let heard = tokio::time::timeout(Duration::from_secs(60), versions.wait_for(is_so)).await;
    heard.expect("it is told").unwrap().to_string()
}

#[tokio::test]
async fn a_turn_happens_at_its_instant_and_is_announced() {
    let world = World::at("2026-10-05T07:59:59Z");
    let world = World { clock: Clock::running_from(world.clock.now()), ..world };
    let engine = world.start();
    let turns = tokio::spawn(engine.current.clone().turns());
    let mut versions = engine.current.subscribe();
    heard(&mut versions, |version| version.ends_with("-20261005T0800Z")).await;
    let late = world.clock.now().duration_since("2026-10-05T08:00:00Z".parse().unwrap());
    assert!(late.is_positive() || late.is_zero(), "{late}");
    turns.abort();
}

#[tokio::test]
async fn an_edit_can_bring_an_earlier_turn() {
    let world = World::at("2026-10-07T03:59:57Z");
    let world = World { clock: Clock::running_from(world.clock.now()), ..world };
    let mut engine = world.start();
    assert!(engine.current.until_turn().unwrap() > 24 * HOUR);
    let turns = tokio::spawn(engine.current.clone().turns());
    tokio::task::yield_now().await;
    let mut versions = engine.current.subscribe();
    world.replace("announcements.yaml", "until: 2026-11-01", "until: 2026-10-06");
    assert_eq!(engine.loader.look(), LookResult::Examined);
    heard(&mut versions, |version| version.ends_with("-20261007T0400Z")).await;
    let late = world.clock.now().duration_since("2026-10-07T04:00:00Z".parse().unwrap());
    assert!(late.as_secs() < 20, "{late}: it isn't found by chance");
    turns.abort();
}

#[tokio::test]
async fn content_that_cannot_turn_is_reported_and_served_until_an_edit() {
    let world = World::at("2026-10-05T07:59:59Z");
    let world = World { clock: Clock::running_from(world.clock.now()), ..world };
    let mut engine = world.start();
    engine.current.swap(world.torn("2026-10-05T07:59:59Z"));
    let torn = engine.current.get().version().to_owned();
    let turns = tokio::spawn(engine.current.clone().turns());
    let told = async {
        while engine.current.status().last_attempt.ok {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), told).await.expect("it is told");
    assert_eq!(engine.current.get().version(), torn);
    assert!(engine.current.status().last_attempt.problem.unwrap().contains("a bug in Callguide"));

    let mut versions = engine.current.subscribe();
    world.replace("states.yaml", "text: Open", "text: Still open");
    assert_eq!(engine.loader.look(), LookResult::Examined);
    heard(&mut versions, |version| version.ends_with("-20261005T0800Z")).await;
    world.clock.advance(2 * HOUR - Duration::from_millis(10));
    // The task notices the clock only when it next checks; an edit wakes it.
    world.replace("states.yaml", "text: Still open", "text: Open again");
    assert_eq!(engine.loader.look(), LookResult::Examined);
    heard(&mut versions, |version| version.ends_with("-20261005T1000Z")).await;
    assert!(engine.current.status().last_attempt.ok);
    turns.abort();
}

#[tokio::test]
async fn dates_take_effect_again_once_a_wrong_clock_is_corrected() {
    let world = World::at("2026-10-05T07:59:00Z");
    // Before October, a question has no text. That's a mistake in the past.
    let file = "decision-tree.yaml";
    world.replace(
        file,
        "- until: 2026-09-30\n          text: Hummingbirds",
        "- from: 2026-10-02\n          text: Hummingbirds",
    );
    world.replace(file, "- text: Is there a feeder", "- from: 2026-10-01\n          text: Is there a feeder");
    let engine = world.start();
    let served = engine.current.get();
    let began = Timestamp::now();
    world.clock.set_back(240 * HOUR);
    let turns = tokio::spawn(engine.current.clone().turns());
    let told = async {
        while engine.current.status().last_attempt.ok {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), told).await.expect("it is told");
    assert_eq!(engine.current.get().version(), served.version());
    assert!(engine.current.status().last_attempt.at >= began, "an attempt that failed has its own time");

    world.clock.advance(240 * HOUR + Duration::from_secs(61));
    // The task notices the clock only when it next checks; a swap wakes it.
    let moment = served.bodies().now();
    engine.current.swap(served_again(served.bodies().texts(), false, moment).unwrap());
    let mut versions = engine.current.subscribe();
    heard(&mut versions, |version| version.ends_with("-20261005T0800Z")).await;
    turns.abort();
}
