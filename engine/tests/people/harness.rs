//! Provides a store that counts calls and that a test can make unavailable, and a clock that a test
//! sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use callguide::access::{AccessRules, EmailAddress, document_of};
use callguide::clock::Clock;
use callguide::session::{Person, Sessions, Timeouts};
use callguide::store::{
    CollectionId, Committed, Document, DocumentList, DocumentPath, DocumentStore, Fields, Page, SqliteStore,
    StoreError, Write,
};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tempfile::TempDir;

#[derive(Debug)]
pub struct Watched {
    store: SqliteStore,
    away: AtomicBool,
    full: AtomicBool,
    pub gets: AtomicUsize,
    pub commits: AtomicUsize,
}

impl Watched {
    pub fn set_away(&self, away: bool) {
        self.away.store(away, Ordering::SeqCst);
    }

    /// Sets whether the store refuses writes, like a full disk.
    pub fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    fn asked<'a, T: Send + 'a>(
        &self,
        answer: BoxFuture<'a, Result<T, StoreError>>,
    ) -> BoxFuture<'a, Result<T, StoreError>> {
        if self.away.load(Ordering::SeqCst) {
            let error = StoreError::Unavailable("taken away by the test".to_owned());
            return std::future::ready(Err(error)).boxed();
        }
        answer
    }
}

impl DocumentStore for Watched {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>> {
        self.gets.fetch_add(1, Ordering::SeqCst);
        self.asked(self.store.get(path))
    }

    fn list<'a>(
        &'a self,
        collection: &'a CollectionId,
        page: Page,
    ) -> BoxFuture<'a, Result<DocumentList, StoreError>> {
        self.asked(self.store.list(collection, page))
    }

    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>> {
        self.commits.fetch_add(1, Ordering::SeqCst);
        if self.full.load(Ordering::SeqCst) {
            let error = StoreError::Unavailable("full".to_owned());
            return std::future::ready(Err(error)).boxed();
        }
        self.asked(self.store.commit(writes))
    }
}

pub struct World {
    pub store: Arc<Watched>,
    pub clock: Clock,
    _data: TempDir,
}

pub const IDLE: Duration = Duration::from_secs(3600);
pub const ABSOLUTE: Duration = Duration::from_secs(4 * 3600);

impl World {
    pub fn new() -> Self {
        let data = TempDir::new().unwrap();
        let store = SqliteStore::open(data.path(), &[]).unwrap();
        Self {
            store: Arc::new(Watched {
                store,
                away: AtomicBool::new(false),
                full: AtomicBool::new(false),
                gets: AtomicUsize::new(0),
                commits: AtomicUsize::new(0),
            }),
            clock: Clock::set_to("2026-11-03T12:00:00Z".parse().unwrap()),
            _data: data,
        }
    }

    pub fn access(&self, domain: Option<&str>) -> AccessRules {
        let domain = domain.map(|domain| domain.parse().unwrap());
        AccessRules::with_clock(self.store.clone(), domain, self.clock.clone())
    }

    pub fn sessions(&self) -> Sessions {
        let timeouts = Timeouts { idle: IDLE, absolute: ABSOLUTE };
        self.sessions_with(timeouts)
    }

    pub fn sessions_with(&self, timeouts: Timeouts) -> Sessions {
        Sessions::new(self.store.clone(), timeouts, self.clock.clone())
    }

    /// Returns the number of reads and of commits so far.
    pub fn calls(&self) -> (usize, usize) {
        (self.store.gets.load(Ordering::SeqCst), self.store.commits.load(Ordering::SeqCst))
    }

    pub async fn allow(&self, address: &str, fields: Fields) {
        let write = Write::set(document_of(&email(address)), fields);
        self.store.commit(vec![write]).await.unwrap();
    }

    pub async fn remove(&self, address: &str) {
        let write = Write::delete(document_of(&email(address)));
        self.store.commit(vec![write]).await.unwrap();
    }
}

pub fn email(text: &str) -> EmailAddress {
    text.parse().unwrap()
}

pub fn person(email: &str) -> Person {
    Person {
        email: email.to_owned(),
        display_name: Some("Ann Lee".to_owned()),
        photo_url: None,
        subject: "117".to_owned(),
    }
}

pub fn is_away<T: std::fmt::Debug>(result: Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::Unavailable(_)))
}
