//! What the engine counts of itself, for Prometheus.
//!
//! Counters, gauges and times only; whoever does something says so here. Labels come from small closed sets,
//! never from what a caller typed, but for the domain of a sign-in, of which a bounded number is told
//! apart. Knows no HTTP and nothing of the rest of the engine but the bodies of its interface.

mod process;
mod store;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::api::status::{ContentSource, ContentStatus};
use store::Store;

/// The media type of [`Metrics::text`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How many domains of sign-ins are told apart; the others are counted as `other`.
const MAX_DOMAINS: usize = 50;

/// The engine's counters. Clones count together.
#[derive(Debug, Clone, Default)]
pub struct Metrics(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    registry: Registry,
    requests: Family<Request, Counter>,
    durations: Family<Route, Histogram, fn() -> Histogram>,
    logins: Family<Login, Counter>,
    domains: Mutex<HashSet<String>>,
    event_streams: Gauge,
    event_streams_refused: Counter,
    store: Store,
    content: Content,
}

#[derive(Debug, Default)]
struct Content {
    ok: Gauge,
    fallback: Gauge,
    last_attempt: Gauge<f64, AtomicU64>,
    last_look: Gauge<f64, AtomicU64>,
    loaded: Gauge<f64, AtomicU64>,
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
struct Request {
    route: String,
    status: u16,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Login {
    method: String,
    domain: String,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Findings {
    severity: &'static str,
}

#[derive(Debug, Clone, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Version {
    version: String,
}

/// From 0.1 ms, which most answers take, to 10 s.
fn durations() -> Histogram {
    Histogram::new([0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0])
}

impl Default for Inner {
    fn default() -> Self {
        let mut all = Self {
            registry: Registry::default(),
            requests: Family::default(),
            durations: Family::new_with_constructor(durations),
            logins: Family::default(),
            domains: Mutex::default(),
            event_streams: Gauge::default(),
            event_streams_refused: Counter::default(),
            store: Store::default(),
            content: Content::default(),
        };
        // Their names are the field's, not ours.
        all.registry.register_collector(Box::new(process::Process::new()));
        let ours = all.registry.sub_registry_with_prefix("callguide");
        let build = Info::new([("version", env!("CARGO_PKG_VERSION")), ("commit", crate::COMMIT)]);
        ours.register("build", "The program that runs", build);
        ours.register("requests", "Requests answered, by route and status", all.requests.clone());
        ours.register(
            "request_duration_seconds",
            "Time from a request to the head of its answer, by route",
            all.durations.clone(),
        );
        ours.register("logins", "Sign-ins, by method and e-mail domain", all.logins.clone());
        ours.register("event_streams", "Browsers that are listening", all.event_streams.clone());
        ours.register(
            "event_streams_refused",
            "Browsers that were turned away because too many were listening",
            all.event_streams_refused.clone(),
        );
        all.content.register(ours);
        all.store.register(ours);
        all
    }
}

impl Content {
    fn register(&self, ours: &mut Registry) {
        ours.register("content_ok", "1 where the last look at the content was good", self.ok.clone());
        ours.register(
            "content_fallback",
            "1 where the last good version or the fallback is served because the content was broken at the start",
            self.fallback.clone(),
        );
        ours.register(
            "content_last_attempt_timestamp_seconds",
            "When the content last changed and was examined",
            self.last_attempt.clone(),
        );
        ours.register(
            "content_last_look_timestamp_seconds",
            "When the content folder was last looked at to the end, changed or not",
            self.last_look.clone(),
        );
        ours.register(
            "content_last_success_timestamp_seconds",
            "When the version that is served was loaded",
            self.loaded.clone(),
        );
        ours.register("content_findings", "Findings of the last look", self.findings.clone());
        ours.register("content_version", "1 for the version that is served", self.version.clone());
        ours.register("content_versions", "Versions that are kept", self.versions.clone());
        ours.register(
            "content_versions_bytes",
            "Memory held by the versions that are kept",
            self.versions_bytes.clone(),
        );
        ours.register(
            "content_look_overdue_seconds",
            "How long a look at the content folder has taken that doesn't come back; 0 while none is late",
            self.look_overdue.clone(),
        );
        ours.register(
            "content_versions_stored",
            "Versions in the data folder, which outlive a restart",
            self.stored.clone(),
        );
        ours.register(
            "content_versions_stored_bytes",
            "What the files of those versions take",
            self.stored_bytes.clone(),
        );
        ours.register(
            "content_versions_store_problem",
            "1 while a version in use can't be written to the data folder, as where the disk is full",
            self.store_problem.clone(),
        );
    }
}

impl Metrics {
    /// Everything, in the text format of OpenMetrics, which Prometheus reads.
    pub fn text(&self) -> String {
        self.0.store.measure();
        let mut text = String::new();
        encode(&mut text, &self.0.registry).expect("a string takes every byte");
        text
    }

