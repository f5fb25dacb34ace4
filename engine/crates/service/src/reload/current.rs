//! The current snapshot, recent versions, and the report of the last check of the content.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use arc_swap::ArcSwap;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use super::kept::{Kept, lock};
use super::pack::Pack;
use super::report::Report;
use super::versions::{VersionLimits, Versions};
use crate::clock::Clock;
use crate::metrics::Metrics;
use crate::stamp;
use callguide_content::content::parts_of_version;
use callguide_content::snapshot::{Bodies, Snapshot, Texts};
use callguide_search::api::status::{Attempt, ContentSource, ContentStatus, KeptVersion, Watching};

/// How old the content can get before volunteers are warned that it may be out of date.
const OLD: SignedDuration = SignedDuration::from_hours(24);

/// The snapshot being served, the versions that may still be in use, and the last report. Swapping the snapshot is a
/// single pointer swap.
#[derive(Debug)]
pub struct Current {
    now: ArcSwap<Snapshot>,
    pub(super) older: Mutex<Versions<Bodies>>,
    report: Mutex<Report>,
    changed: watch::Sender<Arc<str>>,
    /// Storage for the versions that survive a restart; `None` without a data folder.
    pub(super) kept: Option<Kept>,
    /// The file that another program touches when it has fetched the content.
    stamp: Option<PathBuf>,
    pub(super) clock: Clock,
    pub(super) metrics: Metrics,
}

impl Current {
    /// Serves `snapshot` with the default limits and no content folder.
    pub fn new(snapshot: Snapshot) -> Self {
        let report = Report::unread();
        Self::with(snapshot, report, VersionLimits::default(), Clock::machine(), Metrics::default())
    }

    /// Serves `snapshot`, whose `report` says where it came from; older versions are kept within `limits`.
    pub fn with(
        snapshot: Snapshot,
        report: Report,
        limits: VersionLimits,
        clock: Clock,
        metrics: Metrics,
    ) -> Self {
        let (changed, _) = watch::channel(snapshot.version().into());
        let current = Self {
            now: ArcSwap::from_pointee(snapshot),
            older: Mutex::new(Versions::new(limits)),
            report: Mutex::new(report),
            changed,
            kept: None,
            stamp: None,
            clock,
            metrics,
        };
        current.measure();
        current
    }

    /// Stores versions in `kept`, so that they survive a restart.
    #[must_use]
    pub fn keeping(self, kept: Kept) -> Self {
        Self { kept: Some(kept), ..self }
    }

    /// Sets the file that another program touches after it has fetched the content.
    #[must_use]
    pub fn stamped_by(self, stamp: Option<PathBuf>) -> Self {
        Self { stamp, ..self }
    }

    /// Returns the snapshot to answer one request from.
    pub fn get(&self) -> Arc<Snapshot> {
        self.now.load_full()
    }

    /// Returns the bodies of `version`, if it's current or may still be in use. This counts as a use.
    pub fn version(&self, version: &str) -> Option<Arc<Bodies>> {
        let now = self.get();
        if now.version() == version {
            return Some(now.bodies().clone());
        }
        let mut older = lock(&self.older);
        // Check again under the lock, because a version that was swapped out in the meantime is now among the older
        // ones.
        let now = self.get();
        if now.version() == version {
            return Some(now.bodies().clone());
        }
        older.ask(version, self.clock.passed())
    }

    /// Serves `snapshot` from now on and notifies all subscribers.
    pub fn swap(&self, snapshot: Snapshot) {
        self.exchange(None, snapshot, |_, _| {});
    }

    /// Swaps in the result of a check of the content, together with its report, so that nobody sees one without the
    /// other.
    pub fn load(&self, snapshot: Snapshot, attempt: Attempt, source: ContentSource) {
        self.exchange(None, snapshot, |report, _| report.note(attempt, Some(source)));
    }

    /// Serves `snapshot`, another period of the same files as `before`, if those files are still being served.
    /// Returns whether they are.
    pub(super) fn exchange_period(&self, before: &Arc<Snapshot>, snapshot: Snapshot) -> bool {
        self.exchange(Some(before), snapshot, |report, version| report.rename(before.version(), version))
    }

    /// Serves `snapshot`, and updates the report with `note`, which gets the new version. If `expected` is given, does
    /// so only if that snapshot is still being served, and returns whether it is.
    fn exchange(
        &self,
        expected: Option<&Arc<Snapshot>>,
        snapshot: Snapshot,
        note: impl FnOnce(&mut Report, &str),
    ) -> bool {
        let dropped = {
            let mut older = lock(&self.older);
            let (before, size, now) = (self.get(), snapshot.size(), self.clock.passed());
            if expected.is_some_and(|expected| !Arc::ptr_eq(expected, &before)) {
                return false;
            }
            older.forget(snapshot.version());
            let mut dropped = Vec::new();
            if before.version() != snapshot.version() {
                let bodies = before.bodies().clone();
                dropped = older.keep(before.version(), bodies, before.bodies().size(), size, now);
            }
            dropped.extend(older.prune(size, now));
            let version: Arc<str> = snapshot.version().into();
            self.now.store(Arc::new(snapshot));
            note(&mut lock(&self.report), &version);
            self.changed.send_replace(version);
            dropped
        };
        self.forget(&dropped);
        self.measure();
        true
    }

