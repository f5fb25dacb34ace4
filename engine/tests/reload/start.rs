//! Tests starting on broken content, and stopping while browsers listen.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::client::ask;
use crate::engine::{Engine, Setup, copy, shipped, version_of};

#[test]
fn a_start_on_broken_content_fails_with_lint_findings() {
    let setup = Setup::new();
    fs::write(setup.folder.join("links.yaml"), "links: [").unwrap();
    let (status, said) = setup.refused();
    assert_eq!(status, Some(2), "{said}");
    let lint = Command::new(env!("CARGO_BIN_EXE_callguide")).arg("lint").arg(&setup.folder).output().unwrap();
    let printed = String::from_utf8(lint.stdout).unwrap();
    let first = printed.split("\n\n").next().unwrap();
    assert!(said.contains(first), "{first}\nis not in\n{said}");
    assert!(said.contains("fix those printed above, then start again"));
}

#[test]
fn starting_on_the_parent_folder_suggests_the_content_folder() {
    let Setup { base, mut folder, .. } = Setup::new();
    let meant = folder.clone();
    folder.pop();
    let answers = |folder: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
        command.args(["serve", "--listen=127.0.0.1:0", "--content"]).arg(folder);
        let output = command.arg("--data").arg(base.path().join("data")).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let question = format!("did you mean {}?", meant.display());
    assert!(answers(&folder).contains(&question));
    fs::remove_file(meant.join("links.yaml")).unwrap();
    assert!(answers(&folder).contains(&question), "broken content is content");
    assert!(!answers(&meant).contains("did you mean"), "it's the right folder");
    fs::remove_dir_all(&meant).unwrap();
    assert!(!answers(&folder).contains("did you mean"), "nothing is there");
}

#[test]
fn a_configured_fallback_is_served_until_the_content_is_fixed() {
    let setup = Setup::new();
    let fallback = setup.base.path().join("fallback");
    copy(&shipped(), &fallback);
    let version = version_of(&fallback);
    let good = fs::read(setup.folder.join("links.yaml")).unwrap();
    fs::write(setup.folder.join("links.yaml"), "links: [").unwrap();
    let engine = setup.option(format!("--content-fallback={}", fallback.display())).start();
    let status = engine.status();
    assert_eq!(status["source"], "fallback");
    assert_eq!(status["version"], version.as_str());
    assert_eq!(status["last_attempt"]["ok"], false);
    assert_eq!(status["stored"]["versions"], 1, "contacts begin with it");
    assert!(engine.log().contains("THE FALLBACK IS SERVED"));
    let ready = engine.get("/readyz");
    assert_eq!((ready.status, &ready.json()["fallback"]), (200, &true.into()));
    fs::write(engine.file("links.yaml"), good).unwrap();
    let status = engine.wait("the content itself is served", |status| status["source"] == "content");
    assert_eq!(status["last_attempt"]["ok"], true);
    assert_eq!(engine.get("/readyz").json()["fallback"], false);
}

#[test]
fn a_broken_fallback_is_rejected_too() {
    let setup = Setup::new();
    fs::write(setup.folder.join("links.yaml"), "links: [").unwrap();
    let option = format!("--content-fallback={}", setup.folder.display());
    let (status, said) = setup.option(option).refused();
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("has errors too"), "{said}");
}

#[test]
fn the_version_command_prints_the_version_that_the_engine_serves() {
    let engine = Engine::new();
    let version = |folder: &Path| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_callguide")).arg("version").arg(folder).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let status = engine.status();
    let served = format!("{}\n", status["version"].as_str().unwrap());
    assert_eq!(version(&engine.folder), (Some(0), served, String::new()));
    assert_eq!(status["last_attempt"]["version"], status["version"]);
    // The edit is refused, but the version in the folder is still reported.
    let flows = engine.read("links.yaml").replacen("  ride-agency:", "  rides:", 1);
    fs::write(engine.file("links.yaml"), flows).unwrap();
    let status = engine.wait_for_refusal();
    assert_eq!(status["last_attempt"]["version"], engine.version_on_disk().as_str());
    let (code, printed, findings) = version(&engine.folder);
    assert_eq!((code, &*printed), (Some(1), ""), "what has errors is never served");
    let lint =
        Command::new(env!("CARGO_BIN_EXE_callguide")).arg("lint").arg(&engine.folder).output().unwrap();
    let lint = String::from_utf8(lint.stdout).unwrap();
    let first = lint.split("\n\n").next().unwrap();
    assert!(findings.contains(first), "{first}\nis not in\n{findings}");
    let (code, _, said) = version(&engine.folder.join("nowhere"));
    assert_eq!(code, Some(2));
    assert!(said.contains("callguide version DIR"), "{said}");
}

