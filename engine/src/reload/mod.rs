//! The life of content in a running engine: what is served now and lately ([`Current`]), and how an edit
//! of the folder gets there or doesn't ([`Loader`]).
//!
//! An edit with errors changes nothing but the report. What is read of a folder that changed meanwhile is
//! never used. When to look is [`crate::watch`]'s; knows no HTTP.

mod current;
mod fingerprint;
mod last_good;
mod loader;
mod reading;
mod report;
mod versions;

pub use current::Current;
pub use fingerprint::Fingerprint;
pub use last_good::LastGood;
pub use loader::{Loader, Look};
pub use reading::{Digest, Read, Reading, read};
pub use report::{Report, attempt, failed};
pub use versions::Limits;
