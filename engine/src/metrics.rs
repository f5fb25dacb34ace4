//! What the engine counts of itself, for Prometheus.
//!
//! Counters and gauges only; whoever does something says so here. Labels come from small closed sets,
//! never from what a caller typed, but for the domain of a sign-in, of which a bounded number is told
//! apart. Knows no HTTP and nothing of the rest of the engine but the bodies of its interface.

use std::collections::HashSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::api::status::{ContentSource, ContentStatus};

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
    store_errors: Counter,
    event_streams: Gauge,
    content: Content,
}

#[derive(Debug, Default)]
struct Content {
    ok: Gauge,
    fallback: Gauge,
    last_attempt: Gauge<f64, AtomicU64>,
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
            registry: Registry::with_prefix("callguide"),
            requests: Family::default(),
            durations: Family::new_with_constructor(durations),
            logins: Family::default(),
            domains: Mutex::default(),
            store_errors: Counter::default(),
            event_streams: Gauge::default(),
            content: Content::default(),
        };
        let content = &all.content;
        let registry = &mut all.registry;
        registry.register("content_ok", "1 where the last look at the content was good", content.ok.clone());
        registry.register(
            "content_fallback",
            "1 where the last good version or the fallback is served because the content was broken at the start",
            content.fallback.clone(),
        );
        registry.register(
            "content_last_attempt_timestamp_seconds",
            "When the content last changed and was examined",
            content.last_attempt.clone(),
        );
        registry.register(
            "content_last_success_timestamp_seconds",
            "When the version that is served was loaded",
            content.loaded.clone(),
        );
        registry.register(
            "content_look_overdue_seconds",
            "How long a look at the content folder has taken that doesn't come back; 0 while none is late",
            content.look_overdue.clone(),
        );
        registry.register("content_findings", "Findings of the last look", content.findings.clone());
        registry.register("content_version", "1 for the version that is served", content.version.clone());
        registry.register("content_versions", "Versions that are kept", content.versions.clone());
        registry.register(
            "content_versions_bytes",
            "Memory held by the versions that are kept",
            content.versions_bytes.clone(),
        );
        registry.register(
            "content_versions_stored",
            "Versions in the data folder, which outlive a restart",
            content.stored.clone(),
        );
        registry.register(
            "content_versions_stored_bytes",
            "What the files of those versions take",
            content.stored_bytes.clone(),
        );
        registry.register(
            "content_versions_store_problem",
            "1 while a version in use can't be written to the data folder, as where the disk is full",
            content.store_problem.clone(),
        );
        registry.register("requests", "Requests answered, by route and status", all.requests.clone());
        registry.register(
            "request_duration_seconds",
            "Time from a request to the head of its answer, by route",
            all.durations.clone(),
        );
        registry.register("logins", "Sign-ins, by method and e-mail domain", all.logins.clone());
        registry.register(
            "store_errors",
            "Times that the document store could not be used",
            all.store_errors.clone(),
        );
        registry.register("event_streams", "Browsers that are listening", all.event_streams.clone());
        all
    }
}

impl Metrics {
    /// Everything, in the text format of OpenMetrics, which Prometheus reads.
    pub fn text(&self) -> String {
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
        let mut domains = self.0.domains.lock().unwrap_or_else(PoisonError::into_inner);
        let known = domains.contains(domain) || domains.len() < MAX_DOMAINS;
        let domain = if known { domain } else { "other" };
        domains.insert(domain.to_owned());
        drop(domains);
        self.0.logins.get_or_create(&Login { method: method.to_owned(), domain: domain.to_owned() }).inc();
    }

    /// The document store could not be used.
    pub fn store_error(&self) {
        self.0.store_errors.inc();
    }

    /// A browser listens for events until what this gives is dropped.
    pub fn event_stream(&self) -> EventStream {
        self.0.event_streams.inc();
        EventStream(self.0.event_streams.clone())
    }

    /// What is served of the content, and what the last look at it said.
    pub fn content(&self, status: &ContentStatus) {
        let content = &self.0.content;
        let seconds = |at: jiff::Timestamp| at.as_millisecond() as f64 / 1e3;
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
        let stream = metrics.event_stream();
        let text = metrics.text();
        for line in [
            "callguide_requests_total{route=\"/api/tree/{state}\",status=\"200\"} 1",
            "callguide_request_duration_seconds_bucket{le=\"0.005\",route=\"/api/tree/{state}\"} 1",
            "callguide_logins_total{method=\"oidc\",domain=\"example.org\"} 1",
            "callguide_store_errors_total 1",
            "callguide_event_streams 1",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
        drop(stream);
        assert!(metrics.text().contains("callguide_event_streams 0"));
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
