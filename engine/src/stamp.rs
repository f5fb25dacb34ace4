//! Files whose time of modification says when something last went well. What does it and who tells of it may be two
//! programs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;

/// Where an engine notes in the data folder that it last fetched its content.
pub fn of_fetch(data: &Path) -> PathBuf {
    data.join("last-fetch")
}

/// Where `callguide backup` notes in the data folder that it last made a backup.
pub fn of_backup(data: &Path) -> PathBuf {
    data.join("last-backup")
}

/// When the file was last touched; `None` where there is none.
pub fn touched(file: &Path) -> Option<Timestamp> {
    fs::metadata(file).ok()?.modified().ok()?.try_into().ok()
}

/// Says that it went well just now.
///
/// # Errors
/// Where the file can't be made or written to.
pub fn touch(file: &Path) -> io::Result<()> {
    File::options().create(true).append(true).open(file)?.set_modified(SystemTime::now())
}

/// The same for who goes on without.
pub fn touch_or_warn(file: &Path) {
    if let Err(error) = touch(file) {
        tracing::warn!(file = %file.display(), %error, "when that last went well can't be noted");
    }
}
