//! Tests that the shipped alert rules use only metrics that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use regex::Regex;

use crate::client::ask;
use crate::engines::{ADMIN, Pair};

fn shipped(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)).unwrap()
}

/// Returns the names of the metrics in `text`, without the suffixes that Prometheus adds.
fn named(text: &str) -> BTreeSet<String> {
    let name = Regex::new(r"\b(?:callguide|process)_[a-z_]+").unwrap();
    let ends = Regex::new("_(?:total|bucket|sum|count|info)$").unwrap();
    name.find_iter(text).map(|found| ends.replace(found.as_str(), "").into_owned()).collect()
}

/// Returns the names of the metrics that a running engine serves, from their `# TYPE` lines.
fn told() -> BTreeSet<String> {
    let pair = Pair::start();
    let engine = &pair.engines[0];
    let cookie = engine.sign_in(ADMIN);
    assert_eq!(ask(engine.address, "GET /api/allowed-emails", &cookie, "").unwrap().status, 200);
    let text = ask(engine.metrics, "GET /metrics", "", "").unwrap().text();
    let kinds = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    // These lines contain the names without suffixes; the samples add `_total` to counters and `_info` to the
    // build.
    kinds.map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

#[test]
fn every_metric_in_an_alert_exists_in_the_engine() {
    let alerts = named(&shipped("deploy/prometheus/alerts.yml"));
    assert!(alerts.len() > 10, "{alerts:?}");
    let missing: Vec<_> = alerts.difference(&told()).cloned().collect();
    assert!(missing.is_empty(), "the engine tells nothing of {missing:?}");
}

#[test]
fn the_operations_page_documents_every_alert_and_metric() {
    let page = shipped("docs/operations.md");
    let alert = Regex::new("- alert: ([A-Za-z]+)").unwrap();
    for found in alert.captures_iter(&shipped("deploy/prometheus/alerts.yml")) {
        assert!(
            page.contains(&format!("`{}`", &found[1])),
            "docs/operations.md doesn't say what to do about {}",
            &found[1]
        );
    }
    let missing: Vec<_> = told().difference(&named(&page)).cloned().collect();
    assert!(missing.is_empty(), "docs/operations.md doesn't name {missing:?}");
}
