//! What stands in `deploy/` with the real programs: the shipped proxies before two real engines, and the shipped
//! alert rules beside the metrics of one.
//!
//! Where a proxy isn't installed its tests say so and pass. `CALLGUIDE_SOAK` asks for a load of
//! 40,000 requests, as `make soak` does.

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
