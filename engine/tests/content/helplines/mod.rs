//! Four more helplines, each a content folder of its own: linted, listed, served, and every path walked as the browser
//! walks it. What is expected of them was written by hand, not taken from the engine.

mod deadlines;
#[expect(dead_code, reason = "the tests of the service use the rest")]
#[path = "../../http/harness.rs"]
mod harness;
mod helpline;
mod night_ferry;
mod no_regions;
mod repair_fund;
mod walk;
