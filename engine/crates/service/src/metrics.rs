//! The engine's metrics, for Prometheus.
//!
//! There are only counters, gauges, and durations; each part of the engine records its activity here. Labels come
//! from small closed sets, never from user input. Sign-in domains are the exception, and only a limited number of
//! them are distinguished. This module knows nothing about HTTP; it uses only `api` and `stamp` from the rest of the
//! engine.

mod groups;
mod process;

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::stamp;
use callguide_search::api::status::{Backup, ContentSource, ContentStatus};
use groups::{ContentMetrics, Durations, Labels, StoreMetrics, add, add_durations, lock, seconds};

/// The media type of [`Metrics::text`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How many sign-in domains are distinguished; the others are counted as `other`.
const MAX_DOMAINS: usize = 50;

/// The engine's metrics. Clones share the same counts.
#[derive(Debug, Clone, Default)]
pub struct Metrics(Arc<Registered>);

#[derive(Debug)]
struct Registered {
    registry: Registry,
    requests: Family<Labels<2>, Counter>,
    durations: Durations,
    logins: Family<Labels<2>, Counter>,
    domains: Mutex<HashSet<String>>,
    event_streams: Gauge,
    event_streams_refused: Counter,
    store: StoreMetrics,
    content: ContentMetrics,
}

impl Default for Registered {
    fn default() -> Self {
        let mut registry = Registry::default();
        // These have standard names, without our prefix.
        registry.register_collector(Box::new(process::Process::new()));
        let ours = registry.sub_registry_with_prefix("callguide");
        let build = Info::new([("version", env!("CARGO_PKG_VERSION")), ("commit", crate::COMMIT)]);
        ours.register("build", "The running program", build);
        Self {
            requests: add(ours, "requests", "Requests answered, by route and status"),
            durations: add_durations(
                ours,
                "request_duration_seconds",
                "Time from a request to the start of its response, by route",
            ),
            logins: add(ours, "logins", "Sign-ins, by method and email domain"),
            domains: Mutex::default(),
            event_streams: add(ours, "event_streams", "Browsers that are listening"),
            event_streams_refused: add(
                ours,
                "event_streams_refused",
                "Browsers turned away because too many were listening",
            ),
            content: ContentMetrics::added_to(ours),
            store: StoreMetrics::added_to(ours),
            registry,
        }
    }
}

impl Metrics {
    /// Returns all metrics in the OpenMetrics text format, which Prometheus reads.
    pub fn text(&self) -> String {
        self.0.store.measure();
        let mut text = String::new();
        encode(&mut text, &self.0.registry).expect("writing to a String never fails");
        text
    }

    /// Records a response. `route` is the route's template, never the path of a request.
    pub fn request(&self, route: &str, status: u16, took: Duration) {
        let labels = [("route", route.to_owned())];
        self.0.durations.get_or_create(&labels).observe(took.as_secs_f64());
        let [route] = labels;
        self.0.requests.get_or_create(&[route, ("status", status.to_string())]).inc();
    }

    /// Records a sign-in; `method` is the kind of sign-in, and `domain` the email address's domain (`spec §7`).
    pub fn login(&self, method: &str, domain: &str) {
        let mut domains = lock(&self.0.domains);
        let known = domains.contains(domain) || domains.len() < MAX_DOMAINS;
        let domain = if known { domain } else { "other" };
        domains.insert(domain.to_owned());
        drop(domains);
        let labels = [("method", method.to_owned()), ("domain", domain.to_owned())];
        self.0.logins.get_or_create(&labels).inc();
    }

    /// Counts a browser as listening for events until the returned value is dropped.
    pub fn event_stream(&self) -> EventStream {
        self.0.event_streams.inc();
        EventStream(self.0.event_streams.clone())
    }

    /// Records that a browser was turned away because too many are listening.
    pub fn event_stream_refused(&self) {
        self.0.event_streams_refused.inc();
    }

    /// Records that a check of the content folder finished, whether or not the folder had changed.
    pub fn content_looked_at(&self) {
        self.0.content.last_look.set(seconds(Timestamp::now()));
    }

