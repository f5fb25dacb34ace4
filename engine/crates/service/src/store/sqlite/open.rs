//! Opens and locks the file, or checks whether it could be opened. Never starts with an empty list by accident, and
//! never opens a damaged file or another program's.

use std::fmt::Display;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use rustix::fs::{Access, access};

use super::documents::apply;
use crate::store::interface::Write;

/// The file that contains the documents, and next to it a note that the store exists.
pub(super) const FILE: &str = "documents.sqlite";
pub(super) const NOTE: &str = "documents.note";
const LOCK: &str = "documents.lock";
const NOTE_TEXT: &str = "This Callguide's documents (who can sign in, who is signed in, who changed what) are in documents.sqlite.\nIf this note is here and that file isn't, the engine refuses to start rather than begin with an empty list.\n";

/// `PRAGMA application_id`: "CGDS". Distinguishes our file from another program's.
const APPLICATION_ID: i64 = 0x4347_4453;

/// One step for each `user_version`; the first creates the tables.
const MIGRATIONS: &[&str] = &["
    CREATE TABLE documents (
        collection TEXT NOT NULL,
        id TEXT NOT NULL,
        fields TEXT NOT NULL,
        create_time INTEGER NOT NULL,
        update_time INTEGER NOT NULL,
        PRIMARY KEY (collection, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE clock (last INTEGER NOT NULL) STRICT;
    INSERT INTO clock VALUES (0);
"];

/// Why the store can't be opened, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{} can't be used as the data folder ({source}): make it a folder that this user can write to", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    #[error("everyone on this machine can write to {}, and could put a list of their own there: name another data folder, or fix it with `chmod o-w {}`", folder.display(), folder.display())]
    Open { folder: PathBuf },
    #[error("{} is missing, although {} says it was there: restore a backup with `callguide restore FILE`, or remove {} to start with an empty list", file.display(), note.display(), note.display())]
    Missing { file: PathBuf, note: PathBuf },
    #[error("{} is damaged ({why}): restore a backup with `callguide restore FILE`", file.display())]
    Corrupt { file: PathBuf, why: String },
    #[error("{} was made by another program: name another data folder", file.display())]
    Foreign { file: PathBuf },
    #[error("{} was made by a newer Callguide (its format is {found}, this one knows {known}): run that version", file.display())]
    Newer { file: PathBuf, found: i64, known: usize },
    #[error("{} is being restored: try again when that's done", file.display())]
    Restoring { file: PathBuf },
    #[error("{} can't be opened ({why}): check that there's space left on the disk, and that this user can write there", file.display())]
    Unusable { file: PathBuf, why: String },
}

/// The number of reading connections.
const READERS: usize = 3;

/// The writing connection, the reading ones, and the lock that marks the store as in use.
type OpenStore = (Connection, Vec<Connection>, Lock);

/// Opens the store in `data`, or creates it with the documents of `first`.
pub(super) fn open(data: &Path, first: &[Write]) -> Result<OpenStore, OpenError> {
    let folder = |source| OpenError::Folder { folder: data.to_owned(), source };
    make_private_folder(data)?;
    let file = data.join(FILE);
    let note = data.join(NOTE);
    let lock =
        Lock::shared(data).map_err(folder)?.ok_or_else(|| OpenError::Restoring { file: file.clone() })?;
    check_file(&file, &note)?;
    make_private_file(&file).map_err(folder)?;

    let mut writer = connect(&file, OpenFlags::SQLITE_OPEN_CREATE)?;
    check_integrity(&writer, &file)?;
    migrate(&mut writer, &file, first)?;
    let readers = (0..READERS).map(|_| connect(&file, OpenFlags::empty())).collect::<Result<_, _>>()?;
    if !note.exists() {
        write_note(data, &note).map_err(folder)?;
    }
    Ok((writer, readers, lock))
}

/// What [`look`] finds in a usable folder.
#[derive(Debug, PartialEq, Eq)]
pub enum DataFolder {
    /// A writable store with this many documents.
    Store(usize),
    /// No store yet: the engine creates it when it first starts.
    Nothing,
}

/// Checks whether an engine run by this user could use the store in `data`, or create it there. Writes nothing: it
/// begins a write and rolls it back.
///
/// # Errors
/// The error with which [`SqliteStore::open`](super::SqliteStore::open) or the first write would fail.
pub fn look(data: &Path) -> Result<DataFolder, OpenError> {
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
        return Ok(DataFolder::Nothing);
    }
    let failed = |error: rusqlite::Error| refused(&file, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&file, flags).map_err(failed)?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(failed)?;
    check_ours(&connection, &file)?;
    check_integrity(&connection, &file)?;
    // Beginning a transaction isn't enough: SQLite falls back to reading if it can't write.
    connection.execute_batch("BEGIN IMMEDIATE; UPDATE clock SET last = last; ROLLBACK").map_err(failed)?;
    count(&connection, &file).map(DataFolder::Store)
}

/// Returns whether the folder contains a store, or the note that it once did.
pub(super) fn is_in(data: &Path) -> bool {
    data.join(NOTE).exists() || fs::metadata(data.join(FILE)).is_ok_and(|file| file.len() > 0)
}

/// Returns whether everyone may add files to the folder or replace the files in it.
pub(super) fn is_open_to_all(folder: &Path) -> io::Result<bool> {
    Ok(fs::metadata(folder)?.mode() & 0o002 != 0)
}

/// Creates the folder if it doesn't exist. A folder that everyone may write to is refused for a new store; for an
/// existing store, it only causes a warning in the log.
pub(super) fn make_private_folder(data: &Path) -> Result<(), OpenError> {
    let folder = |source| OpenError::Folder { folder: data.to_owned(), source };
    fs::DirBuilder::new().recursive(true).mode(0o700).create(data).map_err(folder)?;
    if is_open_to_all(data).map_err(folder)? {
        if !is_in(data) {
            return Err(OpenError::Open { folder: data.to_owned() });
        }
        tracing::warn!(
            folder = %data.display(),
            "everyone on this machine can write to the data folder and could replace the list: fix it with chmod o-w"
        );
    }
    Ok(())
}

/// Creates the file, or secures an empty one, so that only this user may read or write it: the allow-list and the
/// sessions are private. The files that SQLite puts next to it get the same permissions.
fn make_private_file(file: &Path) -> io::Result<()> {
    let made = File::options().create(true).truncate(false).write(true).mode(0o600).open(file)?;
    if made.metadata()?.len() == 0 {
        made.set_permissions(Permissions::from_mode(0o600))?;
    }
    Ok(())
}

/// Checks the file before SQLite opens it, since SQLite would create a missing file or initialize an empty one.
pub(super) fn check_file(file: &Path, note: &Path) -> Result<(), OpenError> {
    let mut start = Vec::new();
    let read = File::open(file).and_then(|opened| opened.take(16).read_to_end(&mut start));
    if let Some(error) = read.err().filter(|error| error.kind() != io::ErrorKind::NotFound) {
        return Err(unusable(file, error));
    }
    if start.is_empty() {
        let missing = || OpenError::Missing { file: file.to_owned(), note: note.to_owned() };
        return if note.exists() { Err(missing()) } else { Ok(()) };
    }
    if start == b"SQLite format 3\0" { Ok(()) } else { Err(corrupt(file, "it isn't an SQLite file")) }
}

/// Opens a connection to the store's file whose commits survive a power loss.
pub(super) fn connect(file: &Path, create: OpenFlags) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
    let made = Connection::open_with_flags(file, flags).and_then(|connection| {
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "trusted_schema", "OFF")?;
        let mode: String =
            connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
        Ok((connection, mode))
    });
    match made {
        Ok((connection, mode)) if mode.eq_ignore_ascii_case("wal") => Ok(connection),
        Ok((_, mode)) => {
            Err(unusable(file, format!("its file system allows the journal mode {mode}, but not WAL")))
        }
        Err(error) => Err(refused(file, &error)),
    }
}

