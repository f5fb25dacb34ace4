//! Situations that content alone can't cause: a bug while examining an edit, a disk that doesn't answer, a new
//! folder with the inode number of the previous one, an edit that doesn't end.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use super::events::{roots_of, roots_of_equal_numbers};
use super::{LONGEST_EDIT, LONGEST_END, QUIET, Wait, Watch, WatchSettings, settle};
use crate::clock::Clock;
use crate::metrics::Metrics;
use crate::reload::{Current, ExaminedFolder, FolderBytes, Loader, Report, VersionLimits, read};
use callguide_content::examine::examine;
use callguide_search::api::status::ContentStatus;

const FAULT: &str = "here the engine has a mistake";

/// Examines as usual, but panics on content that triggers a simulated bug.
fn examine_or_panic(
    read: FolderBytes,
    folder: &Path,
    preview: bool,
    now: callguide_content::readings::Now,
) -> ExaminedFolder {
    let site = fs::read_to_string(folder.join("site.yaml")).unwrap();
    assert!(!site.contains(FAULT), "{FAULT}");
    ExaminedFolder::examine(read, folder, preview, now)
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

/// Waits until the status satisfies `is_so`, with a timeout far above what any test here needs.
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
fn a_panic_while_examining_an_edit_does_not_block_the_next_edit() {
    let base = tempfile::tempdir().unwrap();
    let folder = base.path().join("content");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/other-helpline"), &folder);
    let mut first = ExaminedFolder::examine(
        read(&folder).unwrap().unwrap(),
        &folder,
        false,
        callguide_content::readings::Now::On(jiff::civil::date(2026, 11, 23)),
    );
    let current = Arc::new(Current::new(first.snapshot.take().unwrap()));
    let loader = Loader::new(&folder, false, Some(&first), first.digest.clone(), current.clone());
    let settings = WatchSettings { events: true, poll: Duration::from_millis(200) };
    let _watch = Watch::start(loader.examining_by(examine_or_panic), settings).unwrap();

    let site = fs::read_to_string(folder.join("site.yaml")).unwrap();
    let before = current.get().version().to_owned();
    for round in ["one", "two"] {
        let served = current.get().version().to_owned();
        fs::write(folder.join("site.yaml"), format!("{site}\n# {round}: {FAULT}\n")).unwrap();
        let status = wait(&current, "the panic is told", |status| status.last_attempt.problem.is_some());
        assert!(!status.last_attempt.ok);
        assert!(status.last_attempt.problem.unwrap().contains("a bug in Callguide"));
        assert_eq!(status.version, served, "the version before goes on");

        fs::write(folder.join("site.yaml"), format!("{site}\n# {round}\n")).unwrap();
        let version = examine(&folder, callguide_content::readings::Now::On(jiff::civil::date(2026, 11, 23)))
            .unwrap()
            .draft
            .version();
        let status = wait(&current, "the next edit is served", |status| status.version == version);
        assert!(status.last_attempt.ok && status.last_attempt.problem.is_none(), "it clears the problem");
    }
    assert_ne!(current.get().version(), before);
}

/// Returns a content folder, and the objects that serve and load it.
fn served(base: &Path) -> (std::path::PathBuf, Arc<Current>, Loader, Metrics) {
    let folder = base.join("content");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/other-helpline"), &folder);
    let mut first = ExaminedFolder::examine(
        read(&folder).unwrap().unwrap(),
        &folder,
        false,
        callguide_content::readings::Now::On(jiff::civil::date(2026, 11, 23)),
    );
    let (snapshot, metrics) = (first.snapshot.take().unwrap(), Metrics::default());
    let (report, limits) = (Report::unread(), VersionLimits::default());
    let current = Arc::new(Current::with(snapshot, report, limits, Clock::machine(), metrics.clone()));
    let loader = Loader::new(&folder, false, Some(&first), first.digest.clone(), current.clone());
    (folder, current, loader, metrics)
}

const NEVER: Duration = Duration::from_secs(3600);

#[test]
fn a_recreated_folder_is_watched_even_if_its_inode_is_reused() {
    for whole in [true, false] {
        let base = tempfile::tempdir().unwrap();
        let (folder, current, loader, _) = served(base.path());
        let settings = WatchSettings { events: true, poll: NEVER };
        let _watch = Watch::start_with(loader, settings, NEVER, roots_of_equal_numbers).unwrap();
        wait(&current, "it listens", |status| {
            status.watching == callguide_search::api::status::Watching::Events
        });
        let part = if whole { folder.clone() } else { folder.join("faq") };
        for round in ["one", "two"] {
            let next = base.path().join("next");
            copy(&part, &next);
            let file = if whole { next.join("faq") } else { next.clone() };
            let file = fs::read_dir(file).unwrap().next().unwrap().unwrap().path();
            let text = fs::read_to_string(&file).unwrap();
            fs::write(&file, text.replacen("question: ", &format!("question: {round} "), 1)).unwrap();
            // The listener doesn't notice that the folder is gone.
            fs::remove_dir_all(&part).unwrap();
            fs::rename(&next, &part).unwrap();
            let version =
                examine(&folder, callguide_content::readings::Now::On(jiff::civil::date(2026, 11, 23)))
                    .unwrap()
                    .draft
                    .version();
            wait(&current, "the new folder is served", |status| status.version == version);
            let file = folder.join("faq").join(file.file_name().unwrap());
            let text = fs::read_to_string(&file).unwrap();
            fs::write(&file, text.replacen("question: ", "question: still ", 1)).unwrap();
            let version =
                examine(&folder, callguide_content::readings::Now::On(jiff::civil::date(2026, 11, 23)))
                    .unwrap()
                    .draft
                    .version();
            wait(&current, "an edit in it is served", |status| status.version == version);
        }
    }
}

/// Whether the disk hangs, and whether a check is waiting for it.
struct Disk {
    hangs: bool,
    awaited: bool,
}

static DISK: (Mutex<Disk>, Condvar) = (Mutex::new(Disk { hangs: false, awaited: false }), Condvar::new());

fn hang(hangs: bool) {
    DISK.0.lock().unwrap().hangs = hangs;
    DISK.1.notify_all();
}

/// Reads as usual, except while the disk hangs.
fn read_or_hang(folder: &Path) -> std::io::Result<Option<FolderBytes>> {
    let mut disk = DISK.0.lock().unwrap();
    disk.awaited = disk.hangs;
    disk = DISK.1.wait_while(disk, |disk| disk.hangs).unwrap();
    disk.awaited = false;
    drop(disk);
    read(folder)
}

#[test]
fn a_check_that_hangs_is_reported_and_blocks_nothing() {
    let base = tempfile::tempdir().unwrap();
    let (folder, current, loader, metrics) = served(base.path());
    let settings = WatchSettings { events: true, poll: NEVER };
    let patience = Duration::from_millis(50);
    let loader = loader.reading_by(read_or_hang);
    let watch = Watch::start_with(loader, settings, patience, roots_of).unwrap();
    wait(&current, "it listens", |status| status.watching == callguide_search::api::status::Watching::Events);
    let before = current.get().version().to_owned();
    let site = fs::read_to_string(folder.join("site.yaml")).unwrap();

    hang(true);
    fs::write(folder.join("site.yaml"), format!("{site}\n# one\n")).unwrap();
    let late = |metrics: &Metrics| {
        let text = metrics.text();
        let line =
            text.lines().find(|line| line.starts_with("callguide_content_look_overdue_seconds ")).unwrap();
        line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()
    };
    // A check that's merely slow may also be reported and then finish, so wait for the one that's stuck on the disk.
    let told = |status: &ContentStatus| {
        DISK.0.lock().unwrap().awaited && status.look_overdue_seconds.is_some() && late(&metrics) > 0
    };
    let status = wait(&current, "it is told", told);
    assert_eq!((status.version, current.get().version()), (before.clone(), &*before), "it goes on serving");

    hang(false);
    let version = examine(&folder, callguide_content::readings::Now::On(jiff::civil::date(2026, 11, 23)))
        .unwrap()
        .draft
        .version();
    // A later check, which reads what the edit left, may also exceed this short timeout.
    let back = |status: &ContentStatus| {
        status.version == version && status.look_overdue_seconds.is_none() && late(&metrics) == 0
    };
    wait(&current, "it came back, and the edit is served", back);

    hang(true);
    fs::write(folder.join("site.yaml"), format!("{site}\n# two\n")).unwrap();
    wait(&current, "it is told again", told);
    let (ended, has_ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        drop(watch);
        ended.send(()).unwrap();
    });
    assert!(
        has_ended.recv_timeout(LONGEST_END + Duration::from_secs(30)).is_ok(),
        "the stop waits for the disk"
    );
    hang(false);
}

