//! The embedded default: every document in one SQLite file under the data folder.
//!
//! The journal mode is `WAL` with `synchronous=FULL`, since `NORMAL` loses acknowledged commits in a power
//! loss. Transactions begin with `BEGIN IMMEDIATE`, since upgrading a read lock bypasses the busy timeout.
//! Only this module uses rusqlite.

mod backup;
mod documents;
mod open;
mod threads;

use std::path::Path;
use std::sync::Arc;

use futures_util::FutureExt as _;
use rusqlite::Connection;

use super::document::{CollectionId, Document, DocumentPath};
use super::interface::{Answer, Committed, DocumentList, DocumentStore, Page, StoreError, Write};
use threads::Threads;

pub use backup::{CopyError, Restored, backup, restore};
pub use open::{DataFolder, OpenError, look};

/// A document store in one SQLite file.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    connections: Arc<Connections>,
}

/// One connection writes and the others read, so a write that waits never blocks a reader. The order of the
/// fields matters: the lock is released after the connections are closed.
#[derive(Debug)]
struct Connections {
    writer: Threads,
    readers: Threads,
    /// Keeps a restore from replacing the file while it's in use.
    _lock: open::Lock,
}

impl SqliteStore {
    /// Opens the store in the folder `data`, or creates it there with the documents of `first`. `first` is
    /// written in the transaction that creates the store, never to an existing one.
    pub fn open(data: &Path, first: &[Write]) -> Result<Self, OpenError> {
        let (writer, readers, lock) = open::open(data, first)?;
        let failed = |source| OpenError::Folder { folder: data.to_owned(), source };
        let writer = Threads::start("store-write", vec![writer]).map_err(failed)?;
        let readers = Threads::start("store-read", readers).map_err(failed)?;
        Ok(Self { connections: Arc::new(Connections { writer, readers, _lock: lock }) })
    }

    /// Returns whether the folder `data` contains a store, or once did. If so, [`SqliteStore::open`] won't create
    /// one.
    pub fn is_in(data: &Path) -> bool {
        open::is_in(data)
    }

    /// Limits the file to `pages` pages of 4,096 bytes from now on. A write that needs more fails as if the disk were
    /// full, which is what tests use this for. Returns the limit in effect, which is never lower than the number of
    /// pages in use.
    ///
    /// # Errors
    /// If SQLite doesn't answer.
    pub async fn limit_pages(&self, pages: u32) -> Result<u32, StoreError> {
        let limit = move |writer: &mut Connection| {
            Ok(writer.pragma_update_and_check(None, "max_page_count", pages, |row| row.get(0))?)
        };
        self.connections.writer.run(limit).await
    }
}

impl DocumentStore for SqliteStore {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> Answer<'a, Option<Document>> {
        let path = path.clone();
        self.connections.readers.run(move |reader| documents::get(reader, &path)).boxed()
    }

    fn list<'a>(&'a self, collection: &'a CollectionId, page: Page) -> Answer<'a, DocumentList> {
        let collection = collection.clone();
        self.connections.readers.run(move |reader| documents::list(reader, &collection, &page)).boxed()
    }

    fn commit(&self, writes: Vec<Write>) -> Answer<'_, Committed> {
        self.connections.writer.run(move |writer| documents::commit(writer, &writes)).boxed()
    }
}
