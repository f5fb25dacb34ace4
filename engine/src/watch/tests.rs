//! What no content can bring about: a mistake of ours while an edit is examined.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{Settings, Watch};
use crate::api::status::ContentStatus;
use crate::examine::examine;
use crate::reload::{Current, Loader, Read, Reading, read};

const FAULT: &str = "here the engine has a mistake";

/// Examines as always, but for content that the engine has a mistake with.
fn examine_or_panic(read: Read, folder: &Path, preview: bool) -> Reading {
    let site = fs::read_to_string(folder.join("site.yaml")).unwrap();
    assert!(!site.contains(FAULT), "{FAULT}");
    Reading::examine(read, folder, preview)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to)
        } else {
            let _ = fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Waits, within a bound that nothing here comes near, until the status says what `is_so`.
fn wait(current: &Current, what: &str, is_so: impl Fn(&ContentStatus) -> bool) -> ContentStatus {
    let began = Instant::now();
    loop {
        let status = current.status();
        if is_so(&status) {
            return status;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "it was awaited that {what}: {status:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_panic_while_an_edit_is_examined_changes_nothing_and_the_next_edit_is_taken() {
    let base = tempfile::tempdir().unwrap();
    let folder = base.path().join("content");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/other-helpline"), &folder);
    let mut first = Reading::examine(read(&folder).unwrap().unwrap(), &folder, false);
    let current = Arc::new(Current::new(first.snapshot.take().unwrap()));
    let loader = Loader::new(&folder, false, Some(&first), first.digest.clone(), current.clone());
    let settings = Settings { events: true, poll: Duration::from_millis(200) };
    let _watch = Watch::start(loader.examining_by(examine_or_panic), settings).unwrap();

    let site = fs::read_to_string(folder.join("site.yaml")).unwrap();
    let before = current.get().version().to_owned();
    for round in ["one", "two"] {
        let served = current.get().version().to_owned();
        fs::write(folder.join("site.yaml"), format!("{site}\n# {round}: {FAULT}\n")).unwrap();
        let status = wait(&current, "the panic is told", |status| status.last_attempt.problem.is_some());
        assert!(!status.last_attempt.ok);
        assert!(status.last_attempt.problem.unwrap().contains("a mistake in Callguide"));
        assert_eq!(status.version, served, "the version before goes on");

        fs::write(folder.join("site.yaml"), format!("{site}\n# {round}\n")).unwrap();
        let version = examine(&folder, None).unwrap().draft.version();
        let status = wait(&current, "the next edit is served", |status| status.version == version);
        assert!(status.last_attempt.ok && status.last_attempt.problem.is_none(), "it clears the problem");
    }
    assert_ne!(current.get().version(), before);
}
