//! Copying a store to another file with SQLite's backup interface.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::open::{OpenError, check_integrity, refused};

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
    #[error("{} can't be written ({why})", file.display())]
    Failed { file: PathBuf, why: String },
}

impl CopyError {
    /// Whether the request was refused, as opposed to tried without success.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Exists { .. } | Self::Itself { .. } | Self::NoBackup { .. } | Self::InUse { .. })
    }

    pub(super) fn file(file: &Path) -> impl Fn(io::Error) -> Self {
        let file = file.to_owned();
        move |source| Self::File { file: file.clone(), source }
    }
}

/// A file that is removed on drop unless it was moved into place.
pub(super) struct Partial(PathBuf);

impl Partial {
    /// Creates the file next to `target`, so that it can be moved there atomically.
    pub(super) fn beside(target: &Path) -> Result<Self, CopyError> {
        let failed = |why: String| CopyError::Failed { file: target.to_owned(), why };
        let name = target.file_name().ok_or_else(|| failed("it doesn't name a file".to_owned()))?;
        let random = getrandom::u64().map_err(|error| failed(error.to_string()))?;
        let path = target.with_file_name(format!(".{}.{random:016x}", name.to_string_lossy()));
        let mut options = File::options();
        options.write(true).create_new(true);
        // The allow-list and the sessions are private to this user.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path).map_err(CopyError::file(target))?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Moves the file to `target`, atomically and durably.
    pub(super) fn put(self, target: &Path) -> io::Result<()> {
        File::open(&self.0)?.sync_all()?;
        fs::rename(&self.0, target)?;
        sync_folder(target)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm", "-journal"] {
            // After a move there's nothing left to remove.
            let _ = fs::remove_file(with_end(&self.0, end));
        }
    }
}

/// Syncs the folder of `file`, so that its file names survive a power loss.
pub(super) fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Appends `end` to the full name of `file`, as SQLite names the files that go with a database.
pub(super) fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Copies a snapshot of `from` to `to`, a single file, and checks its integrity.
pub(super) fn copy(from: &Connection, to: &Path) -> Result<(), OpenError> {
    let failed = |error: rusqlite::Error| refused(to, &error);
    let mut target = Connection::open(to).map_err(failed)?;
    {
        let backup = Backup::new(from, &mut target).map_err(failed)?;
        let mut tries = 0;
        // Copy all pages in one step: a single read transaction doesn't block writers, and their
        // writes don't restart the copy.
        while backup.step(-1).map_err(failed)? != StepResult::Done {
            tries += 1;
            if tries == 100 {
                let why = "it is locked by another program".to_owned();
                return Err(OpenError::Unusable { file: to.to_owned(), why });
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    // The copied header says WAL, which would turn the file into two as soon as it's opened.
    target.pragma_update(None, "journal_mode", "DELETE").map_err(failed)?;
    check_integrity(&target, to)?;
    target.close().map_err(|(_, error)| failed(error))
}
