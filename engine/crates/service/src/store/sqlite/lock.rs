//! A lock file next to the store. Processes that have the store open share the lock; replacing the store's file
//! requires an exclusive one.
//!
//! The operating system releases the lock when a process ends, no matter how it ends.

use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

const FILE: &str = "documents.lock";

/// Holds the lock of a data folder until it is dropped.
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
        // Keep the file private, because anyone who can lock it can keep an engine from its store.
        let private =
            File::options().create(true).truncate(false).write(true).mode(0o600).open(data.join(FILE));
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
