//! Four more helplines, each with its own content folder. The tests lint, list, and serve them, and walk every path the
//! way the browser does. The expectations were written by hand, not taken from the engine.

mod deadlines;
#[expect(dead_code, reason = "the tests of the service use the rest")]
#[path = "../../http/harness.rs"]
mod harness;
mod helpline;
mod night_ferry;
mod no_regions;
mod repair_fund;
mod walk;
