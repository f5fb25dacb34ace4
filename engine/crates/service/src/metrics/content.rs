//! The content being served, and the last look at its folder.

use std::sync::atomic::AtomicU64;

use jiff::Timestamp;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::Metrics;
use callguide_search::api::status::{ContentSource, ContentStatus};

#[derive(Debug, Default)]
pub(super) struct Content {
    ok: Gauge,
    fallback: Gauge,
    last_attempt: Gauge<f64, AtomicU64>,
    last_look: Gauge<f64, AtomicU64>,
    last_fetch: Gauge<f64, AtomicU64>,
    loaded: Gauge<f64, AtomicU64>,
    next_turn: Gauge<f64, AtomicU64>,
    look_overdue: Gauge,
    findings: Family<Findings, Gauge>,
    version: Family<Version, Gauge>,
    versions: Gauge,
    versions_bytes: Gauge,
    stored: Gauge,
    stored_bytes: Gauge,
    store_problem: Gauge,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Findings {
    severity: &'static str,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Version {
    version: String,
}

impl Content {
    pub(super) fn register(&self, ours: &mut Registry) {
        ours.register("content_ok", "1 if the last check of the content succeeded", self.ok.clone());
        ours.register(
            "content_fallback",
            "1 if the last good version or the fallback is served because the content was broken at startup",
            self.fallback.clone(),
        );
        ours.register(
            "content_last_attempt_timestamp_seconds",
            "When the content was last checked after a change",
            self.last_attempt.clone(),
        );
        ours.register(
            "content_last_look_timestamp_seconds",
            "When a check of the content folder last finished, changed or not",
            self.last_look.clone(),
        );
        ours.register(
            "content_last_fetch_timestamp_seconds",
            "When the content was last fetched, changed or not; NaN if unknown",
            self.last_fetch.clone(),
        );
        ours.register(
            "content_last_success_timestamp_seconds",
            "When the served files were loaded",
            self.loaded.clone(),
        );
        ours.register(
            "content_next_turn_timestamp_seconds",
            "When the next scheduled change of the content takes effect; 0 if there is none",
            self.next_turn.clone(),
        );
        ours.register("content_findings", "Findings of the last check", self.findings.clone());
        ours.register("content_version", "1 for the served version", self.version.clone());
        ours.register("content_versions", "Kept versions", self.versions.clone());
        ours.register(
            "content_versions_bytes",
            "Memory used by the kept versions",
            self.versions_bytes.clone(),
        );
        ours.register(
            "content_look_overdue_seconds",
            "How long an overdue check of the content folder has been running; 0 if none is overdue",
            self.look_overdue.clone(),
        );
        ours.register(
            "content_versions_stored",
            "Versions in the data folder, which survive a restart",
            self.stored.clone(),
        );
        ours.register(
            "content_versions_stored_bytes",
            "Disk space used by those versions",
            self.stored_bytes.clone(),
        );
        ours.register(
            "content_versions_store_problem",
            "1 while a version in use can't be written to the data folder, for example because the disk is full",
            self.store_problem.clone(),
        );
    }
}

impl Metrics {
    /// Records that a look at the content folder finished, changed or not.
    pub fn content_looked_at(&self) {
        self.0.content.last_look.set(seconds(Timestamp::now()));
    }

    /// Records the content being served and the last look at it.
    pub fn content(&self, status: &ContentStatus) {
        let content = &self.0.content;
        let attempt = &status.last_attempt;
        content.ok.set(attempt.ok.into());
        content.fallback.set((status.source != ContentSource::Content).into());
        content.last_attempt.set(seconds(attempt.at));
        // NaN makes every comparison false, so an unknown time raises no alert.
        content.last_fetch.set(status.fetched_at.map_or(f64::NAN, seconds));
        content.loaded.set(seconds(status.loaded_at));
        content.next_turn.set(status.period_until.map_or(0.0, seconds));
        for (severity, number) in [("error", attempt.errors), ("warning", attempt.warnings)] {
            content.findings.get_or_create(&Findings { severity }).set(number as i64);
        }
        content.look_overdue.set(status.look_overdue_seconds.map_or(0, |seconds| seconds.max(1) as i64));
        content.version.clear();
        content.version.get_or_create(&Version { version: status.version.clone() }).set(1);
        content.versions.set(status.versions.len() as i64);
        content.versions_bytes.set(status.versions_bytes as i64);
        let stored = status.stored.clone().unwrap_or_default();
        content.stored.set(stored.versions as i64);
        content.stored_bytes.set(stored.bytes as i64);
        content.store_problem.set(stored.problem.is_some().into());
    }
}

pub(super) fn seconds(at: Timestamp) -> f64 {
    at.as_millisecond() as f64 / 1e3
}