    /// A request was answered. `route` is the route's template, never the path of one request.
    pub fn request(&self, route: &str, status: u16, took: Duration) {
        let labels = Route { route: route.to_owned() };
        self.0.durations.get_or_create(&labels).observe(took.as_secs_f64());
        self.0.requests.get_or_create(&Request { route: labels.route, status }).inc();
    }

    /// Somebody signed in; `method` is the kind of sign-in, `domain` that of the address (`spec §7`).
    pub fn login(&self, method: &str, domain: &str) {
        let mut domains = lock(&self.0.domains);
        let known = domains.contains(domain) || domains.len() < MAX_DOMAINS;
        let domain = if known { domain } else { "other" };
        domains.insert(domain.to_owned());
        drop(domains);
        self.0.logins.get_or_create(&Login { method: method.to_owned(), domain: domain.to_owned() }).inc();
    }

    /// The document store was asked for `operation`, and had answered or given up after `took`.
    pub fn store_operation(&self, operation: &'static str, took: Duration) {
        self.0.store.took(operation, took);
    }

    /// The document store could not be used.
    pub fn store_error(&self) {
        self.0.store.failed();
    }

    /// A write to the document store came through or did not; says whether that is news.
    pub fn store_write(&self, came_through: bool) -> bool {
        self.0.store.written(came_through)
    }

    /// Since when no write to the document store came through; `None` where the last one did, or none was tried.
    pub fn store_fails_to_write_since(&self) -> Option<Timestamp> {
        self.0.store.fails_since()
    }

    /// Tells from now on how much is free on the disk of `folder`.
    pub fn watch_disk_of(&self, folder: &Path) {
        self.0.store.watch_disk_of(folder);
    }

    /// The content folder was looked at to the end, whether it had changed or not.
    pub fn content_looked_at(&self) {
        self.0.content.last_look.set(seconds(Timestamp::now()));
    }

    /// A browser listens for events until what this gives is dropped.
    pub fn event_stream(&self) -> EventStream {
        self.0.event_streams.inc();
        EventStream(self.0.event_streams.clone())
    }

    /// A browser was turned away because too many listen.
    pub fn event_stream_refused(&self) {
        self.0.event_streams_refused.inc();
    }

    /// What is served of the content, and what the last look at it said.
    pub fn content(&self, status: &ContentStatus) {
        let content = &self.0.content;
        let attempt = &status.last_attempt;
        content.ok.set(attempt.ok.into());
        content.fallback.set((status.source != ContentSource::Content).into());
        content.last_attempt.set(seconds(attempt.at));
        content.loaded.set(seconds(status.loaded_at));
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

fn seconds(at: Timestamp) -> f64 {
    at.as_millisecond() as f64 / 1e3
}

/// A panic elsewhere leaves these whole: nothing in them is changed in steps.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One stream in the count of those that are open.
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
    fn what_was_counted_is_told() {
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
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
        drop(stream);
        assert!(metrics.text().contains("callguide_event_streams 0"));
    }

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

    #[test]
    fn domains_are_told_apart_up_to_a_bound() {
        let metrics = Metrics::default();
        (0..MAX_DOMAINS + 20).for_each(|n| metrics.login("oidc", &format!("d{n}.example")));
        let lines = metrics.text().lines().filter(|line| line.starts_with("callguide_logins_total")).count();
        assert_eq!(lines, MAX_DOMAINS + 1);
        assert!(metrics.text().contains("domain=\"other\"} 20"));
    }
}