/// Reads the whole file and checks it for damage.
pub(super) fn check_integrity(connection: &Connection, file: &Path) -> Result<(), OpenError> {
    let found: String = connection
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(|error| refused(file, &error))?;
    if found == "ok" { Ok(()) } else { Err(corrupt(file, found.lines().next().unwrap_or_default())) }
}

/// Checks that Callguide made the file and that this engine knows its format. Returns the format, which is the number
/// of migrations already applied.
pub(super) fn check_ours(connection: &Connection, file: &Path) -> Result<usize, OpenError> {
    if pragma(connection, file, "application_id")? != APPLICATION_ID {
        return Err(OpenError::Foreign { file: file.to_owned() });
    }
    let found = pragma(connection, file, "user_version")?;
    match usize::try_from(found) {
        Ok(done) if done <= MIGRATIONS.len() => Ok(done),
        _ => Err(OpenError::Newer { file: file.to_owned(), found, known: MIGRATIONS.len() }),
    }
}

fn pragma(connection: &Connection, file: &Path, name: &str) -> Result<i64, OpenError> {
    connection.pragma_query_value(None, name, |row| row.get(0)).map_err(|error| refused(file, &error))
}

/// Migrates the tables to this engine's format. A file without tables gets them, along with the documents of `first`.
pub(super) fn migrate(connection: &mut Connection, file: &Path, first: &[Write]) -> Result<(), OpenError> {
    let failed = |error: rusqlite::Error| refused(file, &error);
    // Read this under the write lock, so that if two engines start together, only one creates the store.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let tables: i64 =
        transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(failed)?;
    let is_new = tables == 0 && pragma(&transaction, file, "user_version")? == 0;
    let done = if is_new { 0 } else { check_ours(&transaction, file)? };
    for step in &MIGRATIONS[done..] {
        transaction.execute_batch(step).map_err(failed)?;
    }
    transaction
        .pragma_update(None, "user_version", MIGRATIONS.len() as i64)
        .and_then(|()| transaction.pragma_update(None, "application_id", APPLICATION_ID))
        .map_err(failed)?;
    if is_new {
        apply(&transaction, first).map_err(|error| unusable(file, error))?;
    }
    transaction.commit().map_err(failed)
}

