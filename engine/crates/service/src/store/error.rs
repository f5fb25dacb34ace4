//! The errors that a store returns.

use super::path::DocumentPath;

/// Why a call on the store had no effect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// A write's precondition didn't hold, so none of the commit was applied.
    #[error("{path} isn't what the write expected")]
    Precondition {
        /// The document whose precondition failed, if the store says which.
        path: DocumentPath,
    },
    /// The disk is full: writes fail, and reads still work.
    #[error("the document store can't be written to: the disk is full")]
    Full,
    /// The store is away, read-only or broken. The text is only for the log.
    #[error("the document store can't be used: {0}")]
    Unavailable(String),
}

impl StoreError {
    /// Whether the caller may read again and retry the commit.
    pub fn is_precondition(&self) -> bool {
        matches!(self, Self::Precondition { .. })
    }
}
