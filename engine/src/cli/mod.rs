//! The commands, one file each; `main` only dispatches to them.

pub mod lint;
pub mod paths;
pub mod search;
pub mod serve;
