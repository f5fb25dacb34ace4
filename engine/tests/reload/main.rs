//! Edits of a real folder while the real engine runs: what each kind of save, fault and swap comes to.
//!
//! A client asks all the while, and no request of its may fail. Nothing waits for luck: each step waits,
//! with a bound, until the engine says what is expected.

#![cfg(unix)]

mod address;
mod ages;
mod client;
mod descriptors;
mod engine;
mod faults;
mod folders;
mod git;
#[path = "../git_support/mod.rs"]
mod git_support;
mod host;
mod kept;
mod saves;
mod start;
