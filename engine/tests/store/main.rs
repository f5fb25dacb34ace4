//! Tests the document stores, each with the same conformance suite.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod backup;
mod commands;
mod conformance;
mod discovery;
mod double;
mod firestore;
mod hardship;
mod numbered;
mod read_only;
mod sqlite;
