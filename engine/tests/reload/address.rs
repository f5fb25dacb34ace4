//! Tests content from a URL: a code host on loopback serves archives, and the real engine requests them.

use std::fs;
use std::path::Path;
use std::time::Duration;

use callguide::content::folder::{self, from_archive};
use serde_json::Value;
use tar::EntryType::{Block, Link, Regular, Symlink};
use tempfile::TempDir;

use crate::engine::{Engine, Setup, time, version_of};
use crate::host::{Host, Packing, response};

/// Returns the setup for an engine that requests content from the host often; its own folder is only the source
/// of the archives.
fn asking(host: &Host) -> Setup {
    asking_at(Setup::new(), &host.url("owner/repository/tar.gz/main?key=s3cret"))
}

fn asking_at(setup: Setup, url: &str) -> Setup {
    setup.option(format!("--content-url={url}")).option("--content-poll=100ms")
}

/// Returns a setup with the same folders, for restarting an engine.
fn again(base: TempDir, host: &Host) -> Setup {
    let mut setup = asking(host);
    setup.folder = base.path().join("content");
    setup.base = base;
    setup
}

fn pack(folder: &Path) -> Vec<u8> {
    Packing::of(folder, "repository-0123abc").packed()
}

fn edit(folder: &Path, mark: &str) {
    let site = fs::read_to_string(folder.join("site.yaml")).unwrap();
    fs::write(folder.join("site.yaml"), site.replacen("tagline: ", &format!("tagline: {mark} "), 1)).unwrap();
}

fn problem(status: &Value) -> &str {
    status["fetch_problem"].as_str().unwrap_or_default()
}

/// Waits for a successful fetch that began after this call.
fn wait_for_success(engine: &Engine) -> Value {
    let before = time(&engine.status()["fetched_at"]);
    engine.wait("it is fetched again", |status| {
        time(&status["fetched_at"]) > before && status["fetch_problem"].is_null()
    })
}

#[test]
fn an_edit_is_fetched_from_the_url_and_an_unchanged_archive_is_fine() {
    let setup = Setup::new();
    let host = Host::serving(pack(&setup.folder), "one");
    let secret = setup.base.path().join("token");
    fs::write(&secret, "t0ken\n").unwrap();
    let token = format!("--content-token-file={}", secret.display());
    let setup = asking_at(setup, &host.url("tar.gz/main?key=s3cret")).option(token);
    let engine = setup.option("--metrics-listen=127.0.0.1:0").start();
    assert_eq!(engine.version(), version_of(&engine.folder));
    for (_, head) in host.wait_for(3) {
        assert!(head.contains("if-none-match: \"one\""), "asked with what was sent last: {head}");
        assert!(head.contains("authorization: bearer t0ken"), "{head}");
    }
    wait_for_success(&engine);
    assert_eq!(engine.examined(), 0, "nothing new came since the start");

    edit(&engine.folder, "One");
    host.serve(pack(&engine.folder), "two");
    let status = engine.wait_for_disk();
    assert_eq!(status["changed_files"], serde_json::json!(["site.yaml"]));
    assert_eq!(status["source"], "content");

    // Content errors are reported like those in a folder.
    fs::write(engine.folder.join("links.yaml"), "links: [").unwrap();
    host.serve(pack(&engine.folder), "three");
    let status = engine.wait_for_refusal();
    assert_eq!(status["last_attempt"]["findings"][0]["file"], "content/links.yaml");
    wait_for_success(&engine);

    // A rewritten history is just another archive, whatever its top folder is called.
    fs::copy(crate::engine::shipped().join("links.yaml"), engine.folder.join("links.yaml")).unwrap();
    edit(&engine.folder, "Two");
    host.serve(Packing::of(&engine.folder, "repository-rewritten").packed(), "four");
    engine.wait_for_disk();
    let log = engine.log();
    assert!(!log.contains("s3cret") && !log.contains("t0ken"), "{log}");
}

