//! Tests the service through its router, with a real store on disk.

mod allow_list;
mod allow_list_race;
mod assets;
mod away;
mod changes;
mod connections;
mod content;
mod counting;
mod development;
#[expect(dead_code, reason = "the tests of the store use the rest")]
#[path = "../store/double/mod.rs"]
mod double;
mod endpoints;
mod events;
mod faq;
mod faq_by_state;
mod full;
mod hardening;
mod harness;
mod headers;
mod hosted;
mod people;
mod picky;
#[path = "../store/read_only.rs"]
mod read_only;
mod review;
mod session;
mod two_engines;
mod versions;
