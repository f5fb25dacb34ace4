//! Which versions survive a restart, and whether storing them works: a full disk is reported but isn't fatal.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use jiff::Timestamp;

use super::pack::Pack;
use super::shelf::{Shelf, Stored, is_old};
use super::versions::VersionLimits;
use callguide_content::content::folder::Files;
use callguide_content::content::parts_of_version;
use callguide_search::api::status::StoredVersions;

/// How far this engine's clock may lag behind the clock of the engine where a contact began.
const AHEAD: Duration = Duration::from_secs(60);

/// The versions on disk, by their hashes, and those that should be on disk.
#[derive(Debug)]
pub struct Kept {
    shelf: Shelf,
    limits: VersionLimits,
    /// The packs of all versions held in memory, so that a failed write can be retried.
    packs: Mutex<BTreeMap<Arc<str>, Pack>>,
    /// The version to start with when the content is broken.
    last_good: Mutex<Option<Arc<str>>>,
    /// Versions that this program can't read although their files are intact. Their files stay, since an older or a
    /// newer program may be able to read them.
    unreadable: Mutex<BTreeSet<String>>,
    /// The start of each period of files that were read back, by the files' hash, so that we look only once for a
    /// period that doesn't exist.
    turns: Mutex<BTreeMap<String, Vec<Timestamp>>>,
    summary: Mutex<StoredVersions>,
    /// Held while a version is read back; other requests wait for it and then find the version.
    pub(super) turn: Arc<tokio::sync::Mutex<()>>,
}

impl Kept {
    /// Keeps versions on `shelf`, within the same limits as in memory.
    pub fn new(shelf: Shelf, limits: VersionLimits) -> Self {
        let kept = Self {
            shelf,
            limits,
            packs: Mutex::default(),
            last_good: Mutex::default(),
            unreadable: Mutex::default(),
            turns: Mutex::default(),
            summary: Mutex::default(),
            turn: Arc::default(),
        };
        kept.sum_up(&kept.shelf.list());
        kept
    }

    /// Returns the summary for an admin.
    pub fn summary(&self) -> StoredVersions {
        lock(&self.summary).clone()
    }

    /// Writes a version that is served from `now` on. If it `is_good`, the engine will start with it when the content
    /// is broken.
    pub(super) fn keep(&self, pack: Pack, is_good: bool, now: SystemTime) {
        let version = pack.version.clone();
        lock(&self.packs).insert(version.clone(), pack.clone());
        if is_good {
            *lock(&self.last_good) = Some(version.clone());
        }
        self.note(self.shelf.write(&pack, now).and_then(|()| self.note_last_good()));
        self.sum_up(&self.shelf.sweep(self.limits, &version, now));
    }

    /// Records uses (the first is that of the current version), writes missing files, and sweeps.
    pub(super) fn tidy(&self, used: &[(String, SystemTime)], now: SystemTime) {
        let held: BTreeSet<&str> = used.iter().map(|(version, _)| &**version).collect();
        lock(&self.packs).retain(|version, _| held.contains(&**version));
        // Even if a write fails, record the others, because they'd otherwise be swept while in use.
        let noted = used.iter().map(|(version, at)| self.refresh(version, *at)).fold(Ok(()), io::Result::and);
        self.note(noted.and_then(|()| self.note_last_good()));
        let current = used.first().map_or("", |(version, _)| &**version);
        let left = self.shelf.sweep(self.limits, current, now);
        let is_left = |version: &str| left.iter().any(|stored| stored.version == parts_of_version(version).0);
        lock(&self.unreadable).retain(|version| is_left(version));
        lock(&self.turns).retain(|hash, _| is_left(hash));
        self.sum_up(&left);
    }

    /// Records the last good version. Call this once the version is written: only versions on disk are named.
    fn note_last_good(&self) -> io::Result<()> {
        let version = lock(&self.last_good).clone();
        version.map_or(Ok(()), |version| self.shelf.note_last_good(&version))
    }

    fn refresh(&self, version: &str, used: SystemTime) -> io::Result<()> {
        if self.shelf.has(version) {
            return self.shelf.touch(version, used);
        }
        let pack = lock(&self.packs).get(version).cloned();
        pack.map_or(Ok(()), |pack| self.shelf.write(&pack, used))
    }

