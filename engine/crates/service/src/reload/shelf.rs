//! The folder that lets versions survive a restart: one file for each version, and a note that names the last good
//! one.
//!
//! Two engines may share the folder. A file's modification time is when its version was last used. A file is trusted
//! only if its content hashes to its name; otherwise, it's removed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::pack::Pack;
use super::versions::VersionLimits;
use callguide_content::content::folder::Files;
use callguide_content::content::is_hash;

/// The extension that follows the version in a file's name.
const ENDING: &str = ".json.gz";
/// The extension of a file that's being written, whatever its name.
const UNFINISHED: &str = ".new";
/// The file that names the last good version.
const LAST_GOOD: &str = "last-good";
/// A larger file isn't one of ours: it's cut off, so it doesn't match its name.
const MAX_PACKED: u64 = 64 << 20;
/// A second use within this time doesn't count as another, so that file times are rarely written.
const TOUCH: Duration = Duration::from_secs(120);
/// How long an unfinished file is kept after its engine stops.
const UNFINISHED_TIME: Duration = Duration::from_secs(3600);

/// The folder of versions.
#[derive(Debug)]
pub struct Shelf {
    folder: PathBuf,
}

/// One version in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub version: String,
    /// The size of its file.
    pub bytes: u64,
    /// When it was last requested.
    pub used: SystemTime,
}

impl Shelf {
    /// Returns the folder `versions` in `data`. It's created when the first version is written.
    pub fn within(data: &Path) -> Self {
        Self { folder: data.join("versions") }
    }

    /// Returns the path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn file(&self, version: &str) -> PathBuf {
        self.folder.join(format!("{version}{ENDING}"))
    }

    /// Writes a version, last used at `used`. Readers see all of it or nothing, even after a power loss.
    ///
    /// # Errors
    /// If it can't be written; no partial file is left.
    pub fn write(&self, pack: &Pack, used: SystemTime) -> io::Result<()> {
        let file = self.file(&pack.version);
        // This is common after a restart. Any other file with this name is replaced.
        if read_file(&file).is_ok_and(|bytes| *bytes == *pack.bytes) {
            return self.touch(&pack.version, used);
        }
        self.replace(&file, &pack.bytes, Some(used))
    }

    /// Records that `version` is the last good one.
    ///
    /// # Errors
    /// If it can't be written; the previous note stays.
    pub fn note_last_good(&self, version: &str) -> io::Result<()> {
        if self.last_good().as_deref() == Some(version) {
            return Ok(());
        }
        self.replace(&self.folder.join(LAST_GOOD), format!("{version}\n").as_bytes(), None)
    }

    /// Returns the last good version, if one was recorded.
    pub fn last_good(&self) -> Option<String> {
        let noted = read_file(&self.folder.join(LAST_GOOD)).ok()?;
        let version = String::from_utf8(noted).ok()?;
        Some(version.trim_end().to_owned()).filter(|version| is_hash(version))
    }

    fn replace(&self, file: &Path, bytes: &[u8], used: Option<SystemTime>) -> io::Result<()> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        // Another engine may be writing the same file, so each first writes to its own file, which is removed if it
        // doesn't replace the other.
        let mut unfinished = tempfile::Builder::new().suffix(UNFINISHED).tempfile_in(&self.folder)?;
        unfinished.write_all(bytes)?;
        if let Some(used) = used {
            unfinished.as_file().set_modified(used)?;
        }
        unfinished.as_file().sync_all()?;
        unfinished.persist(file)?;
        // Only a synced folder guarantees that the name is on disk.
        File::open(&self.folder)?.sync_all()
    }

    /// Returns whether there is a file for `version`, without reading it.
    pub fn has(&self, version: &str) -> bool {
        is_hash(version) && self.stored(version).is_some()
    }

    /// Returns the file size of `version` and when it was last used.
    pub fn stored(&self, version: &str) -> Option<Stored> {
        let about = fs::symlink_metadata(self.file(version)).ok()?;
        Some(Stored { version: version.to_owned(), bytes: about.len(), used: about.modified().ok()? })
    }

    /// Reads the pack of `version` and its files. A file whose content doesn't match its name is removed and logged.
    pub fn read(&self, version: &str) -> Option<(Pack, Files)> {
        let file = self.file(version);
        let found = match read_file(&file) {
            Ok(bytes) => {
                let pack = Pack { version: version.into(), bytes: bytes.into() };
                pack.open().map(|files| (pack, files)).ok_or("its contents don't match its name")
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Err("it isn't one of our files"),
            // The file may just lack read permission, for example, and that can be fixed later.
            Err(error) => {
                tracing::warn!(version, %error, "a stored version can't be read");
                return None;
            }
        };
        found
            .map_err(|why| {
                tracing::warn!(file = %file.display(), why, "removing a file from the stored versions");
                self.remove(version);
            })
            .ok()
    }

    /// Records that `version` was used at `used`, if that is worth a write.
    ///
    /// # Errors
    /// If the file doesn't exist or its time can't be set.
    pub fn touch(&self, version: &str, used: SystemTime) -> io::Result<()> {
        let file = self.file(version);
        let noted = fs::symlink_metadata(&file)?;
        // A time later than `used` means that another engine used the version.
        if noted.is_file() && used.duration_since(noted.modified()?).is_ok_and(|since| since >= TOUCH) {
            OpenOptions::new().write(true).open(file)?.set_modified(used)?;
        }
        Ok(())
    }

    /// Removes a version's file, if there is one.
    pub fn remove(&self, version: &str) {
        if let Err(error) = fs::remove_file(self.file(version))
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(version, %error, "a version can't be removed");
        }
    }

    /// Returns the versions in the folder, most recently used first. Other files are ignored.
    pub fn list(&self) -> Vec<Stored> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let versions = names.filter_map(|name| name.strip_suffix(ENDING).map(str::to_owned));
        let mut all: Vec<Stored> =
            versions.filter(|name| is_hash(name)).filter_map(|version| self.stored(&version)).collect();
        all.sort_by(|a, b| (b.used, &a.version).cmp(&(a.used, &b.version)));
        all
    }

    /// Removes versions that weren't used within the time of `limits`, then the least recently used ones until the
    /// rest is within the limits on number and size. `current` and the last good version stay. Returns the remaining
    /// versions, most recently used first.
    pub fn sweep(&self, limits: VersionLimits, current: &str, now: SystemTime) -> Vec<Stored> {
        let last_good = self.last_good();
        let stays = |version: &str| version == current || last_good.as_deref() == Some(version);
        let mut left = self.list();
        let (mut number, mut bytes) = (0, 0);
        // First, count the versions that always stay.
        for stored in left.iter().filter(|stored| stays(&stored.version)) {
            number += 1;
            bytes += stored.bytes;
        }
        left.retain(|stored| {
            if stays(&stored.version) {
                return true;
            }
            let fits = number < limits.number && bytes + stored.bytes <= limits.memory as u64;
            if is_old(stored, limits.time, now) || !fits {
                self.remove(&stored.version);
                return false;
            }
            number += 1;
            bytes += stored.bytes;
            true
        });
        self.sweep_unfinished(now);
        left
    }

    fn sweep_unfinished(&self, now: SystemTime) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let unfinished = entry.file_name().to_string_lossy().ends_with(UNFINISHED);
            let written = entry.metadata().and_then(|about| about.modified());
            let since = written.ok().and_then(|written| now.duration_since(written).ok());
            if unfinished && since.is_some_and(|since| since > UNFINISHED_TIME) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Returns whether a version hasn't been used within `time`.
