//! The commands, each in its own file or folder; `main` only dispatches to them. Code that several of them share is
//! in `input` and `edited`.

pub mod access;
pub mod backup;
pub mod checks;
pub mod diff;
pub mod doctor;
mod edited;
pub mod graph;
pub mod healthy;
pub mod import;
mod input;
pub mod links;
pub mod lint;
pub mod new;
pub mod paths;
pub mod restore;
pub mod review_due;
pub mod search;
pub mod serve;
pub mod version;
