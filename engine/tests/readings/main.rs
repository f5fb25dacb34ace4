//! Who reads what, and when, for random content: the structure's projections equal a plain evaluation of the conditions
//! for every region, date and path. And the work that hostile content makes is bounded: counted, not timed.

#[path = "../lint_support/mod.rs"]
mod lint_support;

mod bounds;
mod draws;
mod equal;
mod later;
mod plain;
mod random;
mod written;

use proptest::prelude::ProptestConfig;

/// As many cases as fit into every run of the tests; `PROPTEST_CASES` asks for more.
fn cases(count: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(count), failure_persistence: None, ..ProptestConfig::default() }
}
