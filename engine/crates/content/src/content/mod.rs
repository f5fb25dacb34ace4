//! Turns the files of a content folder into typed values that know their position in the text.
//!
//! The only module that names YAML and JSON Schema. A file is parsed once; broken content yields whatever could
//! be read plus diagnostics, never a panic. Only [`folder`] touches the disk.

pub mod circular;
pub mod conditions;
pub mod document;
mod draft;
pub mod facts;
pub mod folder;
mod kinds;
pub mod mend;
pub mod model;
mod names;
mod parse;
mod plain;
mod schema;
mod slips;
pub mod snippets;
mod unknown_keys;
mod version;
mod violations;
mod whereabouts;
mod without;
pub mod written_days;
mod wrong_type;
pub mod yaml;

pub use document::Document;
pub use draft::{Complete, Draft, File, draft};
pub use kinds::Kind;
pub use names::{PlacedName, fills, names_in};
pub use parse::parse;
pub use schema::{compile_schemas, keys_of, may_go, may_stand_beside};
pub use slips::in_quotes;
pub use unknown_keys::{belongs_beside, indented_too_far};
pub use version::{is_hash, is_version, parts_of_version, version_of, version_of_period};
pub use whereabouts::whereabouts;
pub use without::Without;
pub use wrong_type::{no_day, retyped};
