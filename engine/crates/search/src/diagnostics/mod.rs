//! Diagnostics about content, and their output formats.
//!
//! The engine has three kinds of failure, each with its own shape. *Content problems* are collected as
//! [`Diagnostic`]s and never thrown: a check that finds one continues with the next. *Request failures* are a
//! single error type in `http`. *Start-up failures* are `anyhow` errors that name the path or setting and say
//! what to do.
//!
//! Knows nothing about YAML, rules, or files on disk: a diagnostic points into a [`Sources`].

mod diagnostic;
mod fix;
pub mod invisible;
mod likeness;
pub mod print;
mod sources;

pub use diagnostic::{Cause, Diagnostic, MAX_FINDINGS, Related, Severity, has_errors, settle, shown, sort};
pub use fix::{Edit, FileBytes, Fix, fix_in_words, make_fixes};
pub use likeness::{ONE_OF, ONLY, meant, nearest, suggestion, suggestion_for, truth};
pub use print::Findings;
pub use sources::{Place, Position, Sources};
