//! What every store does: the trait [`DocumentStore`], pages of documents, writes with preconditions, and errors.

use std::fmt::Debug;

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use super::document::{CollectionId, Document, DocumentPath, FieldPath, Fields};

/// A store's answer, once it arrives.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// The hosted document database's operations: get, list, and a commit of several writes with preconditions.
pub trait DocumentStore: Send + Sync + Debug {
    /// Returns the document at `path`, or `None` if it doesn't exist.
    fn get<'a>(&'a self, path: &'a DocumentPath) -> Answer<'a, Option<Document>>;

    /// Returns one page of a collection's documents, ordered by id (bytewise).
    fn list<'a>(&'a self, collection: &'a CollectionId, page: Page) -> Answer<'a, DocumentList>;

    /// Applies all of `writes` in order, or none of them if any precondition fails. Once this returns, the
    /// writes survive a power loss.
    fn commit(&self, writes: Vec<Write>) -> Answer<'_, Committed>;
}

/// The page of a collection to return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The maximum number of documents to return. An implementation may return fewer, along with a token
    /// for the next page.
    pub size: u32,
    /// The previous page's [`DocumentList::next`].
    pub token: Option<PageToken>,
}

/// The start of the next page; opaque to everything but the store that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageToken(pub String);

/// A page of documents.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentList {
    pub documents: Vec<Document>,
    /// The start of the next page, if there may be one.
    pub next: Option<PageToken>,
}

/// One write in a commit.
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

/// A condition that a document must meet for a write to be applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precondition {
    /// The document exists, or doesn't.
    Exists(bool),
    /// The document exists and was last changed at exactly this time.
    UpdateTime(Timestamp),
}

impl Precondition {
    /// Returns whether the condition, if there is one, is met by the document, which may not exist.
    pub(super) fn holds(condition: Option<Self>, document: Option<&Document>) -> bool {
        match condition {
            None => true,
            Some(Self::Exists(exists)) => document.is_some() == exists,
            Some(Self::UpdateTime(time)) => document.is_some_and(|document| document.update_time == time),
        }
    }
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

/// Why a call to the store had no effect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// A write's precondition failed, so no part of the commit was applied.
    #[error("{path} isn't what the write expected")]
    Precondition {
        /// The document whose precondition failed, if the store says which.
        path: DocumentPath,
    },
    /// The disk is full: writes fail, and reads still work.
    #[error("the document store can't be written to: the disk is full")]
    Full,
    /// The store is unavailable, read-only, or broken. The message is only for the log.
    #[error("the document store can't be used: {0}")]
    Unavailable(String),
}

impl StoreError {
    /// Returns whether the caller may read again and retry the commit.
    pub fn is_precondition(&self) -> bool {
        matches!(self, Self::Precondition { .. })
    }
}

/// Returns every document in a collection, reading it page by page.
pub async fn list_all(
    store: &dyn DocumentStore,
    collection: &CollectionId,
) -> Result<Vec<Document>, StoreError> {
    let mut documents = Vec::new();
    let mut token = None;
    loop {
        let page = Page { size: 300, token };
        let listing = store.list(collection, page).await?;
        documents.extend(listing.documents);
        token = listing.next;
        if token.is_none() {
            return Ok(documents);
        }
    }
}

/// Removes every document in `collection` for which `is_over` returns true, page by page, and returns how many it
/// removed. It may or may not see documents that are created or deleted in the meantime. `is_over` must return false
/// for a document that doesn't parse as one of ours: it may belong to another program.
///
/// # Errors
/// If the store doesn't answer. Documents on earlier pages are already removed.
pub async fn sweep(
    store: &dyn DocumentStore,
    collection: &CollectionId,
    is_over: impl Fn(&Document) -> bool + Send,
) -> Result<usize, StoreError> {
    let (mut removed, mut token) = (0, None);
    loop {
        let listing = store.list(collection, Page { size: 300, token }).await?;
        let over = listing.documents.iter().filter(|document| is_over(document));
        let writes: Vec<_> = over.map(|document| Write::delete(document.path.clone())).collect();
        removed += writes.len();
        if !writes.is_empty() {
            store.commit(writes).await?;
        }
        token = listing.next;
        if token.is_none() {
            return Ok(removed);
        }
    }
}
