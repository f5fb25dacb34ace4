//! The commands, one file each; `main` only dispatches to them.

pub mod access;
pub mod backup;
pub mod lint;
pub mod paths;
pub mod restore;
pub mod search;
pub mod serve;
