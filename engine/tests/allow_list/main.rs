//! Tests the allow-list's storage: against a model, through the command line, and with an engine that is
//! killed.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod command;
mod engine;
mod killed;
mod model;
mod replay;
