//! `callguide access` as a separate process: its output, its exit statuses, and that a running
//! engine on the same store sees its changes.

use std::path::Path;
use std::process::Output;
use std::sync::Arc;
use std::time::{Duration, Instant};

use callguide::access::subject_changed;
use callguide::api::access::{AllowedDocuments, AuditLine, AuditLog, AuditWarning};
use callguide::store::{DocumentStore as _, Prefixed, SqliteStore, StorePrefix};
use jiff::Timestamp;
use tempfile::TempDir;

use crate::engine::{Engine, access};
use crate::replay::{self, replay};

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// Runs the command, checks its exit status, and returns its output.
fn run(data: &Path, status: i32, arguments: &[&str]) -> String {
    let output = access(data, arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}{}", out(&output), err(&output));
    let said: String =
        err(&output).split_inclusive('\n').filter(|line| !line.starts_with(CHANGING)).collect();
    format!("{}{said}", out(&output))
}

/// The beginning of the line on standard error before a change.
const CHANGING: &str = "callguide: changing the list in ";

/// Like [`run`], but for a store that doesn't have a list yet.
fn begin(data: &Path, arguments: &[&str]) -> String {
    run(data, 0, &[arguments, &["--create-store"]].concat())
}

fn list(data: &Path) -> String {
    run(data, 0, &["list"])
}

