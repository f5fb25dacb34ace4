//! The thesaurus of everyday English, as `build.rs` compiled it.

use super::synonyms::Table;

pub static ENGLISH: Table = Table::compiled(include_str!(concat!(env!("OUT_DIR"), "/thesaurus.txt")));