    /// Records the status of the content being served and of the last check of its folder.
    pub fn content(&self, status: &ContentStatus) {
        let content = &self.0.content;
        let attempt = &status.last_attempt;
        content.ok.set(attempt.ok.into());
        content.fallback.set((status.source != ContentSource::Content).into());
        content.last_attempt.set(seconds(attempt.at));
        // NaN makes every comparison false, so an unknown time doesn't raise an alert.
        content.last_fetch.set(status.fetched_at.map_or(f64::NAN, seconds));
        content.loaded.set(seconds(status.loaded_at));
        content.next_turn.set(status.period_until.map_or(0.0, seconds));
        for (severity, number) in [("error", attempt.errors), ("warning", attempt.warnings)] {
            content.findings.get_or_create(&[("severity", severity.to_owned())]).set(number as i64);
        }
        content.look_overdue.set(status.look_overdue_seconds.map_or(0, |seconds| seconds.max(1) as i64));
        content.version.clear();
        content.version.get_or_create(&[("version", status.version.clone())]).set(1);
        content.versions.set(status.versions.len() as i64);
        content.versions_bytes.set(status.versions_bytes as i64);
        let stored = status.stored.clone().unwrap_or_default();
        content.stored.set(stored.versions as i64);
        content.stored_bytes.set(stored.bytes as i64);
        content.store_problem.set(stored.problem.is_some().into());
    }

    /// Records how long the document store took for `operation`, whether it answered or gave up.
    pub fn store_operation(&self, operation: &str, took: Duration) {
        let labels = [("operation", operation.to_owned())];
        self.0.store.durations.get_or_create(&labels).observe(took.as_secs_f64());
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

    /// Returns the time since which all writes to the document store have failed; `None` if the last one succeeded
    /// or none was tried.
    pub fn store_fails_to_write_since(&self) -> Option<Timestamp> {
        *lock(&self.0.store.failing)
    }

    /// Starts reporting the time of the last backup of the store in `data`.
    pub fn watch_backups_of(&self, data: &Path) {
        *lock(&self.0.store.backup_stamp) = Some(stamp::of_backup(data));
    }

    /// Returns the last backup; `None` if we don't back up the store.
    pub fn backup(&self) -> Option<Backup> {
        self.0.store.backed_up().map(|last_success| Backup { last_success })
    }

    /// Starts reporting the free space on the disk of `folder`.
    pub fn watch_disk_of(&self, folder: &Path) {
        *lock(&self.0.store.folder) = Some(folder.to_owned());
    }
}

/// One of the open event streams; dropping it removes it from the count.
#[derive(Debug)]
pub struct EventStream(Gauge);

impl Drop for EventStream {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_counted_is_in_the_metrics() {
        let metrics = Metrics::default();
        metrics.request("/api/tree/{state}", 200, Duration::from_millis(2));
        metrics.login("oidc", "example.org");
        metrics.store_error();
        metrics.store_operation("commit", Duration::from_millis(2));
        metrics.event_stream_refused();
        metrics.watch_disk_of(Path::new("."));
        let stream = metrics.event_stream();
        let text = metrics.text();
        for line in [
            "callguide_requests_total{route=\"/api/tree/{state}\",status=\"200\"} 1",
            "callguide_request_duration_seconds_bucket{le=\"0.005\",route=\"/api/tree/{state}\"} 1",
            "callguide_logins_total{method=\"oidc\",domain=\"example.org\"} 1",
            "callguide_store_errors_total 1",
            "callguide_event_streams 1",
            "callguide_event_streams_refused_total 1",
            "callguide_store_operation_duration_seconds_bucket{le=\"0.005\",operation=\"commit\"} 1",
            "callguide_store_writable 1",
            "callguide_build_info{version=",
            "process_start_time_seconds ",
        ] {
            assert!(text.contains(line), "{line} isn't in\n{text}");
        }
        drop(stream);
        assert!(metrics.text().contains("callguide_event_streams 0"));
    }

    #[test]
    fn a_limited_number_of_domains_get_their_own_label() {
        let metrics = Metrics::default();
        (0..MAX_DOMAINS + 20).for_each(|n| metrics.login("oidc", &format!("d{n}.example")));
        let lines = metrics.text().lines().filter(|line| line.starts_with("callguide_logins_total")).count();
        assert_eq!(lines, MAX_DOMAINS + 1);
        assert!(metrics.text().contains("domain=\"other\"} 20"));
    }

    #[test]
    fn free_disk_space_is_reported() {
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
    fn the_last_backup_time_is_reported_only_if_backups_are_watched() {
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
    fn a_change_in_store_writability_is_reported_once() {
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
