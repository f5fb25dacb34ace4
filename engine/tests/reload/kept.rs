//! Tests contacts that began on a version, across restarts of the engine: after a stop, after a kill, and next to
//! another engine.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::engine::{Engine, Setup, copy, shipped, version_of};

/// Returns a setup with the same folders, for restarting an engine.
fn again(base: tempfile::TempDir) -> Setup {
    let mut setup = Setup::new();
    setup.folder = base.path().join("content");
    setup.base = base;
    setup
}

fn edit(folder: &Path, mark: &str) {
    let site = fs::read_to_string(folder.join("site.yaml")).unwrap();
    fs::write(folder.join("site.yaml"), site.replacen("tagline: ", &format!("tagline: {mark} "), 1)).unwrap();
}

fn stored(engine: &Engine, number: usize) {
    engine.wait("so many versions are on disk", |status| status["stored"]["versions"] == number);
}

fn versions_in(base: &Path) -> PathBuf {
    base.join("data/versions")
}

fn file_of(base: &Path, version: &str) -> PathBuf {
    versions_in(base).join(format!("{version}.json.gz"))
}

fn break_it(folder: &Path) {
    fs::write(folder.join("links.yaml"), "links: [").unwrap();
}

/// Returns an engine after an edit, and the version that a contact began with, along with its tree.
fn edited() -> (Engine, String, Vec<u8>) {
    let engine = Engine::new();
    let before = engine.version();
    let tree = engine.get("/api/tree/TX").body;
    edit(&engine.folder, "One");
    engine.wait_for_disk();
    stored(&engine, 2);
    (engine, before, tree)
}