#[test]
fn a_preview_is_marked_as_one() {
    let engine = Setup::new().option("--preview").start();
    assert_eq!(engine.get("/api/site").json()["preview"], true);
    assert_eq!(engine.get("/api/content").json()["preview"], true);
    fs::write(engine.file("site.yaml"), engine.read("site.yaml").replacen("tagline: ", "tagline: x ", 1))
        .unwrap();
    engine.wait_for_disk();
    assert_eq!(engine.get("/api/content").json()["preview"], true, "also what was edited since");
}

#[test]
fn event_streams_get_edits_and_do_not_keep_the_engine_from_stopping() {
    let engine = Engine::new();
    let mut stream = TcpStream::connect(engine.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(
        stream,
        "GET /api/events HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\n\r\n",
        engine.address,
        engine.cookie()
    )
    .unwrap();
    let mut heard = String::new();
    let mut hear = |heard: &mut String, what: &str| {
        let mut bytes = [0; 4096];
        while !heard.contains(what) {
            let read = stream.read(&mut bytes).unwrap();
            assert!(read > 0, "the stream ended before {what}: {heard}");
            heard.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
    };
    hear(&mut heard, &engine.version());
    fs::write(engine.file("site.yaml"), engine.read("site.yaml").replacen("tagline: ", "tagline: x ", 1))
        .unwrap();
    hear(&mut heard, &engine.version_on_disk());
    let (status, took, _base) = engine.stop();
    assert_eq!(status, Some(0));
    assert!(took < Duration::from_secs(8), "it waits for streams: {took:?}");
}

#[test]
fn metrics_are_served_on_a_separate_listener() {
    let setup = Setup::new().option("--metrics-listen=127.0.0.1:0");
    let engine = setup.start();
    assert!(!engine.get("/metrics").text().contains("callguide_"), "not on the public one");
    let log = engine.log();
    let line = log.lines().find(|line| line.contains("metrics are served")).unwrap();
    let address = line.split("address=").nth(1).unwrap().split_whitespace().next().unwrap();
    let metrics = || ask(address.parse().unwrap(), "GET /metrics", "", "").unwrap().text();
    let version = engine.version();
    engine.get("/api/tree/TX");
    let text = metrics();
    for line in [
        "callguide_content_ok 1".to_owned(),
        format!("callguide_content_version{{version=\"{version}\"}} 1"),
        "callguide_content_versions 1".to_owned(),
        "callguide_requests_total{route=\"/api/tree/{state}\",status=\"200\"} 1".to_owned(),
        "callguide_event_streams 0".to_owned(),
    ] {
        assert!(text.contains(&line), "{line} isn't in\n{text}");
    }
    fs::write(engine.file("links.yaml"), "links: [").unwrap();
    engine.wait_for_refusal();
    let text = metrics();
    assert!(text.contains("callguide_content_ok 0"));
    assert!(!text.contains("callguide_content_findings{severity=\"error\"} 0"));
}

#[test]
fn a_preview_of_a_day_names_and_serves_that_day() {
    let setup = Setup::new();
    fs::remove_dir_all(&setup.folder).unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/helplines/deadlines"), &setup.folder);
    let mut engine = setup.option("--preview").option("--on=2026-10-06").start();
    engine.line();
    assert_eq!(engine.line(), "It shows how the content reads on October 6, 2026.\n");
    assert!(engine.log().contains("2026-10-06"), "{}", engine.log());
    let tree = engine.get("/api/tree/HI").json();
    let start = tree["start"].as_str().unwrap();
    assert_eq!(tree["nodes"][start]["text"], "Was the yard signed up by October 5, 2026?");
    let status = engine.status();
    assert_eq!(status["period_since"], "2026-10-06T10:00:00Z");
    assert_eq!(
        (&status["preview"], status.get("period_until")),
        (&true.into(), None),
        "it stays on that day"
    );
}

#[test]
fn an_engine_serves_the_period_in_which_it_starts() {
    let setup = Setup::new();
    fs::remove_dir_all(&setup.folder).unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/helplines/deadlines"), &setup.folder);
    let engine = setup.start();
    let command =
        Command::new(env!("CARGO_BIN_EXE_callguide")).arg("version").arg(&engine.folder).output().unwrap();
    let version = String::from_utf8(command.stdout).unwrap();
    assert!(version.contains('-'), "a date has come: {version}");
    assert_eq!(engine.version(), version.trim_end());
}
