//! The commands, one file each; `main` only dispatches to them.

pub mod access;
pub mod backup;
pub mod checks;
pub mod diff;
pub mod doctor;
mod edited;
mod folder;
pub mod graph;
pub mod healthy;
pub mod import;
pub mod links;
pub mod lint;
mod moment;
pub mod new;
pub mod paths;
pub mod restore;
pub mod review_due;
pub mod search;
pub mod serve;
mod sound;
pub mod version;
