//! Files whose modification time records when something last succeeded. The program that records a success and the
//! program that reports it may not be the same.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;

/// Returns the file in the data folder where an engine records its last content fetch.
pub fn of_fetch(data: &Path) -> PathBuf {
    data.join("last-fetch")
}

/// Returns the file in the data folder where `callguide backup` records its last backup.
pub fn of_backup(data: &Path) -> PathBuf {
    data.join("last-backup")
}

/// Returns when the file was last touched; `None` if it doesn't exist.
pub fn touched(file: &Path) -> Option<Timestamp> {
    fs::metadata(file).ok()?.modified().ok()?.try_into().ok()
}

/// Records a success at the current time.
///
/// # Errors
/// If the file can't be created or written to.
pub fn touch(file: &Path) -> io::Result<()> {
    File::options().create(true).append(true).open(file)?.set_modified(SystemTime::now())
}

/// Like [`touch`], but only logs a failure.
pub fn touch_or_warn(file: &Path) {
    if let Err(error) = touch(file) {
        tracing::warn!(file = %file.display(), %error, "the time of the last success can't be recorded");
    }
}
