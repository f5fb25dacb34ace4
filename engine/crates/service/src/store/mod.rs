//! Documents that outlive the process: the allow-list, the sessions, the audit trail.
//!
//! One trait, [`DocumentStore`], has the shape of the hosted document database. Its implementations are
//! [`SqliteStore`], the embedded default, and [`FirestoreStore`], the hosted one. Everything above this
//! module uses the trait, so several engines can share one hosted store and keep no state of their own.
//!
//! Rules for every implementation are written once, as the conformance suite in `tests/store/`: commits are
//! atomic, preconditions are checked in the same transaction, and a failure is an error, never an empty
//! answer.

pub mod collections;
mod counted;
mod document;
mod error;
mod firestore;
mod geo;
mod path;
mod prefixed;
mod random;
mod settings;
mod sqlite;
mod sweep;
pub mod wire;
mod write;

use std::fmt::Debug;

use futures_util::future::BoxFuture;

pub use counted::Counted;
pub use document::{Document, Fields, Value};
pub use error::StoreError;
pub use firestore::{Database, FirestoreStore, Service, Timing};
pub use geo::{GeoPoint, InvalidGeoPoint};
pub use path::{CollectionId, DocumentPath, FieldPath, InvalidPath};
pub use prefixed::{Prefixed, StorePrefix};
pub use random::random_bytes;
pub use settings::{CacheSize, DatabaseId, EmulatorHost, InvalidSetting, LongPollingTimeout, ProjectId};
pub use sqlite::{CopyError, Found, OpenError, Restored, SqliteStore, backup, look, restore};
pub use sweep::sweep;
pub use write::{Action, Committed, Precondition, Write};

/// The hosted document database's operations: get, list, and a commit of several writes with preconditions.
pub trait DocumentStore: Send + Sync + Debug {
    /// Returns the document at `path`, or `None` if it doesn't exist.
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>>;

    /// Returns one page of a collection's documents, ordered by id (bytewise).
    fn list<'a>(
        &'a self,
        collection: &'a CollectionId,
        page: Page,
    ) -> BoxFuture<'a, Result<Listing, StoreError>>;

    /// Applies all of `writes` in order, or none of them if any precondition fails. Once this returns, the
    /// writes survive a power loss.
    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>>;
}

/// Which page of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The most documents to return. An implementation may return fewer, along with a token for the next
    /// page.
    pub size: u32,
    /// The previous page's [`Listing::next`].
    pub token: Option<PageToken>,
}

/// The start of the next page; opaque to everything but the store that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageToken(pub String);

/// A page of documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    pub documents: Vec<Document>,
    /// If present, there may be more documents.
    pub next: Option<PageToken>,
}

/// Returns every document of a collection, reading it page by page.
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
