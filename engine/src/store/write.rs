//! What a commit does: writes, each with what it expects of the document.

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
    /// The document has these fields and no others afterwards.
    Set(Fields),
    /// Only the fields that the mask names are written; one that `fields` lacks is removed.
    Merge { fields: Fields, mask: Vec<FieldPath> },
    /// The document is gone afterwards, also where it never was.
    Delete,
}

/// What a write expects of its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precondition {
    /// It is there, or it isn't.
    Exists(bool),
    /// It is there and was last changed at this very moment.
    UpdateTime(Timestamp),
}

/// What a commit answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    /// When each written document was last changed, in the writes' order; `None` after a delete.
    /// A write that changes nothing keeps the document's time.
    pub update_times: Vec<Option<Timestamp>>,
}

impl Write {
    /// Replaces the document at `path`, or makes it.
    pub fn set(path: DocumentPath, fields: Fields) -> Self {
        Self::new(path, Action::Set(fields))
    }

    /// Writes only the fields that `mask` names.
    pub fn merge(path: DocumentPath, fields: Fields, mask: Vec<FieldPath>) -> Self {
        Self::new(path, Action::Merge { fields, mask })
    }

    /// Removes the document at `path`.
    pub fn delete(path: DocumentPath) -> Self {
        Self::new(path, Action::Delete)
    }

    /// Only if `precondition` holds.
    #[must_use]
    pub fn only_if(mut self, precondition: Precondition) -> Self {
        self.precondition = Some(precondition);
        self
    }

    fn new(path: DocumentPath, action: Action) -> Self {
        Self { path, action, precondition: None }
    }
}
