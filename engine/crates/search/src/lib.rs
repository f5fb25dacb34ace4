//! Text, findings, and the search, with the bodies of the public interface.
//!
//! Dependencies run one way, from the top of this list down and never up:
//!
//! - [`faq`] the search: the only module that names tantivy
//! - [`text`] placeholders, links, and addresses inside a text
//! - [`diagnostics`] findings and how they are printed
//! - [`api`] the bodies of the public interface

// An `unwrap` needs its reason on the line; tests may unwrap freely (clippy.toml).
#![warn(clippy::unwrap_used)]

pub mod api;
pub mod diagnostics;
pub mod faq;
pub mod text;