/// Writes the note and syncs it to disk. Like the documents, it must be durable before any commit is acknowledged.
pub(super) fn write_note(data: &Path, note: &Path) -> io::Result<()> {
    make_private_file(note)?;
    let mut file = File::create(note)?;
    file.write_all(NOTE_TEXT.as_bytes())?;
    file.sync_all()?;
    File::open(data)?.sync_all()
}

pub(super) fn refused(file: &Path, error: &rusqlite::Error) -> OpenError {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    match error.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => corrupt(file, error),
        _ => unusable(file, error),
    }
}

fn corrupt(file: &Path, why: impl Display) -> OpenError {
    OpenError::Corrupt { file: file.to_owned(), why: why.to_string() }
}

pub(super) fn unusable(file: &Path, why: impl Display) -> OpenError {
    OpenError::Unusable { file: file.to_owned(), why: why.to_string() }
}

/// Returns the number of documents in the store.
pub(super) fn count(store: &Connection, file: &Path) -> Result<usize, OpenError> {
    let count = store.query_row("SELECT count(*) FROM documents", [], |row| row.get::<_, i64>(0));
    Ok(count.map_err(|error| refused(file, &error))?.unsigned_abs() as usize)
}

/// Holds the lock of a data folder until it's dropped. Processes that have the store open share the lock; replacing the
/// store's file requires an exclusive one. The operating system releases it when a process ends, no matter how.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    /// Unlocks explicitly. Closing the file isn't enough: a child process that is just starting holds it open until
    /// it executes its program.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

impl Lock {
    /// Takes the lock shared with other users of the store; `None` while its file is being replaced.
    pub(super) fn shared(data: &Path) -> io::Result<Option<Self>> {
        Self::take(data, File::try_lock_shared)
    }

    /// Takes the lock exclusively; `None` while anyone has the store open.
    pub(super) fn alone(data: &Path) -> io::Result<Option<Self>> {
        Self::take(data, File::try_lock)
    }

    fn take(data: &Path, lock: impl FnOnce(&File) -> Result<(), TryLockError>) -> io::Result<Option<Self>> {
        // Keep the file private, because anyone who can lock it can lock an engine out of its store.
        let private =
            File::options().create(true).truncate(false).write(true).mode(0o600).open(data.join(LOCK));
        let file = private?;
        match lock(&file) {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_set_up_so_that_commits_survive_power_loss() {
        let data = tempfile::tempdir().unwrap();
        let (writer, readers, _) = open(data.path(), &[]).unwrap();
        assert_eq!(readers.len(), READERS);
        for connection in readers.into_iter().chain([writer]) {
            let text =
                |name| connection.pragma_query_value(None, name, |row| row.get::<_, String>(0)).unwrap();
            let number = |name| pragma(&connection, data.path(), name).unwrap();
            assert_eq!(text("journal_mode"), "wal");
            // FULL: the write-ahead log is on disk before a commit is acknowledged.
            assert_eq!(number("synchronous"), 2);
            assert_eq!(number("busy_timeout"), 5000);
        }
    }

    #[test]
    fn a_released_lock_is_free_even_if_a_child_inherited_the_file() {
        let data = tempfile::tempdir().unwrap();
        let lock = Lock::alone(data.path()).unwrap().unwrap();
        let inherited = lock.0.try_clone().unwrap();
        assert!(Lock::shared(data.path()).unwrap().is_none());
        drop(lock);
        assert!(Lock::shared(data.path()).unwrap().is_some());
        drop(inherited);
    }
}
