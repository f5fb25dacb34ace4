//! From a content folder to its findings, and to everything that is served.
//!
//! Dependencies run one way, from the top of this list down and never up:
//!
//! - [`examine`] from a content folder to its findings and a snapshot
//! - [`compare`] what an edit changes for its readers; [`graph`] the tree as a picture
//! - [`snapshot`] everything that is served, built and swapped as a whole
//! - [`render`] from typed content to response bodies
//! - [`import`] from a spreadsheet or a text document to content; no I/O
//! - [`rules`] what lint checks beyond the schemas; no I/O
//! - [`due`] which answers are due for review; no I/O
//! - [`readings`] who reads what, and when: conditions, dates, and earlier answers; no I/O
//! - [`content`] the only module that names YAML and JSON Schema

// An `unwrap` needs its reason on the line; tests may unwrap freely (clippy.toml).
#![warn(clippy::unwrap_used)]

pub mod compare;
pub mod content;
pub mod due;
pub mod examine;
pub mod graph;
pub mod import;
pub mod readings;
pub mod render;
pub mod rules;
pub mod snapshot;
