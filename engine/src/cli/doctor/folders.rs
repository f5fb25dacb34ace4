//! Checks this machine: the store, the content, and the backups.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;

use super::super::serve::StoreOptions;
use super::super::serve::content::ContentOptions;
use super::Line;
use crate::clock::Clock;
use crate::revisions::Revisions;
use crate::stamp;
use crate::store::{DataFolder, look};

/// With less free space than this, the disk may fill up before anyone looks again. The disk space alert has
/// the same threshold.
const LITTLE: u64 = 1_000_000_000;
/// Hourly and nightly backups are younger than this, even if delayed by an hour.
const OLD: Duration = Duration::from_secs(25 * 3600);

/// Checks whether the engine could read and write its documents.
pub(super) async fn store(options: &StoreOptions) -> Line {
    let place = options.place();
    let Some(data) = options.sqlite_folder() else {
        let asked = match options.open(None) {
            Ok(store) => Revisions::new(store, Clock::machine()).probe().await.map_err(anyhow::Error::new),
            Err(error) => Err(error),
        };
        return match asked {
            Ok(()) => Line::good("store", format!("{place}: readable; writing wasn't tested")),
            Err(error) => Line::wrong("store", format!("{place} can't be read: {error:#}")),
        };
    };
    let found = match look(data) {
        Ok(found) => found,
        Err(error) => return Line::wrong("store", error.to_string()),
    };
    let folder = data.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let free = rustix::fs::statvfs(folder).map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    if let Ok(free @ ..LITTLE) = free {
        return Line::wrong(
            "store",
            format!("{place}: only {} MB free: free up some space", free / 1_000_000),
        );
    }
    if is_foreign(folder) {
        let text =
            format!("{place}: root can write anywhere, so run this as the user that the engine runs as");
        return Line::unknown("store", text);
    }
    match found {
        DataFolder::Store(documents) => {
            Line::good("store", format!("{place}: {documents} documents, writable"))
        }
        DataFolder::Nothing => {
            Line::good("store", format!("{place}: the engine creates it when it first starts"))
        }
    }
}

/// Returns whether root is asking about another user's folder.
fn is_foreign(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let owner = std::fs::metadata(folder).map_or(0, |folder| folder.uid());
    rustix::process::geteuid().is_root() && owner != 0
}

/// Checks whether an engine would serve the content.
pub(super) async fn content(options: &ContentOptions) -> Line {
    match options.look().await {
        Ok(what) => Line::good("content", what),
        Err(error) => Line::wrong("content", format!("{error:#}")),
    }
}

/// Checks the age of the last backup.
pub(super) fn backup(options: &StoreOptions) -> Line {
    let Some(data) = options.sqlite_folder() else {
        return Line::unknown(
            "backup",
            "Firestore's own backups can't be checked from here: make sure they're being made",
        );
    };
    let Some(made) = stamp::touched(&stamp::of_backup(data)) else {
        let text = "no backup is on record: start the backup timer, and make one now (sudo systemctl start callguide-backup)";
        return Line::unknown("backup", text);
    };
    let age = Duration::try_from(Timestamp::now().duration_since(made)).unwrap_or_default();
    let text = format!("the last backup is {} hours old", age.as_secs() / 3600);
    if age > OLD {
        let todo =
            "find out why no new ones are being made (sudo systemctl status --no-pager callguide-backup)";
        Line::wrong("backup", format!("{text}: {todo}"))
    } else {
        Line::good("backup", text)
    }
}