/// Returns how long an edit takes on a simulated clock. Hints come at intervals of `every` for the duration
/// `hints`, and the folder changes without hints for the duration `changes`.
fn takes(every: Duration, hints: Duration, changes: Duration) -> Duration {
    let now = Cell::new(Duration::ZERO);
    let wait = |quiet: Duration| {
        let hinted = now.get() < hints && every < quiet;
        now.set(now.get() + if hinted { every } else { quiet });
        if hinted { Wait::Hinted } else { Wait::Quiet }
    };
    settle(|| now.get(), wait, || now.get().min(changes));
    now.get()
}

const MILLISECOND: Duration = Duration::from_millis(1);
const EVER: Duration = Duration::MAX;

#[test]
fn a_continuing_edit_is_examined_within_the_maximum_time() {
    for every in [MILLISECOND, 7 * MILLISECOND, 59 * MILLISECOND] {
        let hinted = takes(every, EVER, Duration::ZERO);
        assert!((LONGEST_EDIT..LONGEST_EDIT + QUIET).contains(&hinted), "{every:?}: {hinted:?}");
    }
    let unheard = takes(EVER, EVER, EVER);
    assert!((LONGEST_EDIT..LONGEST_EDIT + QUIET).contains(&unheard), "{unheard:?}");
}

#[test]
fn an_edit_ends_after_a_quiet_time_without_events_or_changes() {
    assert_eq!(takes(EVER, EVER, Duration::ZERO), QUIET);
    assert_eq!(takes(10 * MILLISECOND, 200 * MILLISECOND, Duration::ZERO), 200 * MILLISECOND + QUIET);
    // It changed during the quiet time, and the event was lost, so the edit isn't over yet.
    assert_eq!(takes(EVER, EVER, 100 * MILLISECOND), 3 * QUIET);
}

#[test]
fn stopping_does_not_wait_for_an_edit_to_settle() {
    let waits = Cell::new(0);
    settle(
        || Duration::ZERO,
        |_| {
            waits.set(waits.get() + 1);
            Wait::Over
        },
        || 0,
    );
    assert_eq!(waits.get(), 1);
}
