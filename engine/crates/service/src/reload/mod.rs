//! The life of content in a running engine: the current and recent versions ([`Current`]), and how an edit to the
//! folder gets served or rejected ([`Loader`]). When a date arrives, the content being served changes
//! ([`Current::turns`]). Versions that may be in use survive a restart ([`Kept`]).
//!
//! An edit with errors changes only the report. If a folder changes while it's being read, what was read is never
//! used. [`crate::watch`] decides when to check. This module knows nothing about HTTP.

mod current;
mod kept;
mod loader;
mod pack;
mod read_back;
mod reading;
mod report;
mod shelf;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod turn_tests;
mod turns;
mod versions;

pub use current::Current;
pub use kept::Kept;
pub use loader::{Loader, LookResult};
pub use pack::Pack;
pub use reading::{Digest, ExaminedFolder, Fingerprint, FolderBytes, read};
pub use report::{Report, attempt, failed};
pub use shelf::Shelf;
pub use versions::VersionLimits;
