//! The embedded default: every document in one SQLite file under the data folder.
//!
//! `WAL` with `synchronous=FULL`, since `NORMAL` loses acknowledged commits when the power goes;
//! `BEGIN IMMEDIATE`, since a busy timeout is bypassed when a read lock is upgraded. Only this module
//! names rusqlite.

mod backup;
mod commit;
mod copy;
mod lock;
mod look;
mod open;
mod read;
mod restore;
mod threads;

use std::path::Path;
use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::{
    CollectionId, Committed, Document, DocumentPath, DocumentStore, Listing, Page, StoreError, Write,
};

pub use backup::backup;
pub use copy::CopyError;
pub use look::{Found, look};
pub use open::OpenError;
pub use restore::{Restored, restore};
use threads::Threads;

/// Documents in one SQLite file.
#[derive(Clone)]
pub struct SqliteStore {
    connections: Arc<Connections>,
}

/// One connection writes and others read, so that nothing that a write waits for keeps a reader waiting.
/// In this order: the lock is let go of when the connections are closed.
struct Connections {
    writer: Threads,
    readers: Threads,
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
        let open::Opened { writer, readers, lock } = open::open(data, first)?;
        let failed = |source| OpenError::Folder { folder: data.to_owned(), source };
        let writer = Threads::start("store-write", vec![writer]).map_err(failed)?;
        let readers = Threads::start("store-read", readers).map_err(failed)?;
        Ok(Self { connections: Arc::new(Connections { writer, readers, _lock: lock }) })
    }

    /// Whether there is a store in the folder `data`, or was one: what [`SqliteStore::open`] wouldn't make
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
        self.connections.writer.run_blocking(move |writer| {
            writer
                .pragma_update_and_check(None, "max_page_count", pages, |row| row.get(0))
                .map_err(unavailable)
        })
    }
}

impl DocumentStore for SqliteStore {
    fn get<'a>(&'a self, path: &'a DocumentPath) -> BoxFuture<'a, Result<Option<Document>, StoreError>> {
        let path = path.clone();
        self.connections.readers.run(move |reader| read::get(reader, &path)).boxed()
    }

    fn list<'a>(
        &'a self,
        collection: &'a CollectionId,
        page: Page,
    ) -> BoxFuture<'a, Result<Listing, StoreError>> {
        let collection = collection.clone();
        self.connections.readers.run(move |reader| read::list(reader, &collection, &page)).boxed()
    }

    fn commit(&self, writes: Vec<Write>) -> BoxFuture<'_, Result<Committed, StoreError>> {
        self.connections.writer.run(move |writer| commit::commit(writer, &writes)).boxed()
    }
}

fn unavailable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// What a write failed with.
fn unwritten(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => StoreError::Full,
        _ => unavailable(error),
    }
}
