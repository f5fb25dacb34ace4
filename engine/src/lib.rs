//! The engine of Callguide: it reads content that staff own, proves it, and serves it.
//!
//! Dependencies run one way, from the top of this list to its foot never upwards:
//!
//! - [`cli`] the commands; `main` only dispatches to them
//! - [`http`] the only module that names axum
//! - [`fetch`] content by address: when to ask for it, and what comes
//! - [`watch`] the only module that names notify; [`reload`] what is served now and lately, and how an edit gets there
//! - [`auth`] sign-in; [`seeds`] first-run data
//! - [`session`] who is signed in; [`access`] who may do what
//! - [`installation`] the secret that all engines on a store share; [`revisions`] whether what is known still holds
//! - [`store`] documents that outlive the process; [`recent`], [`allowance`], [`clock`], [`metrics`], [`stamp`], [`outgoing`]
//! - [`examine`] from a content folder to its findings and a snapshot
//! - [`compare`] what an edit changes for its readers; [`graph`] the tree as a picture
//! - [`snapshot`] everything that is served, built whole and swapped whole
//! - [`render`] from typed content to the bodies that are served
//! - [`import`] from a spreadsheet or a text document to content; no input or output
//! - [`rules`] what lint checks beyond the schemas; no input or output
//! - [`due`] which answers want a review; no input or output
//! - [`faq`] the only module that names tantivy
//! - [`readings`] who reads what, and when: conditions, dates and earlier answers; no input or output
//! - [`content`] the only module that names YAML and JSON Schema
//! - [`text`] placeholders, links and addresses inside a text
//! - [`diagnostics`] findings and how they are printed
//! - [`api`] the bodies of the public interface

// Where it can't fail the line says why; tests may unwrap (clippy.toml, and tests outside this crate).
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

/// The version of this program and the commit that it is made of, as `callguide --version` prints them.
pub const VERSION: &str = env!("CALLGUIDE_VERSION");

/// The commit that this program is made of, twelve digits of it; `unknown` where it was built without a repository.
pub const COMMIT: &str = env!("CALLGUIDE_COMMIT");
