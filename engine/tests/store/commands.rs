//! Tests `callguide backup` and `callguide restore` as separate processes, and the errors about
//! settings.

use std::path::Path;
use std::process::{Command, Output};

use callguide::store::{CollectionId, DocumentStore as _, SqliteStore, Write};
use tempfile::TempDir;

use crate::double::{Double, PROJECT};
use crate::numbered::entries;

fn callguide(args: &[&str], set: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.args(args).env_clear().envs(set.iter().copied()).output().unwrap()
}

/// Returns the exit status, standard output, and standard error, with the folder's name replaced.
fn told(output: &Output, folder: &Path) -> String {
    let text = |bytes: &[u8]| {
        String::from_utf8_lossy(bytes).replace(&folder.display().to_string(), "DIR").trim().to_owned()
    };
    let status = output.status.code().map_or("none".to_owned(), |code| code.to_string());
    format!("{status}: {}{}", text(&output.stdout), text(&output.stderr))
}

fn store(data: &Path) -> SqliteStore {
    SqliteStore::open(data, &[Write::set(entries().document("one").unwrap(), Default::default())]).unwrap()
}

#[test]
fn backup_and_restore_explain_what_they_did_or_refused() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (data, file) = (at("data"), at("monday.sqlite"));
    let run = |args: &[&str]| told(&callguide(args, &[("CALLGUIDE_DATA", &data)]), folder.path());

    assert_eq!(
        run(&["backup", &file]),
        "2: callguide: DIR/data has no documents to back up: name the data folder with --data"
    );
    let engine = store(Path::new(&data));
    assert_eq!(run(&["backup", &file]), "0: DIR/monday.sqlite contains 1 document");
    assert_eq!(
        run(&["backup", &file]),
        "1: callguide: DIR/monday.sqlite already exists: name another file, or replace it with --force"
    );
    assert_eq!(run(&["backup", "--force", &file]), "0: DIR/monday.sqlite contains 1 document");
    // The command takes either a file or a folder for daily backups. A daily backup that fails reports
    // the error and exits.
    for none in [&["backup"][..], &["backup", &file, "--daily", &at("daily")]] {
        assert!(run(none).starts_with("2: error: "), "{none:?}");
    }
    let daily = run(&["backup", "--daily", &at("daily")]);
    assert!(daily.starts_with("2: callguide: DIR/daily"), "{daily}");
    assert_eq!(
        run(&["restore", &file]),
        "1: callguide: DIR/data is in use: stop the engine that serves from it, then restore"
    );
    drop(engine);
    let done = run(&["restore", &file]);
    assert!(
        done.starts_with(
            "0: restored 1 documents from DIR/monday.sqlite, without its sessions and sign-ins\nthe previous documents are kept as DIR/data/documents.replaced-"
        ),
        "{done}"
    );
    assert!(
        run(&["restore", &at("none")])
            .starts_with("1: callguide: DIR/none isn't a backup that can be restored: ")
    );
    for command in ["backup", "restore"] {
        let elsewhere = run(&[command, "--store", "firestore", &file]);
        assert!(elsewhere.starts_with("1: callguide: this "), "{elsewhere}");
        assert!(elsewhere.contains(" only the SQLite store: "), "{elsewhere}");
    }
}

/// Returns the error that `serve` prints when it refuses a setting.
fn refused(option: &str, variable: &str, value: &str) -> String {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data").display().to_string();
    let by_option = callguide(&["serve", &format!("{option}={value}"), "--data", &data], &[]);
    let by_variable = callguide(&["serve", "--data", &data], &[(variable, value)]);
    assert_eq!(by_option.status.code(), Some(2));
    assert_eq!(by_variable.status.code(), Some(2));
    assert!(!folder.path().join("data").exists(), "something was begun");
    let [option, variable] = [by_option, by_variable].map(|output| {
        let text = String::from_utf8(output.stderr).unwrap();
        text.lines().next().unwrap().trim_end().to_owned()
    });
    assert_eq!(option, variable);
    option
}

#[test]
fn an_invalid_setting_is_reported_with_its_name_value_and_range() {
    let cache = |value| refused("--cache-size", "CALLGUIDE_CACHE_SIZE", value);
    for value in ["1048575", "0", "-2", "lots", ""] {
        assert_eq!(
            cache(value),
            format!(
                "error: invalid value '{value}' for '--cache-size <BYTES>': \
                 the cache size must be -1 (no limit) or at least 1048576 bytes, but is {value}"
            )
            .trim_end()
        );
    }
    let polling = |value| refused("--long-polling-timeout", "CALLGUIDE_LONG_POLLING_TIMEOUT", value);
    for value in ["4.9", "30.1", "-5", "5s", "NaN"] {
        assert_eq!(
            polling(value),
            format!(
                "error: invalid value '{value}' for '--long-polling-timeout <SECONDS>': \
                 the long-polling timeout must be a number of seconds from 5 to 30, but is {value}"
            )
        );
    }
    let database = refused("--firestore-database", "CALLGUIDE_FIRESTORE_DATABASE", "No");
    assert!(database.ends_with("starting with a letter, but this is \"No\""), "{database}");
    let project = refused("--firestore-project", "CALLGUIDE_FIRESTORE_PROJECT", "a/b");
    assert!(project.ends_with("letters, digits, and hyphens, but this is \"a/b\""), "{project}");
    let emulator = refused("--firestore-emulator", "FIRESTORE_EMULATOR_HOST", "http://localhost:1");
    assert!(
        emulator.ends_with("an emulator must be given as host:port, but this is \"http://localhost:1\""),
        "{emulator}"
    );
}

