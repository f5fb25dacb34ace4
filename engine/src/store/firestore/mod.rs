//! The hosted document database (Google Firestore) over its REST interface.
//!
//! Several engines share one. An error is never read as an empty list or an absent document: what
//! isn't said in so many words is an error. What may pass is tried again within a bound
//! ([`Timing`]); what becomes of a commit whose answer was lost stands in `commit.rs`. Keeps
//! nothing of its own but connections and the access token; starting needs no network.

mod auth;
mod call;
mod commit;
mod failure;
mod names;
mod read;
mod timing;

use std::fmt;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use url::Url;

use super::settings::EmulatorHost;
use super::{
    CollectionId, Committed, Document, DocumentPath, DocumentStore, Listing, Page, StoreError, Write,
};
use auth::Auth;
use call::Caller;

pub use names::Database;
pub use timing::Timing;

/// Documents in the hosted database.
#[derive(Debug)]
pub struct FirestoreStore {
    caller: Caller,
    service: Url,
    database: Database,
}

/// Who answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Service {
    /// Google, with application default credentials.
    Google,
    /// The same interface at another address, with the same credentials: a region's own, for one.
    At(Url),
    /// An emulator, over plain HTTP and as its owner.
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
    /// A store in `database`. Nothing is asked of the network yet.
    ///
    /// # Errors
    /// Where no client for the network can be made, for want of the system's certificates for one.
    pub fn new(database: Database, service: &Service, timing: Timing) -> Result<Self, StoreError> {
        let auth = match service {
            Service::Emulator(_) => Auth::Emulator,
            Service::Google | Service::At(_) => Auth::application_default(),
        };
        let caller = Caller::new(auth, timing).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self { caller, service: service.url(), database })
    }
}

impl DocumentStore for FirestoreStore {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>> {
        async move {
            let found = read::get(&self.caller, &self.service, &self.database, &[path]).await;
            let mut found = found.map_err(|failed| StoreError::from(failed.last))?;
            Ok(found.pop().flatten())
        }
        .boxed()
    }

    fn list<'a>(
        &'a self,
        collection: &'a CollectionId,
        page: Page,
    ) -> BoxFuture<'a, Result<Listing, StoreError>> {
        async move {
            let listing = read::list(&self.caller, &self.service, &self.database, collection, &page).await;
            listing.map_err(|failed| failed.last.into())
        }
        .boxed()
    }

    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>> {
        async move { commit::commit(&self.caller, &self.service, &self.database, &writes).await }.boxed()
    }
}
