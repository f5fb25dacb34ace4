//! The embedded default: every document in one SQLite file under the data folder.
//!
//! `WAL` with `synchronous=FULL`, since `NORMAL` loses acknowledged commits when the power goes;
//! `BEGIN IMMEDIATE`, since a busy timeout is bypassed when a read lock is upgraded. Blocking work
//! runs on tokio's blocking threads. Only this module names rusqlite.

mod backup;
mod commit;
mod copy;
mod lock;
mod open;
mod read;
mod restore;

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use rusqlite::Connection;

use super::{
    CollectionId, Committed, Document, DocumentPath, DocumentStore, Listing, Page, StoreError, Write,
};

pub use backup::backup;
pub use copy::CopyError;
pub use open::OpenError;
pub use restore::{Restored, restore};

/// Documents in one SQLite file.
#[derive(Clone)]
pub struct SqliteStore {
    connections: Arc<Connections>,
}

/// One connection writes and one reads, so that a sync to disk keeps no reader waiting.
struct Connections {
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
    /// Keeps a backup from being put in the place of a file that is in use.
    _lock: lock::Lock,
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
        let open::Opened { writer, reader, lock } = open::open(data, first)?;
        let (writer, reader) = (Mutex::new(writer), Mutex::new(reader));
        Ok(Self { connections: Arc::new(Connections { writer, reader, _lock: lock }) })
    }

    /// Whether there is a store in the folder `data`, or was one: what [`SqliteStore::open`] would not make
    /// anew.
    pub fn is_in(data: &Path) -> bool {
        open::is_in(data)
    }

    /// Bounds the file to so many pages of 4,096 bytes from now on: what needs more is refused as on a
    /// full disk. How a full disk is tried out. Gives the bound that holds, which is never under what is used.
    ///
    /// # Errors
    /// Where SQLite can't be asked.
    pub fn limit_pages(&self, pages: u32) -> Result<u32, StoreError> {
        lock(&self.connections.writer)
            .pragma_update_and_check(None, "max_page_count", pages, |row| row.get(0))
            .map_err(unavailable)
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
