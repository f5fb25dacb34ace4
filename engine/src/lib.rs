//! The engine of Callguide: it reads content that staff own, validates it, and serves it.
//!
//! Dependencies run one way, from the top of this list down and never up:
//!
//! - [`cli`] the commands; `main` only dispatches to them
//! - [`http`] the only module that names axum
//! - [`fetch`] content by address: when to request it, and handling the response
//! - [`watch`] the only module that names notify; [`reload`] current and recent versions, and how an edit becomes one
//! - [`auth`] sign-in; [`seeds`] first-run data
//! - [`session`] who is signed in; [`access`] who may do what
//! - [`installation`] the secret shared by all engines on a store; [`revisions`] whether cached data is still valid
//! - [`store`] documents that survive a restart; [`recent`], [`allowance`], [`clock`], [`metrics`], [`stamp`],
//!   [`outgoing`]
//! - [`examine`] from a content folder to its findings and a snapshot
//! - [`compare`] what an edit changes for its readers; [`graph`] the tree as a picture
//! - [`snapshot`] everything that is served, built and swapped as a whole
//! - [`render`] from typed content to response bodies
//! - [`import`] from a spreadsheet or a text document to content; no I/O
//! - [`rules`] what lint checks beyond the schemas; no I/O
//! - [`due`] which answers are due for review; no I/O
//! - [`faq`] the only module that names tantivy
//! - [`readings`] who reads what, and when: conditions, dates, and earlier answers; no I/O
//! - [`content`] the only module that names YAML and JSON Schema
//! - [`text`] placeholders, links, and addresses inside a text
//! - [`diagnostics`] findings and how they are printed
//! - [`api`] the bodies of the public interface

// An `unwrap` needs its reason on the line; tests may unwrap freely (clippy.toml, and tests outside this crate).
#![warn(clippy::unwrap_used)]

pub mod access;
pub mod allowance;
pub mod api;
pub mod auth;
pub mod cli;
pub mod clock;
pub mod compare;
pub mod content;
pub mod diagnostics;
pub mod due;
pub mod examine;
pub mod faq;
pub mod fetch;
pub mod graph;
pub mod http;
pub mod import;
pub mod installation;
pub mod metrics;
pub mod outgoing;
pub mod readings;
pub mod recent;
pub mod reload;
pub mod render;
pub mod revisions;
pub mod rules;
pub mod seeds;
pub mod session;
pub mod snapshot;
pub mod stamp;
pub mod store;
pub mod text;
pub mod watch;

/// This program's version and the commit it was built from, as printed by `callguide --version`.
pub const VERSION: &str = env!("CALLGUIDE_VERSION");

/// The commit this program was built from, in twelve digits; `unknown` if it was built without a repository.
pub const COMMIT: &str = env!("CALLGUIDE_COMMIT");
