//! Tests `deploy/` with the real programs: the shipped proxies in front of two real engines, and the shipped alert
//! rules against the metrics of one.
//!
//! If a proxy isn't installed, its tests print that and pass. If `CALLGUIDE_SOAK` is set, the load is 40,000
//! requests, as in `make soak`.

#![cfg(unix)]

mod alerts;
mod backups;
#[expect(dead_code, reason = "the tests of a reload use the rest")]
#[path = "../reload/client.rs"]
mod client;
mod double;
mod engines;
mod load;
mod one_machine;
mod passing_on;
mod proxy;
mod restarts;
mod staying;
