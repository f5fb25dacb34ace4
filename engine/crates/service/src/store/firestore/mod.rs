//! The hosted document database (Google Firestore) over its REST interface.
//!
//! Several engines can share one database. An error is never read as an empty list or an absent document: if the
//! response doesn't state something explicitly, that's an error. Transient failures are retried within limits
//! ([`Timing`]); `documents.rs` explains how a commit with a lost response is resolved. The store keeps no state
//! except connections and the access token, and starting doesn't need the network.

mod call;
mod documents;
mod names;
mod settings;

use std::fmt;
use std::sync::Mutex;

use futures_util::FutureExt as _;
use url::Url;

use super::document::{CollectionId, Document, DocumentPath};
use super::interface::{Answer, Committed, DocumentList, DocumentStore, Page, StoreError, Write};
use call::{Auth, RestClient};

pub use documents::FirestoreStore;
pub use names::Database;
pub use settings::{
    DatabaseId, EmulatorHost, InvalidSetting, ProjectId, Timing, cache_size, long_polling_timeout,
};

/// The service to connect to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Service {
    /// Google, with application default credentials.
    Google,
    /// The same interface and credentials at another URL, such as a regional endpoint.
    At(Url),
    /// An emulator, over plain HTTP, with the rights of its owner.
    Emulator(EmulatorHost),
}

impl Service {
    fn url(&self) -> Url {
        match self {
            Self::Google => Url::parse("https://firestore.googleapis.com/").expect("the address is one"),
            Self::At(url) => url.clone(),
            Self::Emulator(host) => host.url().clone(),
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.url())
    }
}

impl FirestoreStore {
    /// Returns a store in `database`, without using the network yet.
    ///
    /// # Errors
    /// If no HTTP client can be created, for example because the system's certificates are missing.
    pub fn new(database: Database, service: &Service, timing: Timing) -> Result<Self, StoreError> {
        let auth = match service {
            Service::Emulator(_) => Auth::Emulator,
            Service::Google | Service::At(_) => Auth::Default(Mutex::default()),
        };
        let client =
            RestClient::new(auth, timing).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self { client, service: service.url(), database })
    }
}

impl DocumentStore for FirestoreStore {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> Answer<'a, Option<Document>> {
        async move {
            let mut found = self.read(&[path]).await?;
            Ok(found.pop().flatten())
        }
        .boxed()
    }

    fn list<'a>(&'a self, collection: &'a CollectionId, page: Page) -> Answer<'a, DocumentList> {
        async move { Ok(self.page(collection, &page).await?) }.boxed()
    }

    fn commit(&self, writes: Vec<Write>) -> Answer<'_, Committed> {
        async move { self.apply(&writes).await }.boxed()
    }
}
