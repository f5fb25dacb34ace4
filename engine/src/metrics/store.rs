//! What is counted of the document store, and what its disk has left.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use jiff::Timestamp;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::{durations, lock};

/// The document store, and the disk of the data folder.
#[derive(Debug)]
pub(super) struct Store {
    errors: Counter,
    failed_writes: Counter,
    writable: Gauge,
    durations: Family<Operation, Histogram, fn() -> Histogram>,
    /// Since when no write came through.
    failing: Mutex<Option<Timestamp>>,
    free: Gauge,
    /// The folder whose disk it is about.
    folder: Mutex<Option<PathBuf>>,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Operation {
    operation: &'static str,
}

impl Default for Store {
    fn default() -> Self {
        let store = Self {
            errors: Counter::default(),
            failed_writes: Counter::default(),
            writable: Gauge::default(),
            durations: Family::new_with_constructor(durations),
            failing: Mutex::default(),
            free: Gauge::default(),
            folder: Mutex::default(),
        };
        store.writable.set(1);
        store
    }
}

impl Store {
    /// Tells of it from now on, among `ours`.
    pub(super) fn register(&self, ours: &mut Registry) {
        ours.register("store_errors", "Times that the document store could not be used", self.errors.clone());
        ours.register(
            "store_failed_writes",
            "Times that the document store could not be written to, as on a full disk",
            self.failed_writes.clone(),
        );
        ours.register(
            "store_writable",
            "1 where the last write to the document store came through, or none was tried",
            self.writable.clone(),
        );
        ours.register(
            "store_operation_duration_seconds",
            "Time that the document store took, by operation",
            self.durations.clone(),
        );
        ours.register("data_free_bytes", "Free space on the disk of the data folder", self.free.clone());
    }

    /// Asks the disk how much is free.
    pub(super) fn measure(&self) {
        let folder = lock(&self.folder).clone();
        if let Some(free) = folder.and_then(|folder| rustix::fs::statvfs(&folder).ok()) {
            self.free.set(free.f_bavail.saturating_mul(free.f_frsize).try_into().unwrap_or(i64::MAX));
        }
    }
    /// `operation` was answered or given up after `took`.
    pub(super) fn took(&self, operation: &'static str, took: Duration) {
        self.durations.get_or_create(&Operation { operation }).observe(took.as_secs_f64());
    }

    /// It could not be used.
    pub(super) fn failed(&self) {
        self.errors.inc();
    }

    /// A write came through or did not; says whether that is news.
    pub(super) fn written(&self, came_through: bool) -> bool {
        let mut failing = lock(&self.failing);
        if !came_through {
            self.failed_writes.inc();
        }
        let is_news = failing.is_some() == came_through;
        if is_news {
            *failing = (!came_through).then(Timestamp::now);
            self.writable.set(came_through.into());
        }
        is_news
    }

    /// Since when no write came through; `None` where the last one did, or none was tried.
    pub(super) fn fails_since(&self) -> Option<Timestamp> {
        *lock(&self.failing)
    }

    /// Measures the disk of `folder` from now on.
    pub(super) fn watch_disk_of(&self, folder: &Path) {
        *lock(&self.folder) = Some(folder.to_owned());
    }
}
