//! Backing up the store while engines use it.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use rusqlite::OpenFlags;

use super::copy::{CopyError, Partial, copy};
use super::lock::Lock;
use super::open::{FILE, NOTE, OpenError, check_file, check_ours, connect, is_in, refused};

/// Copies a snapshot of the store in `data` to `target`, and returns the number of documents. Afterwards
/// `target` is complete and on disk, or unchanged.
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
    copy(&source, partial.path())?;
    let documents = count(partial.path())?;
    if !replace {
        reserve(target)?;
    }
    partial.put(target).map_err(CopyError::file(target))?;
    Ok(documents)
}

fn count(file: &Path) -> Result<usize, OpenError> {
    rusqlite::Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .and_then(|copy| copy.query_row("SELECT count(*) FROM documents", [], |row| row.get::<_, i64>(0)))
        .map(|count| count.unsigned_abs() as usize)
        .map_err(|error| refused(file, &error))
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