#[test]
fn a_failed_fetch_is_reported_and_changes_nothing() {
    let setup = Setup::new();
    let good = pack(&setup.folder);
    let host = Host::serving(good.clone(), "good");
    let engine = asking_at(setup, &host.url("tar.gz/main?key=s3cret")).start();
    let version = engine.version();
    let asked = engine.asking();
    let cut = |bytes: &[u8]| bytes[..bytes.len() / 2].to_vec();
    let link = Packing::of(&engine.folder, "top").put(Symlink, "top/content/faq/more.yaml", b"").packed();
    // Archives (`Ok`) are served with a validator, and other responses (`Err`) as is.
    let answers = [
        (Ok(cut(&good)), "isn't a complete tar.gz archive"),
        (Ok(bomb("top/picture")), "it expands to more than 128 MB"),
        (Ok(link), "content/faq/more.yaml is a link"),
        (Err(Vec::new()), "the connection was lost"),
        (Err(cut(&response("200 OK", "", &good))), "the connection was lost"),
        (Err(response("401 Unauthorized", "", b"")), "the site responded with 401 (is the token"),
        (Err(response("403 Forbidden", "", b"")), "the site responded with 403 (is the token"),
        (Err(response("404 Not Found", "", b"")), "the site responded with 404"),
        (Err(response("503 Service Unavailable", "", b"")), "the site responded with 503"),
        (
            Err(response("302 Found", "location: http://example.org/\r\n", b"")),
            "redirects to an address that isn't https",
        ),
        (Err(response("302 Found", "location: /again?key=s3cret\r\n", b"")), "redirects more than 5 times"),
    ];
    for (answer, why) in answers {
        match answer {
            Ok(packed) => host.serve(packed, "bad"),
            Err(answer) => host.says(move |_| answer.clone()),
        }
        let status = engine.wait(why, |status| problem(status).contains(why));
        assert_eq!(status["version"], version.as_str());
        // The engine requests it again: an unusable archive doesn't count as unchanged.
        host.wait_for(2);
        assert!(problem(&engine.status()).contains(why));
        host.serve(good.clone(), "good");
        wait_for_success(&engine);
    }
    asked.finish();
    assert_eq!(engine.examined(), 0, "nothing was taken of any of them");
    assert!(!engine.log().contains("s3cret"), "{}", engine.log());
}

fn bomb(name: &str) -> Vec<u8> {
    Packing::new().put(Regular, name, &vec![0; (128 << 20) + 1]).packed()
}

#[test]
fn an_archive_with_anything_invalid_is_rejected_completely() {
    let folder = crate::engine::shipped();
    let with = |kind, name: &str| Packing::of(&folder, "top").put(kind, name, b"").packed();
    let good = pack(&folder);
    let rows = [
        (good[..good.len() - 1].to_vec(), "isn't a complete tar.gz archive"),
        (good[..good.len() / 2].to_vec(), "isn't a complete tar.gz archive"),
        (b"<html>".to_vec(), "isn't a complete tar.gz archive"),
        (bomb("top/picture"), "it expands to more than 128 MB"),
        (bomb("top/content/site.yaml"), "it expands to more than 128 MB"),
        (with(Symlink, "top/content/faq/more.yaml"), "content/faq/more.yaml is a link"),
        (with(Link, "top/content/more.yaml"), "content/more.yaml is a link"),
        (with(Symlink, "top/content"), "content is a link"),
        (with(Block, "top/content/disk"), "content/disk is a device"),
        (with(Regular, "top/content/../../site.yaml"), "points outside the archive"),
        (with(Regular, "top/./more.yaml"), "points outside the archive"),
        (with(Regular, "/top/content/more.yaml"), "points outside the archive"),
        (with(Regular, "top/content/site.yaml"), "content/site.yaml twice"),
        (with(Regular, "other/content/more.yaml"), "more than one top-level folder"),
        (
            Packing::new().put(Regular, "top/contents/site.yaml", b"").packed(),
            "no files in the folder \"content\"",
        ),
    ];
    let taken: Vec<_> = rows
        .iter()
        .filter_map(|(packed, why)| {
            let said = from_archive(packed, "content")
                .map_or_else(|error| error.to_string(), |_| "taken".to_owned());
            (!said.contains(why)).then(|| format!("{why}: {said}"))
        })
        .collect();
    assert!(taken.is_empty(), "{taken:#?}");
    // Files outside the content folder are ignored, and the folder rules apply inside it.
    let packing = Packing::of(&folder, "top").put(Symlink, "top/elsewhere", b"").put(
        Regular,
        "top/content/x.yaml",
        b"",
    );
    let files = from_archive(&packing.packed(), "content").unwrap();
    let read = folder::read(&folder).unwrap();
    assert_eq!(files.files, read.files);
    assert!(
        files.found[0].message.contains("the app doesn't look for a file with this name here"),
        "{:?}",
        files.found
    );
    let whole = Packing::new().put(Regular, "top/site.yaml", b"a").packed();
    assert_eq!(&*from_archive(&whole, "").unwrap().files[0].0, "site.yaml");
}

