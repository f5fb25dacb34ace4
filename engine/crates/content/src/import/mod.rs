//! Converts spreadsheets and text documents to the content's YAML; does no I/O.
//!
//! ```text
//! csv, xlsx ─▶ rows ─┐                        ┌─▶ new files
//!                    ├─▶ Markdown, links, ids ─┤
//! md ────────▶ rows ─┘                        └─▶ additions at the end of existing files
//! ```
//!
//! Existing text is never changed. Anything that couldn't be kept is reported as a [`Loss`] with its line. If the
//! source can't be read at all, the result is [`Refused`], and nothing is written.

mod address;
pub mod dates;
pub mod faq;
mod faq_source;
mod html;
mod names;
pub mod states;
mod table;
mod terms;
mod text;
mod workbook;
mod yaml;

pub use terms::{Addition, Import, ImportSettings, ImportSource, Loss, Refused};
