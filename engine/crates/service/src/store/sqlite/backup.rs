//! Backing up the store while engines use it, and replacing it with a backup.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use super::documents::check_all;
use super::open::{
    FILE, Lock, NOTE, OpenError, check_file, check_integrity, check_ours, connect, count, is_in,
    make_private_folder, migrate, refused, unusable, write_note,
};
use crate::store::document::CollectionId;

/// Copies a snapshot of the store in `data` to `target`, and returns the number of documents. When this returns,
/// `target` is either complete and on disk, or unchanged.
///
/// # Errors
/// If `target` exists and `replace` is false, or if the store or `target` can't be read or written.
pub fn backup(data: &Path, target: &Path, replace: bool) -> Result<usize, CopyError> {
    let file = data.join(FILE);
    if !is_in(data) {
        return Err(CopyError::Nothing { data: data.to_owned() });
    }
    if is_same(target, &file) {
        return Err(CopyError::Itself { file: target.to_owned() });
    }
    if target.exists() && !replace {
        return Err(CopyError::Exists { file: target.to_owned() });
    }
    let lock = Lock::shared(data).map_err(CopyError::file(data))?;
    let _lock = lock.ok_or_else(|| OpenError::Restoring { file: file.clone() })?;
    check_file(&file, &data.join(NOTE))?;
    let source = connect(&file, OpenFlags::empty())?;
    check_ours(&source, &file)?;

    let partial = Partial::beside(target)?;
    let copied = partial.file();
    copy(&source, &copied)?;
    let made = Connection::open_with_flags(&copied, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let documents = count(&made.map_err(|error| refused(&copied, &error))?, &copied)?;
    if !replace {
        reserve(target)?;
    }
    partial.put(target).map_err(CopyError::file(target))?;
    Ok(documents)
}

fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Creates `target` as an empty file for the copy to replace, so that a file created by someone else in the
/// meantime is never overwritten.
fn reserve(target: &Path) -> Result<(), CopyError> {
    match File::create_new(target) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(CopyError::Exists { file: target.to_owned() })
        }
        Err(source) => Err(CopyError::File { file: target.to_owned(), source }),
    }
}

/// The result of a restore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The number of documents in the store now.
    pub documents: usize,
    /// The new path of the previous store's file, if there was one.
    pub aside: Option<PathBuf>,
}

/// Replaces the store in `data` with the backup `source`, leaving out the collections in `without`. At every moment,
/// the store is either entirely the old one or entirely the new one.
///
/// # Errors
/// If `source` isn't a complete backup, or anyone has the store open. The store is then unchanged.
pub fn restore(data: &Path, source: &Path, without: &[CollectionId]) -> Result<Restored, CopyError> {
    let no_backup = |why: String| CopyError::NoBackup { file: source.to_owned(), why };
    let file = data.join(FILE);
    let backup = open_backup(source).map_err(|error| no_backup(why(&error)))?;
    make_private_folder(data)?;
    let lock = Lock::alone(data).map_err(CopyError::file(data))?;
    let _lock = lock.ok_or_else(|| CopyError::InUse { data: data.to_owned() })?;

    let partial = Partial::beside(&file)?;
    copy(&backup, &partial.file())?;
    let documents = prepare(&partial.file(), without).map_err(no_backup)?;
    let aside = set_aside(&file).map_err(CopyError::file(&file))?;
    partial.put(&file).map_err(CopyError::file(&file))?;
    write_note(data, &data.join(NOTE)).map_err(CopyError::file(data))?;
    Ok(Restored { documents, aside })
}

fn open_backup(source: &Path) -> Result<Connection, OpenError> {
    if fs::metadata(source).map_err(|error| unusable(source, error))?.len() == 0 {
        return Err(unusable(source, "it is empty"));
    }
    check_file(source, source)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let backup = Connection::open_with_flags(source, flags).map_err(|error| unusable(source, error))?;
    check_integrity(&backup, source)?;
    check_ours(&backup, source)?;
    Ok(backup)
}

/// Returns what's wrong with a backup, without the file's name and the advice that a store's error messages contain.
fn why(error: &OpenError) -> String {
    match error {
        OpenError::Corrupt { why, .. } | OpenError::Unusable { why, .. } => why.clone(),
        OpenError::Foreign { .. } => "another program made it".to_owned(),
        OpenError::Newer { .. } => "a newer Callguide made it".to_owned(),
        other => other.to_string(),
    }
}

/// Migrates a copied backup to this engine's format and removes the collections in `without`. Reads
/// every remaining document and returns their number.
fn prepare(file: &Path, without: &[CollectionId]) -> Result<usize, String> {
    let mut copy = Connection::open(file).map_err(|error| error.to_string())?;
    migrate(&mut copy, file, &[]).map_err(|error| why(&error))?;
    for collection in without {
        copy.execute("DELETE FROM documents WHERE collection = ?1", [collection.as_str()])
            .map_err(|error| error.to_string())?;
    }
    let documents = check_all(&copy).map_err(|error| error.to_string())?;
    copy.close().map_err(|(_, error)| error.to_string())?;
    Ok(documents)
}

