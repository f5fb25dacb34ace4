//! The embedded default: every document in one SQLite file under the data folder.
//!
//! `WAL` with `synchronous=FULL`, since `NORMAL` loses acknowledged commits when the power goes;
//! `BEGIN IMMEDIATE`, since a busy timeout is bypassed when a read lock is upgraded. Blocking work
//! runs on tokio's blocking threads. Only this module names rusqlite.

mod commit;
mod open;
mod read;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use rusqlite::Connection;

use super::{
    CollectionId, Committed, Document, DocumentPath, DocumentStore, Listing, Page, StoreError, Write,
};

pub use open::OpenError;

/// Documents in one SQLite file.
#[derive(Clone)]
pub struct SqliteStore {
    connections: Arc<Connections>,
}

/// One connection writes and one reads, so that a sync to disk keeps no reader waiting.
struct Connections {
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
}

impl std::fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SqliteStore")
    }
}

impl SqliteStore {
    /// Opens the store in the folder `data`, or makes it there with the documents of `first` in it.
    /// `first` is written in the transaction that makes the store, and never to one that was there.
    pub fn open(data: &Path, first: &[Write]) -> Result<Self, OpenError> {
        let (writer, reader) = open::open(data, first)?;
        Ok(Self {
            connections: Arc::new(Connections { writer: Mutex::new(writer), reader: Mutex::new(reader) }),
        })
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connections) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let connections = Arc::clone(&self.connections);
        match tokio::task::spawn_blocking(move || work(&connections)).await {
            Ok(result) => result,
            Err(error) => Err(StoreError::Unavailable(error.to_string())),
        }
    }
}

impl DocumentStore for SqliteStore {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>> {
        let path = path.clone();
        self.run(move |connections| read::get(&lock(&connections.reader), &path)).boxed()
    }

    fn list<'a>(
        &'a self,
        collection: &'a CollectionId,
        page: Page,
    ) -> BoxFuture<'a, Result<Listing, StoreError>> {
        let collection = collection.clone();
        self.run(move |connections| read::list(&lock(&connections.reader), &collection, &page)).boxed()
    }

    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>> {
        self.run(move |connections| commit::commit(&mut lock(&connections.writer), &writes)).boxed()
    }
}

/// A thread that panicked in a transaction rolled it back: the connection is as good as before.
fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unavailable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
