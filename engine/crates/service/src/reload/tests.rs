//! Versions across a restart: a second `Current` uses the folder that a first one wrote.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::{Current, ExaminedFolder, Kept, Pack, Report, Shelf, VersionLimits, attempt, read};
use crate::clock::Clock;
use crate::metrics::Metrics;
use callguide_content::snapshot::Texts;
use callguide_search::api::status::ContentSource;

const HOUR: Duration = Duration::from_secs(3600);

/// A small content folder, and a data folder that survives a restart.
struct World {
    base: tempfile::TempDir,
    clock: Clock,
    limits: VersionLimits,
}

/// An edit to the content: its reading, its text, and its version.
struct Edit {
    reading: ExaminedFolder,
    texts: Texts,
    version: String,
}

impl World {
    fn new() -> Self {
        let clock = Clock::set_to(jiff::Timestamp::now());
        Self {
            base: tempfile::tempdir().unwrap(),
            clock,
            limits: VersionLimits { time: 12 * HOUR, ..VersionLimits::default() },
        }
    }

    fn edit(&self, mark: &str) -> Edit {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/other-helpline");
        let own = self.base.path().join("content");
        for (name, bytes) in callguide_content::content::folder::read(&folder).unwrap().files {
            let file = own.join(&*name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
        let site = fs::read_to_string(own.join("site.yaml")).unwrap();
        fs::write(own.join("site.yaml"), format!("{site}\n# {mark}\n")).unwrap();
        let reading = ExaminedFolder::examine(
            read(&own).unwrap().unwrap(),
            &own,
            false,
            callguide_content::readings::Now::On(jiff::civil::date(2026, 11, 23)),
        );
        let version = reading.examined.draft.version();
        Edit { texts: reading.texts(), reading, version }
    }

    /// Starts an engine on `edit`.
    fn start(&self, edit: &mut Edit) -> Arc<Current> {
        let snapshot = edit.reading.snapshot.take().unwrap();
        let report = Report::started(ContentSource::Content, attempt(&edit.reading, Vec::new(), true));
        let current = Current::with(snapshot, report, self.limits, self.clock.clone(), Metrics::default());
        let current = current.keeping(Kept::new(self.shelf(), self.limits));
        current.keep(&edit.texts);
        Arc::new(current)
    }

    fn swap(&self, current: &Current, edit: &mut Edit) {
        current.swap(edit.reading.snapshot.take().unwrap());
        current.keep(&edit.texts);
    }

    fn shelf(&self) -> Shelf {
        Shelf::within(&self.base.path().join("data"))
    }

    fn is_on_disk(&self, edit: &Edit) -> bool {
        self.shelf().has(&edit.version)
    }
}

#[tokio::test]
async fn a_version_survives_a_restart_and_is_rebuilt_once() {
    let world = World::new();
    let [mut a, mut b] = ["a", "b"].map(|mark| world.edit(mark));
    let engine = world.start(&mut a);
    world.swap(&engine, &mut b);
    let served = engine.find(&a.version).await.unwrap();
    drop(engine);

    let engine = world.start(&mut world.edit("b"));
    let asked = (0..20).map(|_| {
        let (engine, version) = (engine.clone(), a.version.clone());
        tokio::spawn(async move { engine.find(&version).await.unwrap() })
    });
    let mut found = Vec::new();
    for asked in asked.collect::<Vec<_>>() {
        found.push(asked.await.unwrap());
    }
    let plain = callguide_content::snapshot::Encoding::Identity;
    assert_eq!(found[0].content().bytes(plain), served.content().bytes(plain));
    assert!(found.iter().all(|one| Arc::ptr_eq(one, &found[0])), "it was made once");
    assert_eq!(engine.status().versions.len(), 2);
    assert_eq!(engine.status().stored.unwrap().versions, 2);
}

#[tokio::test]
async fn looking_up_a_nonexistent_version_costs_nothing() {
    let world = World::new();
    let engine = world.start(&mut world.edit("a"));
    for name in ["", "nonsense", "../site", "last-good", "0123456789abcdef"] {
        assert!(engine.find(name).await.is_none(), "{name}");
    }
    let turn = engine.kept.as_ref().unwrap().turn.clone().try_lock_owned().unwrap();
    // A request for a name like this doesn't wait while a version is read back.
    assert!(engine.find("fedcba9876543210").await.is_none());
    drop(turn);
}

#[tokio::test]
async fn a_version_expires_by_its_last_use_even_across_restarts() {
    let world = World::new();
    let [mut a, mut b] = ["a", "b"].map(|mark| world.edit(mark));
    let engine = world.start(&mut a);
    world.swap(&engine, &mut b);
    for _ in 0..3 {
        world.clock.advance(7 * HOUR);
        assert!(engine.find(&a.version).await.is_some());
        engine.tidy();
    }
    drop(engine);
    world.clock.advance(7 * HOUR);
    let engine = world.start(&mut world.edit("b"));
    assert!(engine.find(&a.version).await.is_some(), "asked for 7 hours ago");
    engine.tidy();
    drop(engine);
    let engine = world.start(&mut world.edit("b"));
    world.clock.advance(12 * HOUR);
    assert!(world.is_on_disk(&a), "nothing has swept yet");
    assert!(engine.find(&a.version).await.is_none());
    engine.tidy();
    assert!(!world.is_on_disk(&a) && world.is_on_disk(&b));
}

#[tokio::test]
async fn the_served_version_stays_in_use_even_without_requests() {
    let world = World::new();
    let [mut a, mut b] = ["a", "b"].map(|mark| world.edit(mark));
    let engine = world.start(&mut a);
    world.clock.advance(100 * HOUR);
    engine.tidy();
    world.clock.advance(Duration::from_secs(60));
    world.swap(&engine, &mut b);
    drop(engine);
    let engine = world.start(&mut world.edit("b"));
    assert!(engine.find(&a.version).await.is_some(), "it was current a moment ago");
}

#[tokio::test]
async fn a_version_of_another_release_is_gone_but_stays_on_disk() {
    let world = World::new();
    let mut a = world.edit("a");
    let engine = world.start(&mut a);
    // Another release wrote this version: it's intact, but has a key and a file that this release doesn't know.
    let mut texts = a.texts.clone();
    for (name, text) in &mut texts {
        if &**name == "site.yaml" {
            *text = format!("{text}\nkey_of_another_time: true\n").into();
        }
    }
    let foreign = Pack::of(&texts);
    world.shelf().write(&foreign, world.clock.now().into()).unwrap();
    for _ in 0..3 {
        assert!(engine.find(&foreign.version).await.is_none());
    }
    engine.tidy();
    assert!(world.shelf().read(&foreign.version).is_some(), "a roll-back finds it");
    assert!(engine.find(&a.version).await.is_some());
}

#[tokio::test]
async fn a_stored_file_that_does_not_match_its_name_is_never_served() {
    let world = World::new();
    let [mut a, mut b] = ["a", "b"].map(|mark| world.edit(mark));
    let engine = world.start(&mut a);
    world.swap(&engine, &mut b);
    drop(engine);
    let file = world.shelf().folder().join(format!("{}.json.gz", a.version));
    fs::write(&file, &*Pack::of(&b.texts).bytes).unwrap();
    let engine = world.start(&mut world.edit("b"));
    assert!(engine.find(&a.version).await.is_none());
    assert!(!file.exists());
}

#[tokio::test]
async fn a_version_that_does_not_fit_in_memory_is_not_reloaded_repeatedly() {
    let mut world = World::new();
    let engine = world.start(&mut world.edit("a"));
    world.swap(&engine, &mut world.edit("b"));
    // On disk, where versions are compressed, a hundred would fit.
    let room_for_two = engine.status().versions_bytes * 11 / 10;
    for limits in
        [VersionLimits { memory: room_for_two, ..world.limits }, VersionLimits { number: 2, ..world.limits }]
    {
        world = World { limits, ..World::new() };
        let [mut a, mut b, mut c] = ["a", "b", "c"].map(|mark| world.edit(mark));
        let engine = world.start(&mut a);
        world.swap(&engine, &mut b);
        assert!(world.is_on_disk(&a), "{limits:?}");
        engine.swap(c.reading.snapshot.take().unwrap());
        assert!(engine.find(&a.version).await.is_none(), "{limits:?}");
        assert!(!world.is_on_disk(&a) && world.is_on_disk(&b), "{limits:?}");
    }
}

#[tokio::test]
async fn a_version_that_does_not_fit_is_gone_even_while_still_on_disk() {
    let world = World::new();
    let world = World { limits: VersionLimits { number: 1, ..world.limits }, ..world };
    let before = world.edit("a");
    let engine = world.start(&mut world.edit("b"));
    world.shelf().write(&Pack::of(&before.texts), world.clock.now().into()).unwrap();
    assert!(engine.find(&before.version).await.is_none());
    assert!(!world.is_on_disk(&before));
}

#[tokio::test]
async fn an_unwritable_disk_is_reported_and_retried_but_blocks_nobody() {
    let world = World::new();
    // Not even root can create a folder where a file exists.
    fs::write(world.base.path().join("data"), "").unwrap();
    let [mut a, mut b] = ["a", "b"].map(|mark| world.edit(mark));
    let engine = world.start(&mut a);
    world.swap(&engine, &mut b);
    assert!(engine.find(&a.version).await.is_some(), "it is in memory");
    engine.tidy();
    assert!(engine.status().stored.unwrap().problem.is_some());
    assert!(engine.metrics.text().contains("callguide_content_versions_store_problem 1"));

    fs::remove_file(world.base.path().join("data")).unwrap();
    engine.tidy();
    let stored = engine.status().stored.unwrap();
    assert_eq!((stored.problem, stored.versions), (None, 2));
    assert!(engine.metrics.text().contains("callguide_content_versions_stored 2"));
    assert_eq!(world.shelf().last_good(), Some(b.version.clone()));
    drop(engine);
    let engine = world.start(&mut world.edit("b"));
    assert!(engine.find(&a.version).await.is_some());
}

#[test]
fn engines_writing_the_same_file_at_once_do_not_interfere() {
    let world = World::new();
    let shelf = world.shelf();
    let versions = ["0123456789abcdef", "fedcba9876543210"];
    let write = || (0..50).try_for_each(|n| shelf.note_last_good(versions[n % 2]));
    std::thread::scope(|scope| {
        let both = [scope.spawn(write), scope.spawn(write)];
        for one in both {
            one.join().unwrap().expect("each writes a file of its own first");
        }
    });
    assert!(versions.contains(&shelf.last_good().unwrap().as_str()));
    assert_eq!(fs::read_dir(shelf.folder()).unwrap().count(), 1, "nothing unfinished is left");
}

#[test]
fn one_unwritable_version_does_not_keep_others_from_being_noted() {
    let world = World::new();
    let (kept, pack) = (Kept::new(world.shelf(), world.limits), Pack::of(&world.edit("a").texts));
    let now = SystemTime::from(world.clock.now());
    kept.keep(pack.clone(), false, now);
    // This pack's folder doesn't exist.
    let unwritable = Pack { version: "no/folder".into(), ..pack.clone() };
    kept.keep(unwritable.clone(), false, now);
    let later = now + HOUR;
    kept.tidy(&[unwritable.version, pack.version.clone()].map(|version| (version.to_string(), later)), later);
    assert!(kept.summary().problem.is_some());
    assert_eq!(world.shelf().stored(&pack.version).unwrap().used, later);
}

#[test]
fn a_good_version_not_on_disk_is_not_noted_as_last_good() {
    let world = World::new();
    let kept = Kept::new(world.shelf(), world.limits);
    let [a, b] = ["a", "b"].map(|mark| Pack::of(&world.edit(mark).texts));
    let now = SystemTime::from(world.clock.now());
    kept.keep(a.clone(), true, now);
    // A file can't replace a folder.
    fs::create_dir(world.shelf().folder().join(format!("{}.json.gz", b.version))).unwrap();
    kept.keep(b, true, now);
    assert!(kept.summary().problem.is_some());
    assert_eq!(world.shelf().last_good().as_deref(), Some(&*a.version), "a start on broken content needs it");
}

#[test]
fn the_body_of_all_trees_counts_toward_memory_once_built() {
    let snapshot = World::new().edit("a").reading.snapshot.unwrap();
    let before = snapshot.size();
    let trees = snapshot.bodies().all_trees().size();
    assert!(trees > 0);
    assert_eq!(snapshot.size(), before + trees);
}
