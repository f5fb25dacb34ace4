//! The allow-list as it is kept: against a model, by the command line, and by an engine that is killed.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod command;
mod engine;
mod killed;
mod model;
mod replay;
