//! What text in the content may contain: placeholders, links by name, URLs, plain text, plain English.
//!
//! Pure functions over strings, with no knowledge of files or rules.

pub mod address;
pub mod english;
mod expression;
pub mod links;
pub mod placeholders;
pub mod plain;
pub mod sms;

pub use expression::Expression;
