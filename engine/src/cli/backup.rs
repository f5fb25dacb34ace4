//! `callguide backup`: copies the SQLite store into a file while engines are serving from it, once or every day.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{fs, io, thread};

use anyhow::Context as _;
use clap::Args;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _, tz::TimeZone};

use super::input::{counted, refuse};
use super::serve::store::StoreOptions;
use crate::stamp;
use crate::store::{CopyError, backup};

/// Copy the documents (who may sign in, sessions, the audit trail) into a file; engines can keep serving
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 done, 1 refused, 2 couldn't run.")]
pub struct BackupArgs {
    /// The file to create
    #[arg(required_unless_present = "daily")]
    file: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, env = "CALLGUIDE_BACKUP_FORCE")]
    force: bool,
    /// Keep running, and make one backup a day (UTC) in this folder, such as 2026-11-24.sqlite, starting right away if
    /// today has none yet
    #[arg(long, env = "CALLGUIDE_BACKUP_DAILY", value_name = "FOLDER", conflicts_with = "file")]
    daily: Option<PathBuf>,
    /// With --daily: delete backups that are older than this many days
    #[arg(long, env = "CALLGUIDE_BACKUP_KEEP_DAYS", value_name = "DAYS", default_value_t = 30)]
    keep_days: u16,
    #[command(flatten)]
    store: StoreOptions,
}

/// The interval for checking whether a new day has begun: the machine may have slept, or its clock may have been set.
const LOOK: Duration = Duration::from_secs(60);

/// Runs the command.
///
/// # Errors
/// If the store can't be read, or the file can't be written.
pub fn run(args: &BackupArgs) -> anyhow::Result<ExitCode> {
    let Some(data) = args.store.sqlite_folder() else {
        return Ok(refuse(&"this backs up only the SQLite store: for Firestore, use its own export"));
    };
    if let Some(folder) = &args.daily {
        return daily(data, folder, args.keep_days);
    }
    let file = args.file.as_deref().context("name the file to create")?;
    match backup(data, file, args.force) {
        Ok(documents) => {
            announce(data, file, documents);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => refused_or_failed(error),
    }
}

/// Turns a refusal into an exit status, and anything else into an error.
pub(super) fn refused_or_failed(error: CopyError) -> anyhow::Result<ExitCode> {
    if error.is_refusal() { Ok(refuse(&error)) } else { Err(error.into()) }
}

/// Makes today's backup of `data` in `folder`, deletes those more than `keep_days` days old, and repeats this
/// every day: for systems where nothing else can run the command every day, such as containers.
///
/// # Errors
/// If a backup can't be made. The caller must start over, so that nobody mistakes a running process for a backup.
fn daily(data: &Path, folder: &Path, keep_days: u16) -> anyhow::Result<ExitCode> {
    loop {
        let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
        if let Some((file, documents)) = day(data, folder, keep_days, today)? {
            announce(data, &file, documents);
        }
        thread::sleep(LOOK);
    }
}

/// Does one day's work, and returns the new file and its number of documents. An existing backup of that day
/// is kept: after an accident it may be the last good one.
fn day(data: &Path, folder: &Path, keep_days: u16, today: Date) -> anyhow::Result<Option<(PathBuf, usize)>> {
    let file = folder.join(format!("{today}.sqlite"));
    if file.exists() {
        return Ok(None);
    }
    let documents = backup(data, &file, false)?;
    for (day, old) in days(folder).with_context(|| format!("{} can't be read", folder.display()))? {
        if day < today.saturating_sub(i64::from(keep_days).days()) {
            fs::remove_file(&old).with_context(|| format!("{} can't be deleted", old.display()))?;
        }
    }
    Ok(Some((file, documents)))
}

/// Returns the files that are named like daily backups, with their days. Other files in the folder aren't ours.
fn days(folder: &Path) -> io::Result<Vec<(Date, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let day = name.to_str().and_then(|name| name.strip_suffix(".sqlite")?.parse::<Date>().ok());
        if let Some(day) = day.filter(|day| name.to_str() == Some(&format!("{day}.sqlite"))) {
            found.push((day, entry.path()));
        }
    }
    Ok(found)
}

/// Records and announces that a backup of `data` was just made. If that can't be recorded, the backup still counts.
fn announce(data: &Path, file: &Path, documents: usize) {
    if let Err(error) = stamp::touch(&stamp::of_backup(data)) {
        eprintln!(
            "callguide: the backup was made, but that can't be recorded in {}: {error}",
            data.display()
        );
    }
    println!("{} contains {}", file.display(), counted(documents, "document"));
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::day;
    use crate::store::SqliteStore;

    #[test]
    fn each_day_has_its_own_file_and_old_ones_are_deleted() {
        let (data, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let store = SqliteStore::open(data.path(), &[]).unwrap();
        let put = |name: &str| std::fs::write(folder.path().join(name), name).unwrap();
        let names = || {
            let mut names: Vec<_> = std::fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        let others = ["20261001.sqlite", "2026-10-01.sqlite.gz", "before-the-upgrade.sqlite"];
        others.iter().for_each(|name| put(name));
        put("2026-11-09.sqlite");
        put("2026-11-10.sqlite");
        put("2027-01-01.sqlite");
        let made = |today| day(data.path(), folder.path(), 14, today).unwrap().map(|(file, _)| file);
        assert_eq!(made(date(2026, 11, 24)), Some(folder.path().join("2026-11-24.sqlite")));
        let kept = ["2026-11-10.sqlite", "2026-11-24.sqlite", "2027-01-01.sqlite"];
        let mut expected = [&others[..], &kept[..]].concat();
        expected.sort_unstable();
        assert_eq!(names(), expected);
        // If it runs again on the same day, for example after a restart, it doesn't replace the backup; the next day
        // gets its own file.
        put("2026-11-24.sqlite");
        assert_eq!(made(date(2026, 11, 24)), None);
        assert_eq!(std::fs::read(folder.path().join("2026-11-24.sqlite")).unwrap(), b"2026-11-24.sqlite");
        assert_eq!(made(date(2026, 11, 25)), Some(folder.path().join("2026-11-25.sqlite")));
        assert!(!names().contains(&"2026-11-10.sqlite".to_owned()));
        // If the backup fails, old ones aren't deleted.
        drop(store);
        let nothing = tempfile::tempdir().unwrap();
        let before = names();
        day(nothing.path(), folder.path(), 0, date(2026, 12, 24)).unwrap_err();
        assert_eq!(names(), before);
    }
}
