//! Tests edits to a real folder while the real engine runs: the effect of each kind of save, fault, and swap.
//!
//! A client keeps sending requests, and none of them may fail. The tests don't sleep and hope: each step waits, with a
//! timeout, until the engine reports the expected result.

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
