//! The commands, one file each; `main` only dispatches to them.

pub mod access;
pub mod lint;
pub mod paths;
pub mod search;
pub mod serve;
