//! The commands, one file each; `main` only dispatches to them.

pub mod links;
pub mod lint;
pub mod paths;
pub mod search;
pub mod serve;
