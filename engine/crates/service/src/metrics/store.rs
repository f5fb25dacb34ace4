//! The document store's latency, whether it accepts writes, and the free space on its disk.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use jiff::Timestamp;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::content::seconds;
use super::{Metrics, durations, lock};
use crate::stamp;
use callguide_search::api::status::Backup;

#[derive(Debug)]
pub(super) struct Store {
    errors: Counter,
    failed_writes: Counter,
    writable: Gauge,
    durations: Family<Operation, Histogram, fn() -> Histogram>,
    /// The time since which all writes have failed.
    failing: Mutex<Option<Timestamp>>,
    free: Gauge,
    /// The folder whose disk is measured.
    folder: Mutex<Option<PathBuf>>,
    last_backup: Gauge<f64, AtomicU64>,
    /// The file that a backup touches; `None` if we don't back up the store.
    backup_stamp: Mutex<Option<PathBuf>>,
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
            last_backup: Gauge::default(),
            backup_stamp: Mutex::default(),
        };
        store.writable.set(1);
        store
    }
}

impl Store {
    pub(super) fn register(&self, ours: &mut Registry) {
        ours.register(
            "store_errors",
            "Number of times the document store couldn't be used",
            self.errors.clone(),
        );
        ours.register(
            "store_failed_writes",
            "Number of times the document store couldn't be written to, for example because the disk was full",
            self.failed_writes.clone(),
        );
        ours.register(
            "store_writable",
            "1 if the last write to the document store succeeded, or none was tried",
            self.writable.clone(),
        );
        ours.register(
            "store_operation_duration_seconds",
            "Time taken by the document store, by operation",
            self.durations.clone(),
        );
        ours.register(
            "last_backup_timestamp_seconds",
            "When the store was last backed up; 0 if never, NaN if unknown",
            self.last_backup.clone(),
        );
        ours.register("data_free_bytes", "Free space on the disk of the data folder", self.free.clone());
    }

    /// Returns when the store was last backed up, if ever; `None` if we don't back it up.
    fn backed_up(&self) -> Option<Option<Timestamp>> {
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

impl Metrics {
    /// Records how long the document store took for `operation`, whether it answered or gave up.
    pub fn store_operation(&self, operation: &'static str, took: Duration) {
        self.0.store.durations.get_or_create(&Operation { operation }).observe(took.as_secs_f64());
    }

    /// Records that the document store couldn't be used.
    pub fn store_error(&self) {
        self.0.store.errors.inc();
    }

    /// Records whether a write to the document store succeeded; returns whether that is a change.
    pub fn store_write(&self, came_through: bool) -> bool {
        let store = &self.0.store;
        let mut failing = lock(&store.failing);
        if !came_through {
            store.failed_writes.inc();
        }
        let is_news = failing.is_some() == came_through;
        if is_news {
            *failing = (!came_through).then(Timestamp::now);
            store.writable.set(came_through.into());
        }
        is_news
    }

    /// Returns since when all writes to the document store have failed; `None` if the last one succeeded or none was
    /// tried.
    pub fn store_fails_to_write_since(&self) -> Option<Timestamp> {
        *lock(&self.0.store.failing)
    }

    /// Reports from now on when the store in `data` was last backed up.
    pub fn watch_backups_of(&self, data: &Path) {
        *lock(&self.0.store.backup_stamp) = Some(stamp::of_backup(data));
    }

    /// Returns the last backup; `None` if we don't back up the store.
    pub fn backup(&self) -> Option<Backup> {
        self.0.store.backed_up().map(|last_success| Backup { last_success })
    }

    /// Reports from now on the free space on the disk of `folder`.
    pub fn watch_disk_of(&self, folder: &Path) {
        *lock(&self.0.store.folder) = Some(folder.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_disk_has_left_is_told() {
        let metrics = Metrics::default();
        let free = || {
            let text = metrics.text();
            let line = text.lines().find_map(|line| line.strip_prefix("callguide_data_free_bytes "));
            line.unwrap().parse::<u64>().unwrap()
        };
        assert_eq!(free(), 0, "of no folder nothing is known");
        metrics.watch_disk_of(Path::new("."));
        assert!(free() > 0);
    }

    #[test]
    fn the_last_backup_is_told_never_too_and_not_where_there_is_none_to_tell_of() {
        let (metrics, data) = (Metrics::default(), tempfile::tempdir().unwrap());
        let told = || {
            let text = metrics.text();
            let line =
                text.lines().find_map(|line| line.strip_prefix("callguide_last_backup_timestamp_seconds "));
            line.unwrap().parse::<f64>().unwrap()
        };
        assert!(told().is_nan() && metrics.backup().is_none());
        metrics.watch_backups_of(data.path());
        assert_eq!((told(), metrics.backup().unwrap().last_success), (0.0, None));
        stamp::touch(&stamp::of_backup(data.path())).unwrap();
        assert!(told() > 1e9 && metrics.backup().unwrap().last_success.is_some());
    }

    #[test]
    fn writes_that_fail_are_news_once() {
        let metrics = Metrics::default();
        let told = [true, false, false, true, true].map(|came_through| metrics.store_write(came_through));
        assert_eq!(told, [false, true, false, true, false]);
        assert!(metrics.text().contains("callguide_store_failed_writes_total 2"));
        assert!(metrics.store_fails_to_write_since().is_none());
        metrics.store_write(false);
        assert!(metrics.text().contains("callguide_store_writable 0"));
        assert!(metrics.store_fails_to_write_since().is_some());
    }
}
