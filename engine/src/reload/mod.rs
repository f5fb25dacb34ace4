//! The life of content in a running engine: what is served now and lately ([`Current`]), and how an edit
//! of the folder gets there or doesn't ([`Loader`]). Versions that may be in use outlive the engine ([`Kept`]).
//!
//! An edit with errors changes nothing but the report. What is read of a folder that changed meanwhile is
//! never used. When to look is [`crate::watch`]'s; knows no HTTP.

mod current;
mod fingerprint;
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
mod versions;

pub use current::Current;
pub use fingerprint::Fingerprint;
pub use kept::Kept;
pub use loader::{Loader, Look};
pub use pack::Pack;
pub use reading::{Digest, Read, Reading, read};
pub use report::{Report, attempt, failed};
pub use shelf::Shelf;
pub use versions::Limits;