#[test]
fn firestore_wants_a_project() {
    let folder = TempDir::new().unwrap();
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../content");
    let output = callguide(
        &["serve", "--listen", "127.0.0.1:0", "--content", content, "--log", "error"],
        &[("CALLGUIDE_STORE", "firestore")],
    );
    assert_eq!(
        told(&output, folder.path()),
        "2: callguide: --store firestore needs a project: specify it with --firestore-project"
    );
}

/// Runs the whole engine against the double: the engine is configured through its environment, and is ready only while
/// the database answers.
#[tokio::test]
async fn the_engine_works_with_an_emulator() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let double = Double::start().await;
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../content");
    double.set_away(true);
    let data = TempDir::new().unwrap();
    let mut engine = Command::new(env!("CARGO_BIN_EXE_callguide"))
        .args(["serve", "--listen", "127.0.0.1:0", "--content", content, "--log", "error"])
        .env_clear()
        .env("CALLGUIDE_DATA", data.path())
        .env("CALLGUIDE_STORE", "firestore")
        .env("CALLGUIDE_FIRESTORE_PROJECT", PROJECT)
        .env("FIRESTORE_EMULATOR_HOST", double.host())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let out = engine.stdout.take().unwrap();
    let line = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
        line
    });
    let line = line.await.unwrap();
    let address = line.strip_prefix("Callguide is ready: ").unwrap().split('#').next().unwrap().to_owned();
    let ready = || async { reqwest::get(format!("{address}readyz")).await.unwrap().status().as_u16() };
    let away = ready().await;
    double.set_away(false);
    // The engine is ready soon, because a failed read of the installation's key is retried after a
    // moment.
    let back = tokio::time::timeout(std::time::Duration::from_secs(20), async {
        while ready().await != 200 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    });
    let back = back.await.is_ok();
    engine.kill().unwrap();
    engine.wait().unwrap();
    assert_eq!((away, back), (503, true));
    // A shared store isn't seeded; only the installation's key is created.
    assert_eq!(double.len(), 1);
}

/// Sessions and sign-in attempts from before a restore are no longer valid after it, and another
/// program's documents are restored unchanged.
#[tokio::test]
async fn a_restore_leaves_out_sessions_attempts_and_the_key() {
    let folder = TempDir::new().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("monday.sqlite"));
    let kept = ["allowedEmails", "callguide-audit", "callguide-people", "sessions", "other-sessions"];
    let left = ["callguide-sessions", "callguide-signIns", "callguide-installation"];
    let path = |name: &str| CollectionId::new(name).unwrap().document("one").unwrap();
    let writes: Vec<_> =
        kept.iter().chain(&left).map(|name| Write::set(path(name), Default::default())).collect();
    drop(SqliteStore::open(&data, &writes).unwrap());
    let (data_text, file) = (data.display().to_string(), file.display().to_string());
    let set = [("CALLGUIDE_DATA", data_text.as_str())];
    assert_eq!(callguide(&["backup", &file], &set).status.code(), Some(0));
    assert_eq!(callguide(&["restore", &file], &set).status.code(), Some(0));
    let store = SqliteStore::open(&data, &[]).unwrap();
    for (name, is_there) in kept.map(|name| (name, true)).into_iter().chain(left.map(|name| (name, false))) {
        assert_eq!(store.get(&path(name)).await.unwrap().is_some(), is_there, "{name}");
    }
    // Another installation in the same database uses a different prefix.
    drop(store);
    let set = [set[0], ("CALLGUIDE_STORE_PREFIX", "other-")];
    assert_eq!(callguide(&["restore", &file], &set).status.code(), Some(0));
    let store = SqliteStore::open(&data, &[]).unwrap();
    for (name, is_there) in [("callguide-sessions", true), ("other-sessions", false), ("sessions", true)] {
        assert_eq!(store.get(&path(name)).await.unwrap().is_some(), is_there, "{name}");
    }
}

#[test]
fn an_invalid_prefix_is_rejected() {
    for bad in ["", "a/b", ".."] {
        let refused = callguide(&["access", "list", "--store-prefix", bad], &[]);
        assert_eq!(refused.status.code(), Some(2), "{bad:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("--store-prefix"), "{bad:?}");
    }
}
