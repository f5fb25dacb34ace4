//! Checking whether the store can be used, without changing anything.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use rustix::fs::{Access, access};

use super::open::{
    FILE, NOTE, OpenError, check_file, check_integrity, check_ours, is_in, is_open_to_all, refused,
};

/// What [`look`] finds in a usable folder.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// A writable store with this many documents.
    Store(usize),
    /// No store yet: the engine creates it when it first starts.
    Nothing,
}

/// Checks whether an engine run by this user could use the store in `data`, or create it there. Writes nothing: a
/// write is begun and rolled back.
///
/// # Errors
/// The error with which [`SqliteStore::open`](super::SqliteStore::open) or the first write would fail.
pub fn look(data: &Path) -> Result<Found, OpenError> {
    let unusable = |source| OpenError::Folder { folder: data.to_owned(), source };
    // For a folder that doesn't exist yet, check the one that it would be created in.
    let there = std::path::absolute(data).map_err(unusable)?;
    let there = there.ancestors().find(|folder| folder.exists()).unwrap_or(data);
    if !fs::metadata(there).map_err(unusable)?.is_dir() {
        return Err(unusable(io::ErrorKind::NotADirectory.into()));
    }
    access(there, Access::WRITE_OK | Access::EXEC_OK).map_err(|error| unusable(error.into()))?;
    if is_open_to_all(data).unwrap_or(false) {
        return Err(OpenError::Open { folder: data.to_owned() });
    }
    let file = data.join(FILE);
    check_file(&file, &data.join(NOTE))?;
    if !is_in(data) {
        return Ok(Found::Nothing);
    }
    let failed = |error: rusqlite::Error| refused(&file, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&file, flags).map_err(failed)?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(failed)?;
    check_ours(&connection, &file)?;
    check_integrity(&connection, &file)?;
    // Beginning a transaction isn't enough: SQLite falls back to reading if it can't write.
    connection.execute_batch("BEGIN IMMEDIATE; UPDATE clock SET last = last; ROLLBACK").map_err(failed)?;
    let count = connection.query_row("SELECT count(*) FROM documents", [], |row| row.get::<_, i64>(0));
    Ok(Found::Store(count.map_err(failed)?.unsigned_abs() as usize))
}