fn goes_on(engine: &Engine, version: &str, tree: &[u8]) {
    for _ in 0..2 {
        let answer = engine.get(&format!("/api/tree/TX?version={version}"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.header("x-content-version"), Some(version));
        assert!(answer.body == tree, "byte by byte as before");
        assert_eq!(engine.get(&format!("/api/content?version={version}")).status, 200);
    }
    assert_eq!(engine.log().matches("was read back for a contact").count(), 1, "{}", engine.log());
}

#[test]
fn a_contact_continues_after_a_restart_from_private_files() {
    let (engine, version, tree) = edited();
    let (status, _, base) = engine.stop();
    assert_eq!(status, Some(0));
    for entry in fs::read_dir(versions_in(base.path())).unwrap() {
        assert_eq!(entry.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    // Meanwhile, the content may change: that's one more version, or a known one if it's rolled back.
    edit(&base.path().join("content"), "Two");
    let engine = again(base).start();
    goes_on(&engine, &version, &tree);
    let gone = engine.get("/api/tree/TX?version=0123456789abcdef");
    assert_eq!((gone.status, &gone.json()["code"]), (410, &"version_gone".into()));
}

#[test]
fn a_contact_continues_after_a_kill() {
    let (engine, version, tree) = edited();
    let engine = again(engine.kill()).start();
    goes_on(&engine, &version, &tree);
}

#[test]
fn every_version_of_consecutive_edits_is_kept() {
    let engine = Engine::new();
    let mut versions = vec![engine.version()];
    for mark in ["One", "Two", "Three"] {
        edit(&engine.folder, mark);
        engine.wait_for_disk();
        versions.push(engine.version());
    }
    stored(&engine, 4);
    let engine = again(engine.kill()).start();
    for version in versions {
        assert_eq!(engine.get(&format!("/api/tree/TX?version={version}")).status, 200);
    }
}

#[test]
fn engines_sharing_a_folder_share_stored_versions() {
    let engine = Engine::new();
    let folder = engine.base.path().join("another");
    copy(&shipped(), &folder);
    edit(&folder, "One");
    let other = version_of(&folder);
    let second = Setup::new();
    let data = format!("--data={}", engine.base.path().join("data").display());
    let mut second = second.without_data().option(data);
    second.folder = folder;
    let second = second.start();
    stored(&second, 2);
    for (engine, version) in [(&engine, &other), (&second, &engine.version())] {
        let answer = engine.get(&format!("/api/tree/TX?version={version}"));
        assert_eq!((answer.status, answer.header("x-content-version")), (200, Some(&**version)));
    }
}

#[test]
fn foreign_files_among_the_versions_are_never_served() {
    let (engine, version, _) = edited();
    let (current, base) = (engine.version(), engine.kill());
    let file = file_of(base.path(), &version);
    let real = fs::read(&file).unwrap();
    let secret = base.path().join("secret");
    fs::write(&secret, &real).unwrap();
    let engine = again(base).start();
    let hostile: [(&str, &dyn Fn()); 5] = [
        ("half a file", &|| fs::write(&file, &real[..real.len() / 2]).unwrap()),
        ("another version", &|| {
            fs::write(&file, fs::read(file_of(engine.base.path(), &current)).unwrap()).unwrap()
        }),
        ("no archive", &|| fs::write(&file, "#!/bin/sh").unwrap()),
        ("a link", &|| symlink(&secret, &file).unwrap()),
        ("a pipe that nobody writes to", &|| {
            assert!(Command::new("mkfifo").arg(&file).status().unwrap().success());
        }),
    ];
    for (count, (what, put)) in hostile.into_iter().enumerate() {
        let _ = fs::remove_file(&file);
        put();
        let answer = engine.get(&format!("/api/tree/TX?version={version}"));
        assert_eq!(answer.status, 410, "{what}: {}", answer.text());
        assert!(fs::symlink_metadata(&file).is_err(), "{what} is removed");
        assert_eq!(
            engine.log().matches("removing a file from the stored versions").count(),
            count + 1,
            "{what} is told"
        );
    }
    assert!(secret.exists());
    // The folder is repaired: the real file is restored.
    fs::write(&file, &real).unwrap();
    assert_eq!(engine.get(&format!("/api/tree/TX?version={version}")).status, 200);
}

#[test]
fn a_start_on_broken_content_serves_the_last_good_version_until_fixed() {
    let (engine, before, _) = edited();
    let (good, version) = (engine.read("links.yaml"), engine.version());
    break_it(&engine.folder);
    engine.wait_for_refusal();
    let setup = again(engine.kill()).option("--metrics-listen=127.0.0.1:0");
    let engine = setup.start();
    let status = engine.status();
    assert_eq!((&status["source"], &status["version"]), (&"last-good".into(), &version.as_str().into()));
    assert_eq!(status["last_attempt"]["ok"], false);
    assert_eq!(status["last_attempt"]["version"], serde_json::Value::Null, "a file can't be read");
    assert!(status["last_attempt"]["errors"].as_u64().unwrap() > 0);
    assert!(engine.log().contains("THE LAST GOOD VERSION IS SERVED"));
    assert!(engine.log().contains("links.yaml:1"), "the findings are printed");
    assert!(engine.metrics().contains("callguide_content_fallback 1"));
    let ready = engine.get("/readyz");
    assert_eq!((ready.status, &ready.json()["fallback"]), (200, &true.into()));
    assert_eq!(engine.get(&format!("/api/tree/TX?version={before}")).status, 200);

    // The same version is also the last good one for the next start.
    let engine = again(engine.kill()).start();
    assert_eq!(engine.version(), version);
    fs::write(engine.file("links.yaml"), good).unwrap();
    let status = engine.wait("the content itself is served", |status| status["source"] == "content");
    assert_eq!((&status["last_attempt"]["ok"], &status["version"]), (&true.into(), &version.as_str().into()));
    assert_eq!(engine.get("/readyz").json()["fallback"], false);
}

#[test]
fn a_start_on_a_missing_folder_serves_the_last_good_version() {
    let engine = Engine::new();
    stored(&engine, 1);
    let version = engine.version();
    fs::rename(&engine.folder, engine.base.path().join("away")).unwrap();
    let engine = again(engine.kill()).start();
    let status = engine.status();
    assert_eq!((&status["source"], &status["version"]), (&"last-good".into(), &version.as_str().into()));
    assert!(status["last_attempt"]["problem"].is_string());
    fs::rename(engine.base.path().join("away"), &engine.folder).unwrap();
}

#[test]
fn without_a_fallback_a_start_on_broken_content_fails_with_findings() {
    let (engine, ..) = edited();
    break_it(&engine.folder);
    let mut base = engine.kill();
    for option in ["--content-fallback=none", "--preview"] {
        let setup = again(base).option(option);
        let (status, said) = setup.refused();
        assert_eq!(status, Some(2), "{option}: {said}");
        assert!(said.contains("links.yaml:1") && said.contains("then start again"), "{option}: {said}");
        base = setup.base;
    }
    let version = fs::read_to_string(versions_in(base.path()).join("last-good")).unwrap();
    fs::write(file_of(base.path(), version.trim()), "no archive").unwrap();
    let (status, said) = again(base).refused();
    assert_eq!(status, Some(2), "what is left of it isn't what its name says: {said}");
    assert!(said.contains("links.yaml:1"), "{said}");
}

#[test]
fn a_preview_stores_no_versions() {
    let setup = Setup::new().option("--preview");
    let engine = setup.start();
    edit(&engine.folder, "One");
    engine.wait_for_disk();
    assert_eq!(engine.status()["stored"], serde_json::Value::Null);
    assert!(!versions_in(engine.base.path()).exists());
}
