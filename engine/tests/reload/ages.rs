//! Tests the ages of the content and of the last backup, and where they're reported.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::client::ask;
use crate::engine::{Engine, Setup, time};
use crate::host::{Host, Packing};

fn touch(file: &Path, ago: Duration) {
    let file = File::options().create(true).append(true).open(file).unwrap();
    file.set_modified(SystemTime::now() - ago).unwrap();
}

const HOUR: Duration = Duration::from_secs(3600);

/// Returns the value of a metric.
fn told(engine: &Engine, name: &str) -> f64 {
    let text = engine.metrics();
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("callguide_{name} ")));
    line.unwrap_or_else(|| panic!("{name} isn't in\n{text}")).parse().unwrap()
}

#[test]
fn a_fetch_timers_stamp_is_reported_and_a_missing_one_is_no_alarm() {
    let setup = Setup::new();
    let stamp = setup.base.path().join("last-pull");
    let setup = setup.option("--content-poll=100ms").option("--metrics-listen=127.0.0.1:0");
    let engine = setup.option(format!("--content-stamp={}", stamp.display())).start();
    assert!(engine.status()["fetched_at"].is_null(), "nobody has said so yet");
    assert!(told(&engine, "content_last_fetch_timestamp_seconds").is_nan());

    touch(&stamp, 23 * HOUR);
    engine.wait("the stamp is told", |status| status["fetched_at"].is_string());
    assert!(told(&engine, "content_last_fetch_timestamp_seconds") > 1e9);
    let session = || engine.get("/api/session").json();
    assert!(session()["content_old_since"].is_null(), "less than a day");

    touch(&stamp, 25 * HOUR);
    let before = time(&engine.status()["fetched_at"]);
    let status = engine.wait("the stamp is told again", |status| time(&status["fetched_at"]) < before);
    assert_eq!(session()["content_old_since"], status["fetched_at"]);
    let stranger = ask(engine.address, "GET /api/session", "", "").unwrap().json();
    assert!(stranger["content_old_since"].is_null(), "a stranger is told nothing of the content");

    fs::remove_file(&stamp).unwrap();
    engine.wait("it isn't known", |status| status["fetched_at"].is_null());
    assert!(session()["content_old_since"].is_null());
}

#[test]
fn old_content_is_still_reported_to_volunteers_after_a_restart() {
    let setup = Setup::new();
    let host = Host::serving(Packing::of(&setup.folder, "top").packed(), "one");
    let asking = |setup: Setup| {
        let setup = setup.option(format!("--content-url={}", host.url("main")));
        setup.option("--content-poll=100ms").option("--metrics-listen=127.0.0.1:0")
    };
    let engine = asking(setup).start();
    let noted = engine.base.path().join("data/last-fetch");
    engine.wait("it is noted", |_| noted.exists());
    assert!(told(&engine, "content_last_fetch_timestamp_seconds") > 1e9);
    let (_, _, base) = engine.stop();
    touch(&base.path().join("data/last-fetch"), 25 * HOUR);

    host.says(|_| Vec::new());
    let mut setup = Setup::new();
    setup.folder = base.path().join("content");
    setup.base = base;
    let engine = asking(setup).start();
    let old = engine.get("/api/session").json()["content_old_since"].clone();
    assert_eq!(old, engine.status()["fetched_at"]);
    assert!(old.is_string());

    host.serve(Packing::of(&engine.folder, "top").packed(), "one");
    engine.wait("it is fetched", |status| status["fetch_problem"].is_null());
    assert!(engine.get("/api/session").json()["content_old_since"].is_null());
}

#[test]
fn a_backup_records_that_it_was_made() {
    let engine = Setup::new().option("--metrics-listen=127.0.0.1:0").start();
    assert_eq!(engine.status()["backup"], serde_json::json!({}), "never");
    assert!(told(&engine, "last_backup_timestamp_seconds").abs() < 1.0);
    let file = engine.base.path().join("backup.sqlite");
    let back_up = |force: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
        command.arg("backup").arg(&file).arg("--data").arg(engine.base.path().join("data")).args(force);
        command.output().unwrap().status.code()
    };
    assert_eq!(back_up(&[]), Some(0));
    let last = || time(&engine.status()["backup"]["last_success"]);
    let first = last();
    assert!(first.is_some());
    assert!(told(&engine, "last_backup_timestamp_seconds") > 1e9);
    assert_eq!(back_up(&[]), Some(1), "it is refused to write over a backup");
    assert_eq!(last(), first, "a refusal is no success");
    assert_eq!(back_up(&["--force"]), Some(0));
    assert!(last() > first);
}
