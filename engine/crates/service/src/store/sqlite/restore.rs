//! Replacing the store with a backup.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::{Connection, OpenFlags};

use super::copy::{CopyError, Partial, copy, sync_folder, with_end};
use super::lock::Lock;
use super::open::{
    FILE, NOTE, OpenError, check_file, check_integrity, check_ours, connect, make_private_folder, migrate,
    write_note,
};
use super::read;
use crate::store::CollectionId;

/// The result of a restore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// The number of documents in the store now.
    pub documents: usize,
    /// The new path of the previous store's file, if there was one.
    pub aside: Option<PathBuf>,
}

/// Replaces the store in `data` with the backup `source`, leaving out the collections in `without`.
/// At any moment the store is completely the old one or the new one.
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
    copy(&backup, partial.path())?;
    let documents = prepare(partial.path(), without).map_err(no_backup)?;
    let aside = set_aside(&file).map_err(CopyError::file(&file))?;
    partial.put(&file).map_err(CopyError::file(&file))?;
    write_note(data, &data.join(NOTE)).map_err(CopyError::file(data))?;
    Ok(Restored { documents, aside })
}

fn open_backup(source: &Path) -> Result<Connection, OpenError> {
    let unusable = |why: String| OpenError::Unusable { file: source.to_owned(), why };
    let length = fs::metadata(source).map_err(|error| unusable(error.to_string()))?.len();
    if length == 0 {
        return Err(unusable("it is empty".to_owned()));
    }
    check_file(source, source)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let backup = Connection::open_with_flags(source, flags).map_err(|error| unusable(error.to_string()))?;
    check_integrity(&backup, source)?;
    check_ours(&backup, source)?;
    Ok(backup)
}

/// Returns what is wrong with a backup, without the file's name and without the advice that an
/// error about a store gives.
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
    let documents = read::check_all(&copy).map_err(|error| error.to_string())?;
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
