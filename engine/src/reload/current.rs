//! What is served now and lately, and what the last look at the content said.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use tokio::sync::watch;

use super::report::Report;
use super::versions::{Limits, Versions};
use crate::api::status::{Attempt, ContentSource, ContentStatus, KeptVersion, Watching};
use crate::clock::Clock;
use crate::metrics::Metrics;
use crate::snapshot::{Bodies, Snapshot};

/// The snapshot that is served now, the versions that may still be in use, and the last report.
/// Swapping the snapshot is one pointer.
#[derive(Debug)]
pub struct Current {
    now: ArcSwap<Snapshot>,
    older: Mutex<Versions<Bodies>>,
    report: Mutex<Report>,
    changed: watch::Sender<Arc<str>>,
    clock: Clock,
    metrics: Metrics,
}

impl Current {
    /// Serves `snapshot` with the usual limits; no folder stands behind it.
    pub fn new(snapshot: Snapshot) -> Self {
        let report = Report::unread();
        Self::with(snapshot, report, Limits::default(), Clock::machine(), Metrics::default())
    }

    /// Serves `snapshot`, of which `report` tells; older versions are kept within `limits`.
    pub fn with(snapshot: Snapshot, report: Report, limits: Limits, clock: Clock, metrics: Metrics) -> Self {
        let (changed, _) = watch::channel(snapshot.version().into());
        let current = Self {
            now: ArcSwap::from_pointee(snapshot),
            older: Mutex::new(Versions::new(limits)),
            report: Mutex::new(report),
            changed,
            clock,
            metrics,
        };
        current.measure();
        current
    }

    /// The snapshot to answer one request from.
    pub fn get(&self) -> Arc<Snapshot> {
        self.now.load_full()
    }

    /// What is served of `version`, where it is current or may still be in use. Counts as a use.
    pub fn version(&self, version: &str) -> Option<Arc<Bodies>> {
        let now = self.get();
        if now.version() == version {
            return Some(now.bodies().clone());
        }
        let mut older = lock(&self.older);
        // Asked again under the lock: a version that was swapped out meanwhile is among the older ones now.
        let now = self.get();
        if now.version() == version {
            return Some(now.bodies().clone());
        }
        older.ask(version, self.clock.passed())
    }

    /// Serves `snapshot` from now on, and tells everyone who listens.
    pub fn swap(&self, snapshot: Snapshot) {
        self.exchange(snapshot, None);
    }

    /// The same of what a look at the content brought: nobody sees the one without the other.
    pub fn load(&self, snapshot: Snapshot, attempt: Attempt, source: ContentSource) {
        self.exchange(snapshot, Some((attempt, source)));
    }

    fn exchange(&self, snapshot: Snapshot, told: Option<(Attempt, ContentSource)>) {
        {
            let mut older = lock(&self.older);
            let (before, size, now) = (self.get(), snapshot.size(), self.clock.passed());
            older.forget(snapshot.version());
            if before.version() != snapshot.version() {
                older.keep(before.version(), before.bodies().clone(), before.bodies().size(), size, now);
            }
            older.prune(size, now);
            let version = snapshot.version().into();
            self.now.store(Arc::new(snapshot));
            if let Some((attempt, source)) = told {
                lock(&self.report).note(attempt, Some(source));
            }
            self.changed.send_replace(version);
        }
        self.measure();
    }

    /// Tells the version that is served, now and at each swap.
    pub fn subscribe(&self) -> watch::Receiver<Arc<str>> {
        self.changed.subscribe()
    }

    /// Notes what a look at the content said; where it brought what is served, from where.
    pub fn report(&self, attempt: Attempt, loaded: Option<ContentSource>) {
        lock(&self.report).note(attempt, loaded);
        self.measure();
    }

    /// The folder was looked at to the end, whether it had changed or not.
    pub fn looked(&self) {
        self.metrics.content_looked_at();
    }

    /// Notes how edits are learnt of.
    pub fn watched(&self, watching: Watching) {
        lock(&self.report).watching = watching;
    }

    /// Whether the fallback is served instead of the content.
    pub fn is_fallback(&self) -> bool {
        lock(&self.report).source == ContentSource::Fallback
    }

    /// What an admin is told.
    pub fn status(&self) -> ContentStatus {
        // One lock for all: a swap can't come between the current version, the older ones and the report.
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
            loaded_at: report.loaded_at,
            changed_files: report.changed_files,
            source: report.source,
            preview: now.is_preview(),
            watching: report.watching,
            counts: now.counts().clone(),
            last_attempt: report.last_attempt,
            versions_bytes: versions.iter().map(|kept| kept.bytes).sum(),
            versions,
            store_unwritable_since: None,
        }
    }

    /// Writes what is served into the metrics.
    pub fn measure(&self) {
        let status = self.status();
        self.metrics.content(&status);
    }
}

/// A panic elsewhere leaves these whole: nothing in them is changed in steps.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