pub fn is_old(stored: &Stored, time: Duration, now: SystemTime) -> bool {
    now.duration_since(stored.used).is_ok_and(|since| since >= time)
}

/// Reads one of our files.
///
/// # Errors
/// `InvalidInput` for a link, a pipe, or a folder; none of these are opened.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let about = fs::symlink_metadata(path)?;
    if !about.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_PACKED).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: VersionLimits =
        VersionLimits { time: Duration::from_secs(1000), number: 3, memory: 1 << 20 };

    fn pack(text: &str) -> Pack {
        Pack::of(&vec![("site.yaml".into(), text.into())])
    }

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + seconds)
    }

    fn names(stored: &[Stored]) -> Vec<&str> {
        stored.iter().map(|stored| &*stored.version).collect()
    }

    #[test]
    fn a_version_can_be_read_back_from_a_file_that_only_its_owner_can_read() {
        let data = tempfile::tempdir().unwrap();
        let (shelf, pack) = (Shelf::within(data.path()), pack("a"));
        assert!(shelf.read(&pack.version).is_none());
        shelf.write(&pack, at(0)).unwrap();
        shelf.note_last_good(&pack.version).unwrap();
        let (again, files) = shelf.read(&pack.version).unwrap();
        assert_eq!((again.bytes, &*files.files[0].1), (pack.bytes.clone(), &b"a"[..]));
        assert_eq!(shelf.last_good().as_deref(), Some(&*pack.version));
        let left: Vec<_> = fs::read_dir(shelf.folder()).unwrap().flatten().collect();
        assert_eq!(left.len(), 2, "nothing unfinished is left: {left:?}");
        #[cfg(unix)]
        for file in left {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
            assert_eq!(fs::metadata(shelf.folder()).unwrap().permissions().mode() & 0o777, 0o700);
        }
    }

    #[test]
    fn a_use_is_noted_only_if_it_is_noticeably_later() {
        let data = tempfile::tempdir().unwrap();
        let (shelf, pack) = (Shelf::within(data.path()), pack("a"));
        shelf.write(&pack, at(0)).unwrap();
        for (used, noted) in [(119, 0), (120, 120), (60, 120), (239, 120), (900, 900)] {
            shelf.touch(&pack.version, at(used)).unwrap();
            assert_eq!(shelf.list()[0].used, at(noted), "used at {used}");
        }
        // This is what happens after a restart.
        shelf.write(&pack, at(2000)).unwrap();
        assert_eq!(shelf.list()[0].used, at(2000));
    }

    #[test]
    fn unused_versions_are_swept_then_the_least_recently_used() {
        let data = tempfile::tempdir().unwrap();
        let shelf = Shelf::within(data.path());
        let [a, b, c, d] = ["a", "b", "c", "d"].map(pack);
        for (second, pack) in [&a, &b, &c, &d].into_iter().enumerate() {
            shelf.write(pack, at(second as u64)).unwrap();
        }
        let left = shelf.sweep(LIMITS, &a.version, at(10));
        assert_eq!(names(&left), [&*d.version, &*c.version, &*a.version], "b: a is the current one");
        let bytes = VersionLimits { memory: a.bytes.len() + d.bytes.len(), ..LIMITS };
        assert_eq!(names(&shelf.sweep(bytes, &a.version, at(10))), [&*d.version, &*a.version]);
        assert_eq!(names(&shelf.sweep(LIMITS, &a.version, at(1002))), [&*d.version, &*a.version]);
        assert_eq!(names(&shelf.sweep(LIMITS, &a.version, at(1003))), [&*a.version], "d has had its time");
        // Setting the clock back doesn't make any version old.
        assert_eq!(names(&shelf.sweep(LIMITS, "", SystemTime::UNIX_EPOCH)), [&*a.version]);
        assert_eq!(names(&shelf.list()), [&*a.version]);
    }

    #[test]
    fn the_last_good_version_survives_sweeping_at_any_age() {
        let data = tempfile::tempdir().unwrap();
        let (shelf, [good, other]) = (Shelf::within(data.path()), ["a", "b"].map(pack));
        shelf.write(&good, at(0)).unwrap();
        shelf.note_last_good(&good.version).unwrap();
        shelf.write(&other, at(1)).unwrap();
        let limits = VersionLimits { number: 1, ..LIMITS };
        assert_eq!(names(&shelf.sweep(limits, &other.version, at(9_000))), [&*other.version, &*good.version]);
    }

    #[test]
    fn foreign_files_on_the_shelf_are_not_read_and_are_removed() {
        let data = tempfile::tempdir().unwrap();
        let (shelf, [pack, other]) = (Shelf::within(data.path()), ["a", "b"].map(pack));
        shelf.write(&pack, at(0)).unwrap();
        let file = shelf.file(&pack.version);
        let elsewhere = data.path().join("elsewhere");
        fs::write(&elsewhere, &*pack.bytes).unwrap();
        let hostile: [(&str, &dyn Fn()); 4] = [
            ("another text", &|| fs::write(&file, &*other.bytes).unwrap()),
            ("half of it", &|| fs::write(&file, &pack.bytes[..pack.bytes.len() / 2]).unwrap()),
            ("nothing", &|| fs::write(&file, "").unwrap()),
            #[cfg(unix)]
            ("a link to the very bytes", &|| std::os::unix::fs::symlink(&elsewhere, &file).unwrap()),
        ];
        for (what, put) in hostile {
            shelf.remove(&pack.version);
            put();
            assert!(shelf.read(&pack.version).is_none(), "{what}");
            assert!(fs::symlink_metadata(&file).is_err(), "{what} is removed");
        }
        assert_eq!(fs::read(&elsewhere).unwrap(), &*pack.bytes, "what the link led to isn't");
        // Writing a version replaces someone else's file with the same name.
        fs::write(&file, &*other.bytes).unwrap();
        shelf.write(&pack, at(5)).unwrap();
        assert!(shelf.read(&pack.version).is_some());
    }

    #[test]
    fn a_folder_in_place_of_a_version_is_neither_read_nor_deleted() {
        let data = tempfile::tempdir().unwrap();
        let (shelf, pack) = (Shelf::within(data.path()), pack("a"));
        fs::create_dir_all(shelf.file(&pack.version).join("of someone")).unwrap();
        assert!(shelf.read(&pack.version).is_none());
        assert!(shelf.write(&pack, at(0)).is_err());
        assert!(shelf.file(&pack.version).join("of someone").exists());
    }

    #[test]
    fn old_unfinished_files_are_swept_and_other_files_never_are() {
        let data = tempfile::tempdir().unwrap();
        let (shelf, pack) = (Shelf::within(data.path()), pack("a"));
        shelf.write(&pack, at(0)).unwrap();
        let unfinished = shelf.folder().join(format!(".tmpAbC123{UNFINISHED}"));
        let notes = shelf.folder().join("notes of an operator");
        let now = SystemTime::now();
        for file in [&unfinished, &notes] {
            fs::write(file, "half").unwrap();
        }
        shelf.sweep(LIMITS, &pack.version, now);
        assert!(unfinished.exists(), "another engine may be writing it");
        shelf.sweep(LIMITS, &pack.version, now + Duration::from_secs(4000));
        assert!(!unfinished.exists() && notes.exists());
    }
}
