//! Tests access, sessions, and sign-in on a real store, and on one that's unavailable.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod access;
mod harness;
mod looks;
mod sessions;
mod sign_in;
