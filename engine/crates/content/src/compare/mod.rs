//! Compares two versions of the content: what reads differently, for which regions, and which paths end
//! differently.
//!
//! Trees (`tree`), values (`values`), the FAQ's order (`faq`) and the ends of paths (`paths`) are each compared in one
//! place. `callguide diff` compares the text as written in the content, with the case chosen for each region and
//! placeholders unfilled, so an edit that every region reads is a single change with many regions.
//! `GET /api/changes` compares what one region is served (`region`). Does no I/O.

mod both;
mod change;
mod comparison;
mod faq;
mod files;
mod human;
mod lists;
mod markdown;
mod paths;
mod phrase;
mod places;
mod region;
mod region_view;
mod report;
mod tree;
mod values;
mod words;

pub use both::DifferingDays;
pub use change::Change;
pub use comparison::{Comparison, compare};
pub use human::human;
pub use markdown::{MAX_MARKDOWN, escaped, markdown};
pub use paths::{End, PathChange};
pub use places::{DateChange, LinkUse};
pub use region::{ForRegion, for_region};
pub use words::words;

pub use callguide_search::api::changes::{ChangeKind, Piece};
