//! Makes one backup a day in a folder, for systems where nothing else can run the command every day, such as
//! containers.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{fs, io, thread};

use anyhow::Context as _;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _, tz::TimeZone};

use crate::store::backup;

/// How often to check whether a new day has begun: the machine may have slept, or its clock may have been set.
const LOOK: Duration = Duration::from_secs(60);

/// Makes today's backup of `data` in `folder`, deletes those more than `keep_days` days old, and repeats this
/// every day.
///
/// # Errors
/// If a backup can't be made. The caller must start over, so that nobody mistakes a running process for a backup.
pub fn run(data: &Path, folder: &Path, keep_days: u16) -> anyhow::Result<ExitCode> {
    loop {
        let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
        if let Some((file, documents)) = day(data, folder, keep_days, today)? {
            super::noted(data);
            println!("{} contains {documents} documents", file.display());
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

/// Returns the files that are named like daily backups, with their days. Nothing else in the folder is ours.
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

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::day;
    use crate::store::SqliteStore;

    #[test]
    fn each_day_has_its_file_and_old_ones_go() {
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
        // Later that day, as after a restart, nothing is replaced; the next night gets its own file.
        put("2026-11-24.sqlite");
        assert_eq!(made(date(2026, 11, 24)), None);
        assert_eq!(std::fs::read(folder.path().join("2026-11-24.sqlite")).unwrap(), b"2026-11-24.sqlite");
        assert_eq!(made(date(2026, 11, 25)), Some(folder.path().join("2026-11-25.sqlite")));
        assert!(!names().contains(&"2026-11-10.sqlite".to_owned()));
        // If nothing can be backed up, nothing is deleted.
        drop(store);
        let nothing = tempfile::tempdir().unwrap();
        let before = names();
        day(nothing.path(), folder.path(), 0, date(2026, 12, 24)).unwrap_err();
        assert_eq!(names(), before);
    }
}
