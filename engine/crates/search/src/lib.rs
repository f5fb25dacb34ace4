//! Text, diagnostics, and search, along with the request and response bodies of the public API.
//!
//! Dependencies run one way, from the top of this list down and never up:
//!
//! - [`faq`] the search: the only module that names tantivy
//! - [`text`] placeholders, links, and URLs inside text
//! - [`diagnostics`] diagnostics and how they're printed
//! - [`api`] the request and response bodies of the public API

// An `unwrap` needs its reason on the line; tests may unwrap freely (clippy.toml).
#![warn(clippy::unwrap_used)]

pub mod api;
pub mod diagnostics;
pub mod faq;
pub mod text;
