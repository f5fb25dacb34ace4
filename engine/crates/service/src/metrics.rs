//! The engine's own metrics, for Prometheus.
//!
//! Only counters, gauges, and durations; each part of the engine records what it does here. Labels come from small
//! closed sets, never from user input, except for sign-in domains, only a bounded number of which are distinguished.
//! This module knows nothing about HTTP; of the rest of the engine, it uses only `api` and `stamp`.

mod content;
mod process;
mod store;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use content::Content;
use store::Store;

/// The media type of [`Metrics::text`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How many sign-in domains are distinguished; the others are counted as `other`.
const MAX_DOMAINS: usize = 50;

/// The engine's metrics. Clones share the same counts.
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

/// Creates a histogram from 0.1 ms, within which most responses finish, to 10 s.
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
        // These have standard names, without our prefix.
        all.registry.register_collector(Box::new(process::Process::new()));
        let ours = all.registry.sub_registry_with_prefix("callguide");
        let build = Info::new([("version", env!("CARGO_PKG_VERSION")), ("commit", crate::COMMIT)]);
        ours.register("build", "The running program", build);
        ours.register("requests", "Requests answered, by route and status", all.requests.clone());
        ours.register(
            "request_duration_seconds",
            "Time from a request to the start of its answer, by route",
            all.durations.clone(),
        );
        ours.register("logins", "Sign-ins, by method and email domain", all.logins.clone());
        ours.register("event_streams", "Browsers that are listening", all.event_streams.clone());
        ours.register(
            "event_streams_refused",
            "Browsers turned away because too many were listening",
            all.event_streams_refused.clone(),
        );
        all.content.register(ours);
        all.store.register(ours);
        all
    }
}

impl Metrics {
    /// Returns all metrics in the OpenMetrics text format, which Prometheus reads.
    pub fn text(&self) -> String {
        self.0.store.measure();
        let mut text = String::new();
        encode(&mut text, &self.0.registry).expect("a string takes every byte");
        text
    }

    /// Records a response. `route` is the route's template, never the path of a request.
    pub fn request(&self, route: &str, status: u16, took: Duration) {
        let labels = Route { route: route.to_owned() };
        self.0.durations.get_or_create(&labels).observe(took.as_secs_f64());
        self.0.requests.get_or_create(&Request { route: labels.route, status }).inc();
    }

    /// Records a sign-in; `method` is the kind of sign-in, and `domain` the email address's domain (`spec §7`).
    pub fn login(&self, method: &str, domain: &str) {
        let mut domains = lock(&self.0.domains);
        let known = domains.contains(domain) || domains.len() < MAX_DOMAINS;
        let domain = if known { domain } else { "other" };
        domains.insert(domain.to_owned());
        drop(domains);
        self.0.logins.get_or_create(&Login { method: method.to_owned(), domain: domain.to_owned() }).inc();
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
}

/// Locks a mutex, ignoring poison: none of these values changes in several steps, so a panic can't leave one
/// half-changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
    use std::path::Path;

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
            assert!(text.contains(line), "{line} isn't in\n{text}");
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