    /// Removes versions from disk that were dropped from memory for lack of room, unless another period of the same
    /// files is in use.
    pub(super) fn forget(&self, dropped: &[String]) {
        let Some(kept) = self.kept.as_ref().filter(|_| !dropped.is_empty()) else { return };
        let mut held = lock(&self.older).list(self.clock.passed());
        held.push((self.get().version().to_owned(), 0, Duration::ZERO));
        let is_held = |hash: &str| held.iter().any(|(version, ..)| hash_of(version) == hash);
        dropped.iter().map(|version| hash_of(version)).filter(|hash| !is_held(hash)).for_each(|hash| {
            kept.forget(hash);
        });
    }

    /// Stores the version with these `texts`, which is being served, so that it survives a restart. Blocks on disk I/O.
    pub fn keep(&self, texts: &Texts) {
        let Some(kept) = &self.kept else { return };
        let is_good = !self.is_fallback();
        kept.keep(Pack::of(texts), is_good, self.clock.now().into());
        self.measure();
    }

    /// Records on disk when versions were last used, retries failed writes, and sweeps. Call it periodically; blocks
    /// on disk I/O.
    pub fn tidy(&self) {
        let Some(kept) = &self.kept else { return };
        let (current, older, passed) = {
            let (mut older, passed) = (lock(&self.older), self.clock.passed());
            (self.get(), older.list(passed), passed)
        };
        let now = SystemTime::from(self.clock.now());
        // Latest first: if several periods of the same files were used, the last use counts.
        let mut used = vec![(hash_of(current.version()).to_owned(), now)];
        for (version, _, at) in older {
            if !used.iter().any(|(hash, _)| *hash == hash_of(&version)) {
                let at = now.checked_sub(passed.saturating_sub(at)).unwrap_or(now);
                used.push((hash_of(&version).to_owned(), at));
            }
        }
        kept.tidy(&used, now);
        self.measure();
    }

    /// Subscribes to the version being served, now and after each swap.
    pub fn subscribe(&self) -> watch::Receiver<Arc<str>> {
        self.changed.subscribe()
    }

    /// Records the result of a check of the content. `loaded` says where the content came from, if the check loaded
    /// it.
    pub fn report(&self, attempt: Attempt, loaded: Option<ContentSource>) {
        lock(&self.report).note(attempt, loaded);
        self.measure();
    }

    /// Records that a check of the folder finished, whether or not the folder had changed.
    pub fn looked(&self) {
        self.metrics.content_looked_at();
        if let Some(stamp) = &self.stamp {
            lock(&self.report).status.fetched_at = stamp::touched(stamp);
            self.measure();
        }
    }

    /// Records that the content was fetched, changed or not, or why it wasn't.
    pub fn fetched(&self, fetched: Result<(), String>) {
        let mut report = lock(&self.report);
        let before = report.status.fetch_problem.take();
        match fetched {
            Ok(()) => {
                report.status.fetched_at = Some(self.clock.now());
                if before.is_some() {
                    tracing::info!("the content can be fetched again");
                }
            }
            Err(problem) => {
                // Logged only once: an unreachable host is retried again and again.
                if before.as_ref() != Some(&problem) {
                    tracing::error!(
                        problem,
                        "the content can't be fetched; still serving the previous version"
                    );
                }
                report.status.fetch_problem = Some(problem);
            }
        }
        drop(report);
        self.measure();
    }

    /// Returns the time since which the content may be out of date: the time of the last successful check for newer
    /// content, if that was at least [`OLD`] ago; `None` if it was more recent or is unknown.
    pub fn old_since(&self) -> Option<Timestamp> {
        let fetched_at = lock(&self.report).status.fetched_at?;
        (self.clock.now().duration_since(fetched_at) >= OLD).then_some(fetched_at)
    }

    /// Records how edits are noticed.
    pub fn watched(&self, watching: Watching) {
        lock(&self.report).status.watching = watching;
    }

    /// Records how long a check of the folder has been running without a result; `None` once it has finished.
    pub fn overdue(&self, so_long: Option<Duration>) {
        let now = self.clock.passed();
        lock(&self.report).overdue = so_long.map(|so_long| now.saturating_sub(so_long));
        self.measure();
    }

    /// Returns whether the last good version or the fallback is served instead of the content.
    pub fn is_fallback(&self) -> bool {
        lock(&self.report).status.source != ContentSource::Content
    }

    /// Returns the status for an admin.
    pub fn status(&self) -> ContentStatus {
        // One lock for everything: no swap can happen between reading the current version, the older ones, and the
        // report.
        let (now, older, report) = {
            let mut older = lock(&self.older);
            (self.get(), older.list(self.clock.passed()), lock(&self.report).clone())
        };
        let passed = self.clock.passed();
        let current =
            KeptVersion { version: now.version().to_owned(), bytes: now.size(), last_used_seconds: 0 };
        let older = older.into_iter().map(|(version, bytes, used)| KeptVersion {
            version,
            bytes,
            last_used_seconds: passed.saturating_sub(used).as_secs(),
        });
        let versions: Vec<_> = std::iter::once(current).chain(older).collect();
        ContentStatus {
            version: now.version().to_owned(),
            period_since: now.period().since,
            period_until: now.period().until,
            preview: now.is_preview(),
            counts: now.counts().clone(),
            look_overdue_seconds: report.overdue.map(|since| passed.saturating_sub(since).as_secs()),
            versions_bytes: versions.iter().map(|kept| kept.bytes).sum(),
            versions,
            stored: self.kept.as_ref().map(Kept::summary),
            ..report.status
        }
    }

    /// Updates the metrics of the content being served.
    pub fn measure(&self) {
        let status = self.status();
        self.metrics.content(&status);
    }
}

/// Returns the hash that a version's files are stored under, which is the same for all of their periods.
fn hash_of(version: &str) -> &str {
    parts_of_version(version).0
}
