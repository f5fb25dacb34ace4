//! Access, sessions and sign-in over a real store, and over one that is away.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod access;
mod harness;
mod looks;
mod sessions;
mod sign_in;