/// Gives the store's file a second name, under which it's kept. The original name exists at all
/// times.
fn set_aside(file: &Path) -> io::Result<Option<PathBuf>> {
    if !fs::exists(file)? {
        return Ok(None);
    }
    // If the file can still be opened, move the write-ahead log's content into it.
    if fs::metadata(file)?.len() > 0
        && let Ok(old) = connect(file, OpenFlags::empty())
    {
        let _ = old.pragma_update(None, "wal_checkpoint", "TRUNCATE");
    }
    let aside = free_name(file)?;
    if fs::hard_link(file, &aside).is_err() {
        fs::copy(file, &aside)?;
    }
    // These remain if the file couldn't be opened. They belong to the old file and mustn't be
    // applied to the new one.
    for end in ["-wal", "-shm"] {
        match fs::rename(with_end(file, end), with_end(&aside, end)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    sync_folder(file)?;
    Ok(Some(aside))
}

fn free_name(file: &Path) -> io::Result<PathBuf> {
    let moment = Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    for number in 1.. {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let name = file.with_file_name(format!("documents.replaced-{moment}{more}.sqlite"));
        if !fs::exists(&name)? {
            return Ok(name);
        }
    }
    unreachable!("one of the numbers is free")
}

/// Why a backup can't be made or restored.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error("{} already exists: name another file, or replace it with --force", file.display())]
    Exists { file: PathBuf },
    #[error("{} is the store itself: name another file", file.display())]
    Itself { file: PathBuf },
    #[error("{} has no documents to back up: name the data folder with --data", data.display())]
    Nothing { data: PathBuf },
    #[error("{} isn't a backup that can be restored: {why}", file.display())]
    NoBackup { file: PathBuf, why: String },
    #[error("{} is in use: stop the engine that serves from it, then restore", data.display())]
    InUse { data: PathBuf },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("{} can't be written or read ({source})", file.display())]
    File { file: PathBuf, source: io::Error },
}

impl CopyError {
    /// Returns whether the request was refused, rather than attempted and failed.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Exists { .. } | Self::Itself { .. } | Self::NoBackup { .. } | Self::InUse { .. })
    }

    fn file(file: &Path) -> impl Fn(io::Error) -> Self {
        let file = file.to_owned();
        move |source| Self::File { file: file.clone(), source }
    }
}

/// A private folder for a copy that isn't complete yet. Dropping it deletes whatever is still inside, including
/// SQLite's files.
struct Partial(TempDir);

impl Partial {
    /// Creates the folder next to `target`, so that the copy can be moved there atomically.
    fn beside(target: &Path) -> Result<Self, CopyError> {
        let failed = CopyError::file(target);
        let partial = tempfile::Builder::new()
            .prefix(".documents.")
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(folder_of(target));
        // The library's message names this folder, which would mean nothing to the user.
        let partial = Self(partial.map_err(|error| failed(error.kind().into()))?);
        // Keeps the allow-list and the sessions private to this user after the move.
        File::options().write(true).create_new(true).mode(0o600).open(partial.file()).map_err(failed)?;
        Ok(partial)
    }

    fn file(&self) -> PathBuf {
        self.0.path().join(FILE)
    }

    /// Moves the copy to `target`, atomically and durably.
    fn put(self, target: &Path) -> io::Result<()> {
        File::open(self.file())?.sync_all()?;
        fs::rename(self.file(), target)?;
        sync_folder(target)
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the folder of `file`, so that its file names survive a power loss.
fn sync_folder(file: &Path) -> io::Result<()> {
    File::open(folder_of(file))?.sync_all()
}

/// Appends `end` to the full name of `file`; SQLite names a database's other files that way.
fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Copies a snapshot of `from` to `to`, a single file, and checks its integrity.
fn copy(from: &Connection, to: &Path) -> Result<(), OpenError> {
    let failed = |error: rusqlite::Error| refused(to, &error);
    let mut target = Connection::open(to).map_err(failed)?;
    {
        let backup = Backup::new(from, &mut target).map_err(failed)?;
        let mut tries = 0;
        // Copy all pages in one step: a single read transaction doesn't block writers, and the copy doesn't start
        // over when they write.
        while backup.step(-1).map_err(failed)? != StepResult::Done {
            tries += 1;
            if tries == 100 {
                return Err(unusable(to, "it is locked by another program"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    // The copied header says WAL, which would add a second file as soon as this one is opened.
    target.pragma_update(None, "journal_mode", "DELETE").map_err(failed)?;
    check_integrity(&target, to)?;
    target.close().map_err(|(_, error)| failed(error))
}
