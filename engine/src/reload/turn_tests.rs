//! Dates that come while an engine runs: on a clock that the test sets, and a real folder.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::{Current, Kept, Limits, Loader, Look, Reading, Report, Shelf, attempt, read};
use crate::api::status::ContentSource;
use crate::clock::Clock;
use crate::content::{self, parts_of_version};
use crate::examine::served_again;
use crate::metrics::Metrics;
use crate::readings::{Now, Readings};
use crate::snapshot::{Bodies, Encoding, Snapshot};

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
        for (name, bytes) in content::folder::read(&folder).unwrap().files {
            let file = base.path().join("content").join(&*name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
        let clock = Clock::set_to(instant.parse::<Timestamp>().unwrap());
        Self { base, clock, limits: Limits { time: 1_000 * HOUR, ..Limits::default() } }
    }

    fn start(&self) -> Engine {
        self.start_as(false, Now::At(self.clock.now()))
    }

    fn start_as(&self, preview: bool, now: Now) -> Engine {
        let folder = self.base.path().join("content");
        let found = read(&folder).unwrap().unwrap();
        let mut reading = Reading::examine(found, &folder, preview, now);
        assert!(reading.snapshot.is_some(), "{}", reading.text());
        let snapshot = reading.snapshot.take().unwrap();
        let report = Report::started(ContentSource::Content, attempt(&reading, Vec::new(), true));
        let current = Current::with(snapshot, report, self.limits, self.clock.clone(), Metrics::default());
        let current = Arc::new(current.keeping(Kept::new(self.shelf(), self.limits)));
        current.keep(&reading.texts());
        let loader = Loader::new(&folder, preview, Some(&reading), reading.digest.clone(), current.clone());
        Engine { current, loader }
    }

    fn shelf(&self) -> Shelf {
        Shelf::within(&self.base.path().join("data"))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.base.path().join("content").join(name), text).unwrap();
    }

    fn replace(&self, name: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.base.path().join("content").join(name)).unwrap();
        assert!(text.contains(old), "{old} in {name}");
        self.write(name, &text.replacen(old, new, 1));
    }

    /// A snapshot of the folder whose texts aren't what it was made of: no period can follow.
    fn torn(&self) -> Snapshot {
        let files = || content::folder::read(&self.base.path().join("content")).unwrap();
        let mut other = files();
        for (name, bytes) in &mut other.files {
            if &**name == "site.yaml" {
                *bytes = b"oh: dear\n".to_vec();
            }
        }
        let ((mut draft, ..), (other, ..)) = (content::draft(files(), ""), content::draft(other, ""));
        draft.documents.insert("site.yaml".into(), other.documents["site.yaml"].clone());
        Snapshot::build(&draft, &Readings::of(&draft, Now::At(self.clock.now())), false).unwrap()
    }

    /// As the task does: to the instant, and then the turn.
    fn pass_to_turn(&self, engine: &Engine) {
        let wait = engine.current.until_turn().unwrap();
        self.clock.advance(wait - Duration::from_millis(1));
        assert_ne!(engine.current.until_turn(), Some(Duration::ZERO), "not a moment too early");
        self.clock.advance(Duration::from_millis(1));
        assert_eq!(engine.current.until_turn(), Some(Duration::ZERO));
        assert!(engine.current.turn());
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
    let engine = world.start();
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
fn two_engines_name_and_serve_the_same_at_the_same_instant() {
    let world = World::at("2026-10-05T00:00:00Z");
    let early = world.start();
    for _ in 0..3 {
        world.pass_to_turn(&early);
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
    let engine = world.start();
    world.clock.advance(40 * HOUR);
    assert_eq!(engine.current.until_turn(), Some(Duration::ZERO));
    assert!(engine.current.turn());
    assert_eq!(engine.period(), "20261006T1000Z", "three others were slept through");
    assert!(engine.current.until_turn().unwrap() > HOUR);
    assert_eq!(engine.current.status().versions.len(), 2);
}

#[test]
fn content_that_is_refused_does_not_stop_the_dates_of_what_is_served() {
    let world = World::at("2026-10-05T00:00:00Z");
    let mut engine = world.start();
    world.write("states.yaml", "states: oh dear\n");
    assert_eq!(engine.loader.look(), Look::Examined);
    assert_eq!(engine.period(), "20261001T1000Z", "what was served goes on");
    world.pass_to_turn(&engine);
    assert_eq!(engine.period(), "20261005T0800Z");
    assert!(!engine.current.status().last_attempt.ok, "and it's still told");
    fs::remove_dir_all(world.base.path().join("content")).unwrap();
    assert_eq!(engine.loader.look(), Look::Unreadable);
    world.pass_to_turn(&engine);
    assert_eq!(engine.period(), "20261005T1000Z");
}

#[test]
fn a_clock_that_is_corrected_takes_nobody_back_and_one_that_was_wrong_does() {
    let world = World::at("2026-10-05T00:00:00Z");
    let mut engine = world.start();
    world.pass_to_turn(&engine);
    let turned = engine.current.get().version().to_owned();
    world.clock.set_back(Duration::from_secs(59));
    assert_ne!(engine.current.until_turn(), Some(Duration::ZERO));
    // An edit doesn't go back either.
    world.replace("states.yaml", "text: Open", "text: Still open");
    assert_eq!(engine.loader.look(), Look::Examined);
    assert_eq!(engine.period(), "20261005T0800Z");
    assert_ne!(engine.current.get().version(), turned);

    world.clock.set_back(5 * 24 * HOUR);
    assert_eq!(engine.current.until_turn(), Some(Duration::ZERO));
    assert!(engine.current.turn());
    assert_eq!(engine.period(), "", "it's before the first date");
    assert!(engine.current.until_turn().unwrap() > HOUR);
}

#[test]
fn an_edit_that_comes_while_a_turn_is_made_is_not_lost() {
    let world = World::at("2026-10-05T00:00:00Z");
    let mut engine = world.start();
    let before = engine.current.get();
    world.clock.advance(9 * HOUR);
    let turned = served_again(before.bodies().texts(), false, Now::At(world.clock.now())).unwrap();
    world.replace("states.yaml", "text: Open", "text: Still open");
    assert_eq!(engine.loader.look(), Look::Examined);
    let edited = engine.current.get().version().to_owned();
    assert!(!engine.current.exchange_period(&before, turned));
    assert_eq!(engine.current.get().version(), edited);
}

#[test]
fn a_preview_of_a_day_stays_on_that_day_and_one_of_today_turns() {
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
fn what_is_told_of_the_content_follows_the_date() {
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

/// Waits, within a bound that nothing here comes near, for a version that `is_so`.
async fn heard(
    versions: &mut tokio::sync::watch::Receiver<Arc<str>>,
    is_so: impl FnMut(&Arc<str>) -> bool,
) -> String {
    let heard = tokio::time::timeout(Duration::from_secs(60), versions.wait_for(is_so)).await;
    heard.expect("it is told").unwrap().to_string()
}

#[tokio::test]
async fn a_turn_is_made_at_its_instant_and_told() {
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
async fn an_edit_brings_a_turn_of_its_own() {
    let world = World::at("2026-10-07T03:59:57Z");
    let world = World { clock: Clock::running_from(world.clock.now()), ..world };
    let mut engine = world.start();
    assert!(engine.current.until_turn().unwrap() > 24 * HOUR);
    let turns = tokio::spawn(engine.current.clone().turns());
    tokio::task::yield_now().await;
    let mut versions = engine.current.subscribe();
    world.replace("announcements.yaml", "until: 2026-11-01", "until: 2026-10-06");
    assert_eq!(engine.loader.look(), Look::Examined);
    heard(&mut versions, |version| version.ends_with("-20261007T0400Z")).await;
    let late = world.clock.now().duration_since("2026-10-07T04:00:00Z".parse().unwrap());
    assert!(late.as_secs() < 20, "{late}: it isn't found by chance");
    turns.abort();
}

#[tokio::test]
async fn what_can_not_be_taken_further_is_told_and_goes_on_until_an_edit_takes_its_place() {
    let world = World::at("2026-10-05T07:59:59Z");
    let world = World { clock: Clock::running_from(world.clock.now()), ..world };
    let mut engine = world.start();
    engine.current.swap(world.torn());
    let torn = engine.current.get().version().to_owned();
    let turns = tokio::spawn(engine.current.clone().turns());
    let told = async {
        while engine.current.status().last_attempt.ok {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), told).await.expect("it is told");
    assert_eq!(engine.current.get().version(), torn);
    assert!(engine.current.status().last_attempt.problem.unwrap().contains("a mistake in Callguide"));

    let mut versions = engine.current.subscribe();
    world.replace("states.yaml", "text: Open", "text: Still open");
    assert_eq!(engine.loader.look(), Look::Examined);
    heard(&mut versions, |version| version.ends_with("-20261005T0800Z")).await;
    world.clock.advance(2 * HOUR - Duration::from_millis(10));
    // The task learns of the clock when it looks next; an edit wakes it.
    world.replace("states.yaml", "text: Still open", "text: Open again");
    assert_eq!(engine.loader.look(), Look::Examined);
    heard(&mut versions, |version| version.ends_with("-20261005T1000Z")).await;
    assert!(engine.current.status().last_attempt.ok);
    turns.abort();
}

#[tokio::test]
async fn a_contact_keeps_the_period_it_began_in_over_a_turn_and_a_restart() {
    let world = World::at("2026-10-05T09:00:00Z");
    let engine = world.start();
    let began = engine.current.get().version().to_owned();
    world.pass_to_turn(&engine);
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
async fn a_period_that_never_was_is_no_version_and_takes_none_with_it() {
    let world = World::at("2026-10-05T09:00:00Z");
    let engine = world.start();
    let version = engine.current.get().version().to_owned();
    let hash = parts_of_version(&version).0;
    let kept = engine.current.kept.as_ref().unwrap();
    let may_have = |period: &str| kept.may_have(&format!("{hash}-{period}"), world.clock.now().into());
    for never in ["20261399T0000Z", "2026", "20261005T0800Z-1", "+20261005T0800Z", "20261005T080000Z"] {
        assert!(engine.current.find(&format!("{hash}-{never}")).await.is_none(), "{never}");
    }
    assert!(may_have("20261005T0801Z"), "it isn't known yet that none begins then");
    assert!(engine.current.find(&format!("{hash}-20261005T0801Z")).await.is_none());
    for never in ["20261005T0801Z", "20261005T0802Z", "20111230T1000Z", "20261005T1000Z"] {
        assert!(!may_have(never), "{never} costs nothing any more");
        assert!(engine.current.find(&format!("{hash}-{never}")).await.is_none(), "{never}");
    }
    // The first has no beginning, and the last two are those before the one that is served.
    for period in ["", "-20261001T1000Z", "-20261005T0800Z"] {
        let version = format!("{hash}{period}");
        assert_eq!(engine.current.find(&version).await.unwrap().version(), version);
    }
    assert!(world.shelf().has(hash), "nothing is lost by asking");
}

#[tokio::test]
async fn an_engine_whose_clock_is_a_little_behind_answers_a_contact_of_the_one_that_turned() {
    let world = World::at("2026-10-05T09:59:30Z");
    let engine = world.start();
    let hash = parts_of_version(engine.current.get().version()).0.to_owned();
    let next = engine.current.find(&format!("{hash}-20261005T1000Z")).await.unwrap();
    assert!(question(&next, "HI").0.contains("last day"));
    assert!(engine.current.get().version().ends_with("-20261005T0800Z"));
    world.pass_to_turn(&engine);
    assert_eq!(engine.current.status().versions.len(), 2, "it is the current one now");
}

#[tokio::test]
async fn a_period_with_errors_before_its_files_were_served_takes_no_other_with_it() {
    let world = World::at("2026-10-05T09:00:00Z");
    // Until September 30 an answer led back to its question.
    let route = "- until: 2028-02-29\n            go: sheet";
    let back = format!("- until: 2026-09-30\n            go: feeder\n          {route}");
    world.replace("decision-tree.yaml", route, &back);
    let engine = world.start();
    let version = engine.current.get().version().to_owned();
    let (kept, hash) = (engine.current.kept.as_ref().unwrap(), parts_of_version(&version).0);
    assert!(engine.current.find(hash).await.is_none(), "the period before the first date");
    assert!(!kept.may_have(hash, world.clock.now().into()), "nobody has to find that out again");
    let before = format!("{hash}-20261001T1000Z");
    assert_eq!(engine.current.find(&before).await.unwrap().version(), before);
}

#[test]
fn a_period_for_which_there_is_no_room_takes_no_file_with_it() {
    let mut world = World::at("2026-10-05T00:00:00Z");
    world.limits.number = 2;
    let engine = world.start();
    for _ in 0..4 {
        world.pass_to_turn(&engine);
    }
    engine.current.tidy();
    assert_eq!(engine.current.status().versions.len(), 2);
    assert_eq!(world.shelf().list().len(), 1);
}

/// The last day of a deadline, and what follows it, where clocks are moved around midnight. In UTC.
#[test]
fn a_day_begins_at_its_first_instant_wherever_clocks_are_moved() {
    let cases = [
        // Midnight doesn't exist: the day begins at one o'clock, and has 23 hours.
        ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"),
        ("Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"),
        // At midnight it's eleven again, so the day has 25 hours.
        ("America/Santiago", "2026-04-04", "2026-04-04T03:00:00Z", "2026-04-05T04:00:00Z"),
        ("Africa/Cairo", "2026-10-29", "2026-10-28T21:00:00Z", "2026-10-29T22:00:00Z"),
        // Midnight comes twice: the first counts.
        ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
        // A minute after midnight it's the day before again; it has been the next one.
        ("America/St_Johns", "2005-10-29", "2005-10-29T02:30:00Z", "2005-10-30T02:30:00Z"),
        // There was no such day: it was the 29th, and then the 31st.
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