#[test]
fn the_token_is_never_sent_to_another_host() {
    let setup = Setup::new();
    let elsewhere = Host::serving(pack(&setup.folder), "one");
    let host = Host::away();
    let (here, there) =
        ("location: /moved\r\n".to_owned(), format!("location: {}\r\n", elsewhere.url("archive")));
    host.says(move |head| {
        let to = if head.starts_with("get /moved ") { &there } else { &here };
        response("302 Found", to, b"")
    });
    let secret = setup.base.path().join("token");
    fs::write(&secret, "t0ken").unwrap();
    let token = format!("--content-token-file={}", secret.display());
    let engine = asking_at(setup, &host.url("main")).option(token).start();
    assert_eq!(engine.version(), version_of(&engine.folder));
    elsewhere.wait_for(2);
    assert!(
        host.asked().iter().all(|(_, head)| head.contains("authorization: bearer t0ken")),
        "{:?}",
        host.asked()
    );
    for (_, head) in elsewhere.asked() {
        assert!(
            !head.contains("authorization") && !head.contains("t0ken"),
            "another host was sent the token: {head}"
        );
    }
}

#[test]
fn a_hosts_retry_after_is_respected() {
    let setup = Setup::new();
    let host = Host::serving(pack(&setup.folder), "one");
    let engine = asking_at(setup, &host.url("main")).start();
    host.says(|_| response("429 Too Many Requests", "retry-after: 2\r\n", b""));
    engine.wait("it was asked too often", |status| problem(status).contains("429"));
    let asked = host.wait_for(2);
    let between = asked[1].0 - asked[0].0;
    // A busy machine may record the first request a little late.
    assert!(between > Duration::from_millis(1500), "asked again after {between:?}");
}

#[test]
fn a_start_without_network_serves_the_previous_version() {
    let setup = Setup::new();
    let host = Host::serving(pack(&setup.folder), "one");
    let engine = asking_at(setup, &host.url("main")).start();
    let version = engine.version();
    wait_for_success(&engine);
    let (_, _, base) = engine.stop();

    host.says(|_| Vec::new());
    let engine = again(base, &host).start();
    let status = engine.status();
    assert_eq!((&status["version"], &status["source"]), (&version.as_str().into(), &"last-good".into()));
    assert!(problem(&status).contains("the connection was lost"), "{status}");
    assert!(status["fetched_at"].is_string(), "when it last went well outlives a restart");
    host.serve(pack(&engine.folder), "two");
    engine.wait("the content itself is served", |status| status["source"] == "content");

    let (status, said) = asking(&Host::away()).refused();
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("the content can't be fetched from http://127.0.0.1"), "{said}");
    assert!(!said.contains("s3cret"), "{said}");
}

#[test]
fn an_unencrypted_or_invalid_url_is_rejected_at_startup() {
    for (url, why) in [
        ("http://example.org/main.tar.gz?key=s3cret", "it must begin with https://"),
        ("http://127.0.0.1.example.org/s3cret", "it must begin with https://"),
        ("file:///s3cret/main.tar.gz", "it must begin with https://"),
        ("https://s3cret:s3cret@example.org/main.tar.gz", "a token belongs in a file"),
        ("s3cret", "it isn't an address"),
    ] {
        let (status, said) = asking_at(Setup::new(), url).refused();
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains("--content-url") && said.contains(why), "{said}");
        assert!(!said.contains("s3cret"), "{said}");
    }
}
