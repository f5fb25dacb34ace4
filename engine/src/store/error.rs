//! What a store answers when it can't do what was asked.

use super::path::DocumentPath;

/// Why a call on the store had no effect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// A write's precondition didn't hold; nothing of the commit was done.
    #[error("{path} isn't as the write expected it")]
    Precondition {
        /// The document whose precondition failed, where the store says which.
        path: DocumentPath,
    },
    /// The disk is full: nothing is written, and what is there is read.
    #[error("the document store can't be written to: the disk is full")]
    Full,
    /// The store is away, read-only or broken. The text is for the log alone.
    #[error("the document store can't be used: {0}")]
    Unavailable(String),
}

impl StoreError {
    /// Whether the same commit may be tried again after reading anew.
    pub fn is_precondition(&self) -> bool {
        matches!(self, Self::Precondition { .. })
    }
}
