//! Documents that outlive the process: the allow-list, the sessions, the audit trail.
//!
//! One trait in the shape of the hosted document database ([`DocumentStore`]) and its
//! implementations: [`SqliteStore`], the embedded default, and [`FirestoreStore`], the hosted one.
//! Everything above this module works on the trait, so several engines can share one hosted store
//! and keep nothing of their own.
//!
//! What must hold for every implementation is written once, as the conformance suite in
//! `tests/store/`: a commit is whole or not at all, preconditions are judged in the same
//! transaction, a failure is an error and never an empty answer.

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

/// The hosted document database's shape: get, list, and commit of several writes with preconditions.
pub trait DocumentStore: Send + Sync + Debug {
    /// The document at `path`, `None` where there is none.
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>>;

    /// One page of a collection's documents in the order of their ids (by bytes).
    fn list<'a>(
        &'a self,
        collection: &'a CollectionId,
        page: Page,
    ) -> BoxFuture<'a, Result<Listing, StoreError>>;

    /// Does all of `writes` in their order, or none: where one precondition doesn't hold, nothing happens.
    /// When it answers, the writes survive a loss of power.
    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>>;
}

/// Which page of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// At most this many documents; an implementation may answer fewer, and then says where to go on.
    pub size: u32,
    /// What the page before gave as [`Listing::next`].
    pub token: Option<PageToken>,
}

/// Where the next page begins. Only the store that made it can read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageToken(pub String);

/// A page of documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    pub documents: Vec<Document>,
    /// There may be more where this is present.
    pub next: Option<PageToken>,
}

/// Every document of a collection, page by page.
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
