//! Turns a content folder into its findings and everything that is served.
//!
//! Dependencies run one way, from the top of this list down and never up:
//!
//! - [`examine`] turns a content folder into findings and a snapshot
//! - [`compare`] what an edit changes for readers; [`graph`] the tree as a picture
//! - [`snapshot`] everything that is served, built and swapped as a whole
//! - [`render`] turns typed content into response bodies
//! - [`import`] turns a spreadsheet or a text document into content; no I/O
//! - [`rules`] the checks that lint makes in addition to the schemas; no I/O
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
