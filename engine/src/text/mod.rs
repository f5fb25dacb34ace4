//! What stands inside a text: placeholders, links by name, addresses, plain words, plain English.
//!
//! Pure functions over strings; knows no files and no rules.

pub mod address;
pub mod autolink;
pub mod english;
pub mod links;
pub mod placeholders;
pub mod plain;
pub mod sms;
