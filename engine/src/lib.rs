//! The engine of Callguide: it reads the content that staff own, validates it, and serves it.
//!
//! [`cli`] contains the commands; `main` only dispatches to them. The work is done in three crates, each of which
//! can use only those below it, as the compiler ensures:
//!
//! - `callguide-service` serves content to the people who may read it
//! - `callguide-content` reads a content folder and validates it
//! - `callguide-search` contains the search, the handling of text, and findings

// An `unwrap` needs its reason on the line; tests may unwrap freely (clippy.toml).
#![warn(clippy::unwrap_used)]

pub use callguide_content::{
    compare, content, due, examine, graph, import, readings, render, rules, snapshot,
};
pub use callguide_search::{api, diagnostics, faq, text};
pub use callguide_service::{
    COMMIT, VERSION, access, allowance, auth, clock, fetch, http, installation, metrics, outgoing, recent,
    reload, revisions, seeds, session, stamp, store, watch,
};

pub mod cli;