#[test]
fn an_organization_begins_with_its_first_admin() {
    let data = TempDir::new().unwrap();
    let data = data.path();
    let said = begin(data, &["grant-admin", "Ann@Example.org"]);
    assert_eq!(said, "ann@example.org is now on the list\nann@example.org is now an admin\n");
    assert_eq!(run(data, 0, &["grant-admin", "ann@example.org"]), "ann@example.org is already an admin\n");
    let said = run(data, 0, &["allow", "bob@example.org", "cid@example.org", "ANN@example.org"]);
    assert_eq!(
        said,
        "bob@example.org is now on the list\ncid@example.org is now on the list\n\
         ann@example.org is already on the list\n"
    );
    assert_eq!(list(data), "ann@example.org  admin\nbob@example.org\ncid@example.org\n");
    assert_eq!(run(data, 0, &["remove", "bob@example.org"]), "bob@example.org was removed from the list\n");
    assert_eq!(run(data, 0, &["revoke-admin", "cid@example.org"]), "cid@example.org isn't an admin\n");
    assert_eq!(list(data), "ann@example.org  admin\ncid@example.org\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn read_only_commands_create_no_list_and_an_engine_fills_its_own() {
    let data = TempDir::new().unwrap();
    let folder = data.path().join("data");
    let none = format!(
        "callguide: there is no list in {} yet: specify another data folder with --data, or start a list with \
         `callguide access grant-admin --create-store EMAIL` or `callguide access import --create-store FILE`\n",
        folder.display()
    );
    for arguments in [
        vec!["list"],
        vec!["list", "--format", "json"],
        vec!["log"],
        vec!["export"],
        vec!["remove", "ann@example.org"],
        vec!["revoke-admin", "ann@example.org"],
        vec!["remove", "ann@example.org", "--create-store"],
        vec!["unblock", "ann@example.org", "--create-store"],
        vec!["sign-out", "ann@example.org"],
        vec!["sessions"],
        // These commands don't create a new list in a mistyped folder, either.
        vec!["allow", "ann@example.org"],
        vec!["grant-admin", "ann@example.org"],
        vec!["block", "ann@example.org"],
    ] {
        assert_eq!(run(&folder, 2, &arguments), none, "{arguments:?}");
        assert!(!folder.exists(), "{arguments:?} made something");
    }
    run(&folder, 1, &["allow", "no address"]);
    assert!(!folder.exists(), "a mistake made something");
    // An empty folder, such as a newly created volume, isn't changed.
    run(data.path(), 2, &["list"]);
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
    let engine = Engine::start(&data);
    engine.sign_in("admin@example.org").await;
    assert_eq!(list(data.path()), "admin@example.org  admin\nvolunteer@example.org\n");
    assert_eq!(run(data.path(), 0, &["log"]), "The list has never been changed.\n");
    engine.kill();
    // Each of these creates a list.
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds/allowed-emails.example.yaml");
    for arguments in [
        vec!["allow", "ann@example.org"],
        vec!["grant-admin", "ann@example.org"],
        vec!["import", example.to_str().unwrap()],
    ] {
        let data = TempDir::new().unwrap();
        begin(&data.path().join("data"), &arguments);
        assert!(!list(&data.path().join("data")).is_empty());
    }
}

#[test]
fn a_change_that_a_rule_forbids_is_explained_but_not_made() {
    let data = TempDir::new().unwrap();
    let data = data.path();
    begin(data, &["grant-admin", "ann@example.org"]);
    run(data, 0, &["allow", "bob@example.org"]);
    let before = list(data);
    for (arguments, said) in [
        (vec!["remove", "ann@example.org"], "without an administrator"),
        (vec!["remove", "ann@example.org", "bob@example.org"], "without an administrator"),
        (vec!["revoke-admin", "ann@example.org"], "without an administrator"),
        (vec!["remove", "bob@example.org", "cid@example.org"], "cid@example.org is not on the list"),
        (vec!["revoke-admin", "cid@example.org", "dee@example.org"], "are not on the list"),
        (vec!["allow", "cid@example.org", "no address", "a@b@c.org"], "\"a@b@c.org\": Invalid email format"),
        (vec!["grant-admin", "x"], "Invalid email format"),
    ] {
        let printed = run(data, 1, &arguments);
        assert!(printed.contains(said), "{arguments:?}: {printed}");
        assert_eq!(list(data), before, "{arguments:?}");
    }
    for arguments in [vec!["allow"], vec!["none"], vec!["import", "missing.yaml"], vec![]] {
        run(data, 2, &arguments);
    }
    let file = data.join("a-file");
    std::fs::write(&file, "").unwrap();
    run(&file, 2, &["list"]);
}

#[test]
fn the_log_says_who_did_what_and_adds_up_to_the_list() {
    let data = TempDir::new().unwrap();
    let data = data.path();
    begin(data, &["grant-admin", "ann@example.org", "bob@example.org"]);
    run(data, 0, &["revoke-admin", "bob@example.org"]);
    run(data, 0, &["remove", "bob@example.org"]);
    let log: AuditLog = serde_json::from_str(&run(data, 0, &["log", "--format", "json"])).unwrap();
    let by: Vec<_> = log.entries.iter().map(|line: &AuditLine| line.by.as_str()).collect();
    assert_eq!(by, ["command line (ann)"; 3]);
    let now: AllowedDocuments = serde_json::from_str(&run(data, 0, &["list", "--format", "json"])).unwrap();
    assert_eq!(replay(replay::List::new(), &log.entries), replay::list(&now.documents));
    let newest = run(data, 0, &["log", "--limit", "1"]);
    assert!(
        newest.ends_with("command line (ann)\n  bob@example.org was removed from the list\n"),
        "{newest}"
    );
}

#[test]
fn the_log_warns_about_an_address_used_with_a_different_account() {
    let data = TempDir::new().unwrap();
    let data = data.path();
    begin(data, &["grant-admin", "ann@example.org"]);
    let ann = "ann@example.org".parse().unwrap();
    let kept = async {
        let store = Arc::new(SqliteStore::open(data, &[]).unwrap());
        let store = Prefixed::new(store, StorePrefix::DEFAULT.parse().unwrap());
        let write = subject_changed(&store, &ann, "one", "two", Timestamp::now()).await.unwrap();
        store.commit(vec![write]).await.unwrap();
    };
    tokio::runtime::Runtime::new().unwrap().block_on(kept);
    let newest = run(data, 0, &["log", "--limit", "1"]);
    let said =
        "  ann@example.org\n  warning: ann@example.org signed in with a different account than before\n";
    assert!(newest.ends_with(said), "{newest}");
    let log: AuditLog = serde_json::from_str(&run(data, 0, &["log", "--format", "json"])).unwrap();
    let warned = AuditWarning::SubjectChanged { email: "ann@example.org".to_owned() };
    assert_eq!(log.entries[0].warning, Some(warned));
    assert_eq!(log.entries.len(), 2);
}

#[test]
fn an_exported_list_can_be_imported_elsewhere() {
    let (here, there) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds/allowed-emails.example.yaml");
    let said = begin(here.path(), &["import", example.to_str().unwrap()]);
    assert!(said.contains("shift-lead@example.org is now an admin\n"), "{said}");
    let exported = run(here.path(), 0, &["export"]);
    insta::assert_snapshot!("exported", exported);
    let file = there.path().join("list.yaml");
    std::fs::write(&file, &exported).unwrap();
    let file = file.to_str().unwrap();
    begin(there.path(), &["grant-admin", "ann@example.org", "volunteer@example.org"]);
    run(there.path(), 0, &["import", file]);
    assert!(list(there.path()).contains("ann@example.org  admin\n"), "import takes nobody off");
    assert!(
        list(there.path()).contains("volunteer@example.org  admin\n"),
        "nor a right that it says nothing of"
    );
    run(there.path(), 0, &["import", "--replace", file]);
    assert_eq!(run(there.path(), 0, &["export"]), exported);
    let again = run(there.path(), 0, &["import", "--replace", file]);
    assert_eq!(again, "Nothing to change: the list is already up to date.\n");

    let broken = exported.replace("email: coordinator@example.org", "email: coordinator");
    std::fs::write(file, broken).unwrap();
    let said = run(there.path(), 1, &["import", "--replace", file]);
    assert!(said.contains("list.yaml:2:") && said.contains("Invalid email format"), "{said}");
    assert_eq!(run(there.path(), 0, &["export"]), exported, "nothing of a file with a mistake is taken");
}

#[test]
fn every_change_names_the_list_it_is_about_to_change() {
    let data = TempDir::new().unwrap();
    let folder = std::path::absolute(data.path()).unwrap();
    begin(data.path(), &["grant-admin", "ann@example.org"]);
    for arguments in
        [["allow", "bob@example.org"], ["remove", "bob@example.org"], ["sign-out", "ann@example.org"]]
    {
        let output = access(data.path(), &arguments);
        assert_eq!(err(&output), format!("{CHANGING}SQLite, folder {}\n", folder.display()), "{arguments:?}");
    }
    // This line is printed for a refused change, too, so that it's clear which list refused it.
    let output = access(data.path(), &["remove", "ann@example.org"]);
    assert!(err(&output).starts_with(CHANGING), "{}", err(&output));
    for arguments in [vec!["list"], vec!["log"], vec!["export"], vec!["sessions"]] {
        assert_eq!(err(&access(data.path(), &arguments)), "", "{arguments:?} changes nothing");
    }
}

#[test]
fn a_blocked_person_stays_out_until_unblocked() {
    let data = TempDir::new().unwrap();
    let data = data.path();
    begin(data, &["grant-admin", "ann@example.org"]);
    run(data, 0, &["allow", "bob@example.org"]);
    let said = run(data, 0, &["block", "BOB@example.org", "eve@example.org"]);
    assert_eq!(
        said,
        "bob@example.org was removed from the list\nbob@example.org is now blocked\neve@example.org is now blocked\n"
    );
    assert_eq!(run(data, 0, &["block", "bob@example.org"]), "bob@example.org is already blocked\n");
    let blocked = "ann@example.org  admin\nbob@example.org  blocked\neve@example.org  blocked\n";
    assert_eq!(list(data), blocked);
    for arguments in [["allow", "bob@example.org"], ["grant-admin", "eve@example.org"]] {
        let said = run(data, 1, &arguments);
        assert!(said.contains("is blocked") && said.contains("callguide access unblock"), "{said}");
    }
    for arguments in [["block", "ann@example.org"], ["unblock", "cid@example.org"], ["block", "no address"]] {
        run(data, 1, &arguments);
    }
    assert_eq!(list(data), blocked);
    assert_eq!(run(data, 0, &["unblock", "bob@example.org"]), "bob@example.org is no longer blocked\n");
    assert_eq!(run(data, 0, &["allow", "bob@example.org"]), "bob@example.org is now on the list\n");
    assert_eq!(list(data), "ann@example.org  admin\nbob@example.org\neve@example.org  blocked\n");
    run(data, 0, &["sign-out", "bob@example.org", "ann@example.org"]);
    let log: AuditLog = serde_json::from_str(&run(data, 0, &["log", "--format", "json"])).unwrap();
    let newest = &log.entries[0];
    assert_eq!(newest.signed_out, ["ann@example.org", "bob@example.org"]);
    assert_eq!(newest.etag_before, newest.etag_after);
    let blocking = log.entries.iter().find(|line| !line.blocked.is_empty()).unwrap();
    assert_eq!((blocking.removed.len(), &blocking.removed[0]), (1, &blocking.blocked[0]));
    assert!(log.entries.iter().any(|line| line.unblocked == ["bob@example.org"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_and_can_be_ended() {
    let data = TempDir::new().unwrap();
    let engine = Engine::start(&data);
    assert_eq!(run(data.path(), 0, &["sessions"]), "Nobody is signed in.\n");
    let admin = engine.sign_in("admin@example.org").await;
    let volunteer = [0, 1].map(|_| engine.sign_in("volunteer@example.org"));
    let volunteer = futures_util::future::join_all(volunteer).await;
    let all = run(data.path(), 0, &["sessions"]);
    assert_eq!(all.lines().count(), 3, "{all}");
    let line = all.lines().next().unwrap();
    assert!(line.starts_with("admin@example.org  since 2") && line.contains(" UTC  last used 2"), "{line}");
    let hers = run(data.path(), 0, &["sessions", "Volunteer@example.org"]);
    assert!(hers.lines().count() == 2 && !hers.contains("admin@"), "{hers}");
    run(data.path(), 1, &["sessions", "no address"]);
    let said = run(data.path(), 0, &["sign-out", "volunteer@example.org"]);
    assert_eq!(said, "volunteer@example.org was signed out everywhere\n");
    assert_eq!(run(data.path(), 0, &["sessions", "volunteer@example.org"]), "Nobody is signed in.\n");
    let status = async |cookie| engine.get("/api/content", cookie).await.unwrap().status().as_u16();
    let started = Instant::now();
    while status(&volunteer[0]).await != 401 {
        assert!(started.elapsed() < SEEN_WITHIN, "it isn't seen");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!((status(&volunteer[1]).await, status(&admin).await), (401, 200));
    // The person may sign in again.
    let again = engine.sign_in("volunteer@example.org").await;
    assert_eq!(status(&again).await, 200);
    assert_eq!(run(data.path(), 0, &["sessions", "volunteer@example.org"]).lines().count(), 1);
}

/// Longer than another engine takes to see a change, even on a busy machine. How long it may take (`api.md`, "Who may
/// call what") is tested with a simulated clock, in `http/two_engines.rs`.
const SEEN_WITHIN: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread")]
async fn a_running_engine_sees_a_change_by_itself() {
    let data = TempDir::new().unwrap();
    let engine = Engine::start(&data);
    let volunteer = engine.sign_in("volunteer@example.org").await;
    let status = async || engine.get("/api/allowed-emails", &volunteer).await.unwrap().status().as_u16();
    let seen = async |expected: u16| {
        let started = Instant::now();
        while status().await != expected {
            assert!(started.elapsed() < SEEN_WITHIN, "{expected} isn't seen");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert_eq!(status().await, 403);
    run(data.path(), 0, &["grant-admin", "volunteer@example.org"]);
    seen(200).await;
    run(data.path(), 0, &["remove", "volunteer@example.org"]);
    seen(401).await;
}
