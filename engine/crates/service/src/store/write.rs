//! The writes of a commit, each with an optional precondition on its document.

use jiff::Timestamp;

use super::document::Fields;
use super::path::{DocumentPath, FieldPath};

/// One write of a commit.
#[derive(Debug, Clone, PartialEq)]
pub struct Write {
    pub path: DocumentPath,
    pub action: Action,
    pub precondition: Option<Precondition>,
}

/// What a write does to its document.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Replaces all of the document's fields with these.
    Set(Fields),
    /// Writes only the fields that the mask names. A field that `fields` lacks is removed.
    Merge { fields: Fields, mask: Vec<FieldPath> },
    /// Deletes the document, if it exists.
    Delete,
}

/// A condition that a document must meet before a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precondition {
    /// The document exists, or doesn't.
    Exists(bool),
    /// The document exists and was last changed at exactly this time.
    UpdateTime(Timestamp),
}

/// The result of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    /// When each written document was last changed, in the order of the writes; `None` after a
    /// delete. A write that changes nothing keeps the document's time.
    pub update_times: Vec<Option<Timestamp>>,
}

impl Write {
    /// Creates or replaces the document at `path`.
    pub fn set(path: DocumentPath, fields: Fields) -> Self {
        Self::new(path, Action::Set(fields))
    }

    /// Writes only the fields that `mask` names.
    pub fn merge(path: DocumentPath, fields: Fields, mask: Vec<FieldPath>) -> Self {
        Self::new(path, Action::Merge { fields, mask })
    }

    /// Deletes the document at `path`.
    pub fn delete(path: DocumentPath) -> Self {
        Self::new(path, Action::Delete)
    }

    /// Makes the write conditional on `precondition`.
    #[must_use]
    pub fn only_if(mut self, precondition: Precondition) -> Self {
        self.precondition = Some(precondition);
        self
    }

    fn new(path: DocumentPath, action: Action) -> Self {
        Self { path, action, precondition: None }
    }
}