    /// Drops a version that there's no room for.
    pub(super) fn forget(&self, version: &str) {
        lock(&self.packs).remove(version);
        if self.shelf.last_good().as_deref() != Some(version) {
            self.shelf.remove(version);
        }
    }

    /// Returns whether it's worth trying to read `version` back. Checks only its name and its file's metadata.
    pub(super) fn may_have(&self, version: &str, now: SystemTime) -> bool {
        let (hash, since) = parts_of_version(version);
        // A period that hasn't begun was never served, and one that doesn't exist never will be.
        let may_be = since.is_none_or(|since| {
            SystemTime::from(since) <= now + AHEAD
                && lock(&self.turns).get(hash).is_none_or(|turns| turns.contains(&since))
        });
        let stored = self.shelf.stored(hash).filter(|stored| !is_old(stored, self.limits.time, now));
        may_be && stored.is_some() && !lock(&self.unreadable).contains(version)
    }

    /// Reads the files of the versions with this `hash`; one of those versions is now held in memory.
    pub(super) fn read(&self, hash: &str) -> Option<Files> {
        let (pack, files) = self.shelf.read(hash)?;
        lock(&self.packs).insert(pack.version.clone(), pack);
        Some(files)
    }

    /// Records the start of each period of the files with this `hash`; returns whether `since` is one of them.
    pub(super) fn has_period(&self, hash: &str, turns: &[Timestamp], since: Option<Timestamp>) -> bool {
        lock(&self.turns).insert(hash.to_owned(), turns.to_vec());
        since.is_none_or(|since| turns.contains(&since))
    }

    /// Marks a version that this program can't read, so that nobody tries again.
    pub(super) fn give_up(&self, version: &str) {
        lock(&self.unreadable).insert(version.to_owned());
    }

    fn note(&self, written: io::Result<()>) {
        let mut summary = lock(&self.summary);
        match written {
            Ok(()) if summary.problem.take().is_some() => {
                tracing::info!("versions can be kept again: contacts survive a restart");
            }
            Ok(()) => {}
            Err(error) => {
                // Logged only once, because writing is retried every minute. The path appears only in the log; the
                // page shows only the reason.
                let problem = error.kind().to_string();
                if summary.problem.replace(problem).is_none() {
                    tracing::warn!(
                        %error, folder = %self.shelf.folder().display(),
                        "versions can't be kept on disk: contacts won't survive a restart"
                    );
                }
            }
        }
    }

    fn sum_up(&self, stored: &[Stored]) {
        let mut summary = lock(&self.summary);
        summary.versions = stored.len();
        summary.bytes = stored.iter().map(|stored| stored.bytes).sum();
    }
}

/// Locks a mutex, ignoring poison: each of these values is changed in a single step, so a panic elsewhere leaves them
/// intact.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(data: &std::path::Path, limits: VersionLimits) -> Kept {
        Kept::new(Shelf::within(data), limits)
    }

    fn pack(text: &str) -> Pack {
        Pack::of(&vec![("site.yaml".into(), text.into())])
    }

    #[test]
    fn the_last_good_version_stays_on_disk_even_if_dropped_from_memory() {
        let data = tempfile::tempdir().unwrap();
        let (kept, now) = (kept(data.path(), VersionLimits::default()), SystemTime::now());
        let [good, fallback] = ["good", "fallback"].map(pack);
        kept.keep(good.clone(), true, now);
        kept.keep(fallback.clone(), false, now);
        kept.forget(&good.version);
        kept.forget(&fallback.version);
        assert!(kept.shelf.has(&good.version), "an engine that starts on broken content needs it");
        assert!(!kept.shelf.has(&fallback.version));
    }

    #[test]
    fn a_period_may_begin_only_as_far_ahead_as_clocks_may_differ() {
        let data = tempfile::tempdir().unwrap();
        let kept = kept(data.path(), VersionLimits::default());
        let pack = pack("a");
        let now: Timestamp = "2026-10-05T09:59:00Z".parse().unwrap();
        kept.keep(pack.clone(), true, now.into());
        let may_have = |period: &str| kept.may_have(&format!("{}-{period}", pack.version), now.into());
        assert!(may_have("20261005T1000Z") && !may_have("20261005T1001Z"));
    }
}
