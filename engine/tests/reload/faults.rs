//! Tests faults: unreadable files and folders, archive bombs, and events that never come.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use crate::engine::{Engine, Setup, under_way};

const SITE: &str = "site.yaml";

fn edited(engine: &Engine, mark: &str) -> String {
    let text = engine.read(SITE);
    let line = text.lines().find(|line| line.trim_start().starts_with("tagline: ")).unwrap().to_owned();
    text.replacen(&line, &format!("{line} {mark}"), 1)
}

#[test]
fn broken_content_is_reported_and_the_next_good_edit_is_served() {
    let engine = Engine::new();
    under_way(&engine, |engine| {
        let (before, good) = (engine.version(), edited(engine, "again"));
        fs::write(engine.file(SITE), good.replacen("tagline:", "tag line:", 1)).unwrap();
        let status = engine.wait_for_refusal();
        let finding = &status["last_attempt"]["findings"][0];
        for key in [
            "rule",
            "severity",
            "file",
            "line",
            "column",
            "end_line",
            "end_column",
            "message",
            "help",
            "related",
        ] {
            assert!(finding.get(key).is_some(), "{key}: {finding}");
        }
        // The log contains exactly what lint prints, but on one line: logged text can't start a new line, so log
        // lines can't be forged.
        let lint = std::process::Command::new(env!("CARGO_BIN_EXE_callguide"))
            .args(["lint"])
            .arg(&engine.folder)
            .output()
            .unwrap();
        let printed = String::from_utf8(lint.stdout).unwrap();
        let first = printed.split("\n\n").next().unwrap().replace('\n', "\\n");
        assert!(engine.log().contains(&first), "{first}\nis not in\n{}", engine.log());
        assert_eq!(engine.version(), before);
        fs::write(engine.file(SITE), good).unwrap();
        engine.wait_for_disk();
        let old = engine.get(&format!("/api/tree/TX?version={before}"));
        assert_eq!((old.status, old.header("x-content-version")), (200, Some(&*before)));
        let gone = engine.get("/api/tree/TX?version=0123456789abcdef");
        assert_eq!(gone.status, 410, "{}", gone.text());
    });
}

#[test]
fn a_deleted_required_file_is_an_error_until_it_returns() {
    let engine = Engine::new();
    under_way(&engine, |engine| {
        let text = engine.read("links.yaml");
        fs::remove_file(engine.file("links.yaml")).unwrap();
        let status = engine.wait_for_refusal();
        assert_eq!(status["last_attempt"]["findings"][0]["rule"], "missing-file");
        fs::write(engine.file("links.yaml"), text).unwrap();
        engine.wait_for_disk();
        // Files that content can do without may be deleted.
        let entries = engine.status()["counts"]["faq_entries"].clone();
        let faq = fs::read_dir(engine.file("faq")).unwrap().next().unwrap().unwrap().path();
        let name = format!("faq/{}", faq.file_name().unwrap().to_string_lossy());
        let checks = engine.file("checks/searches.yaml");
        fs::remove_file(checks).unwrap();
        fs::remove_file(faq).unwrap();
        let status = engine.wait("the category is gone or refused", |status| {
            status["last_attempt"]["changed_files"].as_array().unwrap().contains(&name.clone().into())
        });
        assert!(status["last_attempt"]["ok"] == false || status["counts"]["faq_entries"] != entries);
    });
}

#[test]
fn a_yaml_bomb_is_rejected_and_the_engine_keeps_running() {
    let engine = Engine::new();
    under_way(&engine, |engine| {
        let text = engine.read("links.yaml");
        fs::write(engine.file("links.yaml"), "- ".repeat(100_000)).unwrap();
        engine.wait_for_refusal();
        let anchors = (1..30).fold("a0: &a0 [x]\n".to_owned(), |text, n| {
            let one = format!("*a{}", n - 1);
            format!("{text}a{n}: &a{n} [{}]\n", vec![one; 10].join(", "))
        });
        fs::write(engine.file("links.yaml"), anchors).unwrap();
        engine.wait("the anchors are refused", |status| {
            status["last_attempt"]["findings"].to_string().contains("yaml")
        });
        fs::write(engine.file("links.yaml"), "x".repeat(20 << 20)).unwrap();
        engine.wait("the size is refused", |status| {
            status["last_attempt"]["findings"].to_string().contains("too large")
        });
        fs::write(engine.file("links.yaml"), text).unwrap();
        engine.wait_for_disk();
    });
}

#[test]
fn without_events_the_content_is_polled() {
    let engine = Setup::new().option("--content-watch=poll").option("--content-poll=200ms").start();
    assert_eq!(engine.status()["watching"], "poll");
    under_way(&engine, |engine| {
        fs::write(engine.file(SITE), edited(engine, "one")).unwrap();
        engine.wait_for_disk();
        fs::remove_file(engine.file("links.yaml")).unwrap();
        engine.wait_for_refusal();
        fs::copy(crate::engine::shipped().join("links.yaml"), engine.file("links.yaml")).unwrap();
        engine.wait_for_disk();
    });
}

#[test]
fn jumping_modification_times_do_not_hide_an_edit() {
    let engine = Setup::new().option("--content-watch=poll").option("--content-poll=200ms").start();
    under_way(&engine, |engine| {
        for (mark, since) in [("past", 0), ("future", 1 << 34), ("past again", 1)] {
            let path = engine.file(SITE);
            fs::write(&path, edited(engine, mark)).unwrap();
            let then = std::time::UNIX_EPOCH + Duration::from_secs(since);
            fs::File::options().write(true).open(path).unwrap().set_modified(then).unwrap();
            engine.wait_for_disk();
        }
    });
}

/// Returns a setup that runs the engine as an ordinary user, even if the tests run as root; `None` if that isn't
/// possible.
fn as_ordinary_user() -> Option<Setup> {
    let setup = Setup::new();
    if !is_root() {
        return Some(setup);
    }
    let owned =
        std::process::Command::new("chown").args(["-R", "65534:65534"]).arg(setup.base.path()).status();
    let by = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    let runs = std::process::Command::new(by[0])
        .args(&by[1..])
        .arg(env!("CARGO_BIN_EXE_callguide"))
        .arg("--version")
        .stdout(std::process::Stdio::null())
        .status();
    let works = owned.is_ok_and(|s| s.success()) && runs.is_ok_and(|s| s.success());
    works.then(|| setup.by(&by))
}

fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().any(|line| line.starts_with("Uid:") && line.split_whitespace().nth(2) == Some("0"))
}

#[test]
fn unreadable_files_are_reported_until_permission_is_restored() {
    let Some(setup) = as_ordinary_user() else {
        eprintln!("passed over: nothing here can run the engine as an ordinary user");
        return;
    };
    let engine = setup.start();
    under_way(&engine, |engine| {
        let mode = |path: &std::path::Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        mode(&engine.file(SITE), 0o000);
        let status = engine.wait_for_refusal();
        assert_eq!(status["last_attempt"]["findings"][0]["rule"], "unreadable-file");
        mode(&engine.file(SITE), 0o644);
        engine.wait("the file can be read", |status| status["last_attempt"]["ok"] == true);
        mode(&engine.folder, 0o000);
        let status = engine.wait("the folder can't be read", |status| status["last_attempt"]["ok"] == false);
        assert!(status["last_attempt"]["problem"].as_str().unwrap().contains("permission denied"));
        mode(&engine.folder, 0o755);
        engine.wait("the folder can be read", |status| status["last_attempt"]["ok"] == true);
        fs::write(engine.file(SITE), edited(engine, "after")).unwrap();
        engine.wait_for_disk();
    });
}
