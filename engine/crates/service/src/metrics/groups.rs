//! The metrics of the content being served and of the last check of its folder, and those of the document store:
//! its latency, whether it accepts writes, and the free space on its disk.

use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry};

use crate::stamp;

/// The names and values of a metric's labels.
pub(super) type Labels<const N: usize> = [(&'static str, String); N];

/// Durations by one label.
pub(super) type Durations = Family<Labels<1>, Histogram, fn() -> Histogram>;

/// Registers a new metric.
pub(super) fn add<M: Metric + Clone + Default>(ours: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    ours.register(name, help, metric.clone());
    metric
}

/// Registers new histograms, from 0.1 ms (most responses are faster) to 10 s.
pub(super) fn add_durations(ours: &mut Registry, name: &str, help: &str) -> Durations {
    let durations = Durations::new_with_constructor(|| {
        Histogram::new([0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0])
    });
    ours.register(name, help, durations.clone());
    durations
}

#[derive(Debug)]
pub(super) struct ContentMetrics {
    pub ok: Gauge,
    pub fallback: Gauge,
    pub last_attempt: Gauge<f64, AtomicU64>,
    pub last_look: Gauge<f64, AtomicU64>,
    pub last_fetch: Gauge<f64, AtomicU64>,
    pub loaded: Gauge<f64, AtomicU64>,
    pub next_turn: Gauge<f64, AtomicU64>,
    pub look_overdue: Gauge,
    pub findings: Family<Labels<1>, Gauge>,
    pub version: Family<Labels<1>, Gauge>,
    pub versions: Gauge,
    pub versions_bytes: Gauge,
    pub stored: Gauge,
    pub stored_bytes: Gauge,
    pub store_problem: Gauge,
}

impl ContentMetrics {
    pub(super) fn added_to(ours: &mut Registry) -> Self {
        Self {
            ok: add(ours, "content_ok", "1 if the last check of the content succeeded"),
            fallback: add(
                ours,
                "content_fallback",
                "1 if the last good version or the fallback is served because the content was broken at startup",
            ),
            last_attempt: add(
                ours,
                "content_last_attempt_timestamp_seconds",
                "When the content was last checked after a change",
            ),
            last_look: add(
                ours,
                "content_last_look_timestamp_seconds",
                "When a check of the content folder last finished, changed or not",
            ),
            last_fetch: add(
                ours,
                "content_last_fetch_timestamp_seconds",
                "When the content was last fetched, changed or not; NaN if unknown",
            ),
            loaded: add(ours, "content_last_success_timestamp_seconds", "When the served files were loaded"),
            next_turn: add(
                ours,
                "content_next_turn_timestamp_seconds",
                "When the next scheduled change of the content takes effect; 0 if there is none",
            ),
            findings: add(ours, "content_findings", "Findings from the last check"),
            version: add(ours, "content_version", "1 for the served version"),
            versions: add(ours, "content_versions", "Retained versions"),
            versions_bytes: add(ours, "content_versions_bytes", "Memory used by retained versions"),
            look_overdue: add(
                ours,
                "content_look_overdue_seconds",
                "How long an overdue check of the content folder has been running; 0 if none is overdue",
            ),
            stored: add(
                ours,
                "content_versions_stored",
                "Versions in the data folder, which survive a restart",
            ),
            stored_bytes: add(ours, "content_versions_stored_bytes", "Disk space used by those versions"),
            store_problem: add(
                ours,
                "content_versions_store_problem",
                "1 while a version in use can't be written to the data folder, for example because the disk is full",
            ),
        }
    }
}

#[derive(Debug)]
pub(super) struct StoreMetrics {
    pub errors: Counter,
    pub failed_writes: Counter,
    pub writable: Gauge,
    pub durations: Durations,
    /// The time since which all writes have failed.
    pub failing: Mutex<Option<Timestamp>>,
    pub free: Gauge,
    /// The folder whose disk is measured.
    pub folder: Mutex<Option<PathBuf>>,
    pub last_backup: Gauge<f64, AtomicU64>,
    /// The file that a backup touches; `None` if we don't back up the store.
    pub backup_stamp: Mutex<Option<PathBuf>>,
}

impl StoreMetrics {
    pub(super) fn added_to(ours: &mut Registry) -> Self {
        let store = Self {
            errors: add(ours, "store_errors", "Number of times the document store couldn't be used"),
            failed_writes: add(
                ours,
                "store_failed_writes",
                "Number of times the document store couldn't be written to, for example because the disk was full",
            ),
            writable: add(
                ours,
                "store_writable",
                "1 if the last write to the document store succeeded, or none was tried",
            ),
            durations: add_durations(
                ours,
                "store_operation_duration_seconds",
                "Time taken by the document store, by operation",
            ),
            last_backup: add(
                ours,
                "last_backup_timestamp_seconds",
                "When the store was last backed up; 0 if never, NaN if unknown",
            ),
            free: add(ours, "data_free_bytes", "Free space on the disk that holds the data folder"),
            failing: Mutex::default(),
            folder: Mutex::default(),
            backup_stamp: Mutex::default(),
        };
        store.writable.set(1);
        store
    }

    /// Returns when the store was last backed up, if ever; `None` if we don't back it up.
    pub(super) fn backed_up(&self) -> Option<Option<Timestamp>> {
        Some(stamp::touched(lock(&self.backup_stamp).as_ref()?))
    }

    /// Updates the free disk space and the time of the last backup.
    pub(super) fn measure(&self) {
        let backed_up = self.backed_up().map(|at| at.map_or(0.0, seconds));
        self.last_backup.set(backed_up.unwrap_or(f64::NAN));
        let folder = lock(&self.folder).clone();
        if let Some(free) = folder.and_then(|folder| rustix::fs::statvfs(&folder).ok()) {
            self.free.set(free.f_bavail.saturating_mul(free.f_frsize).try_into().unwrap_or(i64::MAX));
        }
    }
}

pub(super) fn seconds(at: Timestamp) -> f64 {
    at.as_millisecond() as f64 / 1e3
}

/// Locks a mutex, ignoring poison: each of these values is changed in a single step, so a panic can't leave one
/// half-changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
