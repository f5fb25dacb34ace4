//! Tests signing in with a provider that misbehaves in ways that a conforming one never would.
//!
//! The issuer here is a small service on a real socket that signs real tokens; the test controls what it sends. Sign-in
//! with a conforming provider is tested in a browser, in `web/e2e`.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod attempts;
mod browser;
#[expect(dead_code, reason = "the tests of a reload use the rest")]
#[path = "../reload/client.rs"]
mod client;
mod doctor;
mod failing;
mod image;
mod issuer;
mod keys;
mod limits;
mod people;
#[expect(dead_code, reason = "the tests of a store use the rest")]
#[path = "../store/read_only.rs"]
mod read_only;
mod start;
mod tokens;
