//! Dates that come while an engine runs: on a clock that the test sets, and a real folder.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::{Current, Kept, Limits, Loader, Look, Reading, Report, Shelf, attempt, read};
use crate::api::status::ContentSource;
use crate::clock::Clock;
use crate::content::parts_of_version;
use crate::metrics::Metrics;
use crate::readings::Now;
use crate::snapshot::{Bodies, Encoding};

const HOUR: Duration = Duration::from_secs(3600);

/// A folder whose dates are in one region six hours behind the site's zone, and in one that has two zones.
struct World {
    base: tempfile::TempDir,
    clock: Clock,
    limits: Limits,
}

struct Engine {
    current: Arc<Current>,
    loader: Loader,
}

impl World {
    fn at(instant: &str) -> Self {
        let base = tempfile::tempdir().unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/helplines/deadlines");
        for (name, bytes) in crate::content::folder::read(&folder).unwrap().files {
            let file = base.path().join("content").join(&*name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
        let clock = Clock::set_to(instant.parse::<Timestamp>().unwrap());
        Self { base, clock, limits: Limits { time: 1_000 * HOUR, ..Limits::default() } }
    }

    fn start(&self) -> Engine {
        let folder = self.base.path().join("content");
        let found = read(&folder).unwrap().unwrap();
        let mut reading = Reading::examine(found, &folder, false, Now::At(self.clock.now()));
        assert!(reading.snapshot.is_some(), "{}", reading.text());
        let snapshot = reading.snapshot.take().unwrap();
        let report = Report::started(ContentSource::Content, attempt(&reading, Vec::new(), true));
        let current = Current::with(snapshot, report, self.limits, self.clock.clone(), Metrics::default());
        let current = Arc::new(current.keeping(Kept::new(self.shelf(), self.limits)));
        current.keep(&reading.texts());
        let loader = Loader::new(&folder, false, Some(&reading), reading.digest.clone(), current.clone());
        Engine { current, loader }
    }

    fn shelf(&self) -> Shelf {
        Shelf::within(&self.base.path().join("data"))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.base.path().join("content").join(name), text).unwrap();
    }

    /// As the thread does that watches: to the instant, and then the turn.
    fn pass_to_turn(&self, engine: &mut Engine) -> Duration {
        let wait = engine.loader.until_turn().unwrap();
        self.clock.advance(wait - Duration::from_millis(1));
        assert_ne!(engine.loader.until_turn(), Some(Duration::ZERO), "not a moment too early");
        self.clock.advance(Duration::from_millis(1));
        assert_eq!(engine.loader.until_turn(), Some(Duration::ZERO));
        engine.loader.turn();
        wait
    }
}

impl Engine {
    /// The first instant of the period that is served, as its version says it.
    fn period(&self) -> String {
        self.current.get().version().split_once('-').map_or(String::new(), |(_, period)| period.to_owned())
    }
}

/// The first question, and the badges, as a region reads them.
fn question(bodies: &Bodies, region: &str) -> (String, Vec<String>) {
    let tree: serde_json::Value =
        serde_json::from_slice(&bodies.tree(region).unwrap().bytes(Encoding::Identity)).unwrap();
    let text = tree["nodes"][tree["start"].as_str().unwrap()]["text"].as_str().unwrap().to_owned();
    let badges = tree["state"]["badges"].as_array().unwrap().iter();
    (text, badges.map(|badge| badge["text"].as_str().unwrap().to_owned()).collect())
}

/// The site is in New York, four hours behind UTC in October; the deadline is October 5.
#[test]
fn each_region_goes_over_when_its_own_day_begins() {
    let world = World::at("2026-10-05T00:00:00Z");
    let mut engine = world.start();
    let first = |engine: &Engine, region: &str| question(engine.current.get().bodies(), region).0;
    let open = "Is the yard signed up? It can be until October 5, 2026.";
    let last_day = "Is the yard signed up? Today is the last day.";
    let over = "Was the yard signed up by October 5, 2026?";
    // When, in UTC, and what Alaska (Anchorage and Adak) and Hawaii read then.
    let turns = [
        ("20261005T0800Z", last_day, open),
        ("20261005T1000Z", last_day, last_day),
        ("20261006T0900Z", over, last_day),
        ("20261006T1000Z", over, over),
    ];
    assert_eq!((first(&engine, "AK").as_str(), first(&engine, "HI").as_str()), (open, open));
    for (period, alaska, hawaii) in turns {
        world.pass_to_turn(&mut engine);
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
fn two_engines_name_and_serve_the_same_at_the_same_instant() {
    let world = World::at("2026-10-05T00:00:00Z");
    let mut early = world.start();
    for _ in 0..3 {
        world.pass_to_turn(&mut early);
    }
    // The other one starts hours later, and has seen no turn.
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
    let mut engine = world.start();
    world.clock.advance(40 * HOUR);
    assert_eq!(engine.loader.until_turn(), Some(Duration::ZERO));
    engine.loader.turn();
    assert_eq!(engine.period(), "20261006T1000Z", "three others were slept through");
    assert!(engine.loader.until_turn().unwrap() > HOUR);
    assert_eq!(engine.current.status().versions.len(), 2);
}

#[test]
fn content_that_is_refused_does_not_stop_the_dates_of_what_is_served() {
    let world = World::at("2026-10-05T00:00:00Z");
    let mut engine = world.start();
    world.write("states.yaml", "states: oh dear\n");
    assert_eq!(engine.loader.look(), Look::Examined);
    assert_eq!(engine.period(), "20261001T1000Z", "what was served goes on");
    world.pass_to_turn(&mut engine);
    assert_eq!(engine.period(), "20261005T0800Z");
    assert!(!engine.current.status().last_attempt.ok, "and it's still told");
}

#[tokio::test]
async fn a_contact_keeps_the_period_it_began_in_over_a_turn_and_a_restart() {
    let world = World::at("2026-10-05T09:00:00Z");
    let mut engine = world.start();
    let began = engine.current.get().version().to_owned();
    world.pass_to_turn(&mut engine);
    let before = question(&engine.current.find(&began).await.unwrap(), "HI").0;
    assert!(before.contains("can be until"), "{before}");
    assert_ne!(question(engine.current.get().bodies(), "HI").0, before);
    engine.current.tidy();
    drop(engine);

    let engine = world.start();
    assert_eq!(question(&engine.current.find(&began).await.unwrap(), "HI").0, before, "read back");
    assert_eq!(world.shelf().list().len(), 1, "the files are kept once for all periods");
}

#[tokio::test]
async fn a_period_that_never_was_is_no_version() {
    let world = World::at("2026-10-05T09:00:00Z");
    let engine = world.start();
    let version = engine.current.get().version().to_owned();
    let hash = parts_of_version(&version).0;
    for made_up in ["20261005T0801Z", "20261006T1000Z", "20261399T0000Z", "2026", "20261005T0800Z-1"] {
        for _ in 0..2 {
            assert!(engine.current.find(&format!("{hash}-{made_up}")).await.is_none(), "{made_up}");
        }
    }
    assert!(engine.current.find(&version).await.is_some());
    assert!(world.shelf().has(hash), "nothing is lost by asking");
}

#[test]
fn a_period_for_which_there_is_no_room_takes_no_file_with_it() {
    let mut world = World::at("2026-10-05T00:00:00Z");
    world.limits.number = 2;
    let mut engine = world.start();
    for _ in 0..4 {
        world.pass_to_turn(&mut engine);
    }
    engine.current.tidy();
    assert_eq!(engine.current.status().versions.len(), 2);
    assert_eq!(world.shelf().list().len(), 1);
}
