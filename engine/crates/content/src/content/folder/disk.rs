//! Reads a folder on disk, and replaces a file in it, while other programs, not all of them trusted, may be writing to
//! it.
//!
//! Each component of a path is opened separately, relative to its parent and never through a link, so a file swapped
//! for a link between the check and the open isn't followed. Only something that was a regular file a moment ago is
//! opened, and never in a way that could block, as opening a named pipe would.

use std::ffi::{CStr, OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, fchmod, openat, readlinkat, renameat, statat, unlinkat,
};
use rustix::io::Errno;

use super::super::yaml::MAX_BYTES;
use super::tree::{Bytes, FileTree, FolderEntry, Stamp};
use super::walk::{NotRead, resolve};

/// How many times to reread a file that changes while it's being read.
const TRIES: usize = 3;

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// An open content folder. Links in its path were resolved when it was opened; it stays the same folder even if
/// they change later.
pub struct Disk {
    root: OwnedFd,
    places: Vec<PathBuf>,
}

impl Disk {
    /// Opens the folder currently at `folder`.
    ///
    /// # Errors
    /// If it can't be opened or isn't a folder.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let root = openat(CWD, folder, FOLDER, Mode::empty())?;
        let named = std::path::absolute(folder)?;
        let mut places = vec![folder.canonicalize().unwrap_or_else(|_| named.clone())];
        if !places.contains(&named) {
            places.push(named);
        }
        Ok(Self { root, places })
    }

    fn folder(&self, path: &str) -> io::Result<OwnedFd> {
        let mut at = openat(&self.root, ".", FOLDER, Mode::empty())?;
        for part in path.split('/').filter(|part| !part.is_empty()) {
            at = openat(&at, part, FOLDER.union(OFlags::NOFOLLOW), Mode::empty())?;
        }
        Ok(at)
    }

    /// Opens the parent folder of `path`, and returns it with the last component.
    fn beside<'a>(&self, path: &'a str) -> io::Result<(OwnedFd, &'a str)> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        Ok((self.folder(folder)?, if name.is_empty() { "." } else { name }))
    }

    /// Tries once to read a file; `None` if it changed in the meantime.
    fn try_read(&self, path: &str, bound: usize) -> io::Result<Option<Bytes>> {
        let (folder, name) = self.beside(path)?;
        match entry_at(&folder, OsStr::new(name))? {
            FolderEntry::File(_) => {}
            FolderEntry::Other(what) | FolderEntry::Away(what) => return Ok(Some(Bytes::Other(what))),
            FolderEntry::Link | FolderEntry::Folder(_) => return Ok(None),
        }
        let file = match openat(&folder, name, FILE, Mode::empty()) {
            Ok(file) => File::from(file),
            // It just became a link, or another process is about to write to it.
            Err(Errno::LOOP | Errno::MLINK | Errno::AGAIN | Errno::NXIO) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let before = file.metadata()?;
        if !before.is_file() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        (&file).take(bound as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > bound {
            return Ok(Some(Bytes::TooLarge));
        }
        let (before, after) = (Stamp::from(&before), Stamp::from(&file.metadata()?));
        let whole = before == after && after.size == bytes.len() as u64;
        Ok(whole.then_some(Bytes::Whole(bytes, Some(after))))
    }
}

impl FileTree for Disk {
    fn list(&mut self, folder: &str) -> io::Result<Vec<(OsString, FolderEntry)>> {
        let folder = self.folder(folder)?;
        let mut out = Vec::new();
        for entry in Dir::read_from(&folder)? {
            let entry = entry?;
            let name = named(entry.file_name());
            if name == "." || name == ".." {
                continue;
            }
            match entry_at(&folder, &name) {
                Ok(entry) => out.push((name, entry)),
                // Deleted in the meantime.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        out.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(out)
    }

    fn look(&mut self, path: &str) -> io::Result<FolderEntry> {
        let (folder, name) = self.beside(path)?;
        entry_at(&folder, OsStr::new(name))
    }

    fn link(&mut self, path: &str) -> io::Result<String> {
        let (folder, name) = self.beside(path)?;
        let target = readlinkat(&folder, name, Vec::new())?;
        target.into_string().map_err(|_| io::Error::other("its target isn't valid UTF-8"))
    }

    fn read(&mut self, path: &str, bound: usize) -> io::Result<Bytes> {
        for _ in 0..TRIES {
            if let Some(bytes) = self.try_read(path, bound)? {
                return Ok(bytes);
            }
        }
        Ok(Bytes::Changing)
    }

    fn places(&self) -> &[PathBuf] {
        &self.places
    }
}

fn named(name: &CStr) -> OsString {
    OsString::from_vec(name.to_bytes().to_vec())
}

fn entry_at(folder: &OwnedFd, name: &OsStr) -> io::Result<FolderEntry> {
    let stat = statat(folder, OsStr::from_bytes(name.as_bytes()), AtFlags::SYMLINK_NOFOLLOW)?;
    let stamp = Stamp::from(&stat);
    Ok(match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => FolderEntry::File(Some(stamp)),
        FileType::Directory => FolderEntry::Folder(Some(stamp.of_folder())),
        FileType::Symlink => FolderEntry::Link,
        FileType::Fifo => FolderEntry::Other("a named pipe"),
        FileType::Socket => FolderEntry::Other("a socket"),
        FileType::CharacterDevice | FileType::BlockDevice => FolderEntry::Other("a device"),
        _ => FolderEntry::Other("an unknown kind of entry"),
    })
}

/// Replaces the content file `name` in `folder` with `after` if its content is still `before`. Returns whether
/// it did.
///
/// Readers see either the old or the new content, never part of it: the new content goes to a hidden file
/// beside the old one (hidden files are never content) and is then renamed over it. The file keeps its mode. If
/// `name` is a link that stays inside the folder, its target is replaced; a link that leaves the folder is
/// never followed.
///
/// # Errors
/// If it can't be written, or its name leads out of the folder.
pub fn replace(folder: &Path, name: &str, before: &[u8], after: &[u8]) -> io::Result<bool> {
    let mut disk = Disk::open(folder)?;
    let (path, entry, _) = resolve(&mut disk, name).map_err(refused)?;
    if !matches!(entry, FolderEntry::File(_)) {
        return Ok(false);
    }
    let (beside, own) = disk.beside(&path)?;
    let mode = Mode::from_raw_mode(statat(&beside, own, AtFlags::SYMLINK_NOFOLLOW)?.st_mode);
    let new = format!(".{own}.{}.new", std::process::id());
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = openat(&beside, &new, flags, Mode::RUSR | Mode::WUSR)?;
    let taken = fill(File::from(file), mode, after).and_then(|()| {
        // Check as late as possible, so that an edit saved in the meantime isn't lost.
        let now = disk.read(&path, MAX_BYTES)?;
        let same = matches!(now, Bytes::Whole(bytes, _) if bytes == before);
        if same {
            renameat(&beside, &new, &beside, OsStr::new(own))?;
        }
        Ok(same)
    });
    if !matches!(taken, Ok(true)) {
        let _ = unlinkat(&beside, &new, AtFlags::empty());
    }
    taken
}

fn fill(mut file: File, mode: Mode, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    fchmod(&file, mode)?;
    file.sync_all()
}

fn refused(why: NotRead) -> io::Error {
    io::Error::other(match why {
        NotRead::Leaves => "its link points outside the content folder".to_owned(),
        NotRead::Unreadable(error) => error,
        _ => "it no longer exists".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::process::Command;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// Keeps swapping `these`, one after another, into `place` while `look` runs. Each swap is atomic.
    fn exchanged(place: &Path, these: &[PathBuf], look: impl FnOnce()) {
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let next = place.with_file_name(".next");
                for this in these.iter().cycle() {
                    if stop.load(Ordering::SeqCst) {
                        break;
                    }
                    let made = match fs::read_link(this) {
                        Ok(target) => symlink(target, &next),
                        Err(_) => fs::hard_link(this, &next),
                    };
                    made.unwrap();
                    fs::rename(&next, place).unwrap();
                }
            });
            look();
            stop.store(true, Ordering::SeqCst);
        });
    }

    #[test]
    fn a_file_swapped_before_it_is_opened_is_never_followed_or_awaited() {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("content");
        fs::create_dir_all(root.join("faq")).unwrap();
        fs::write(base.path().join("secret"), "outside").unwrap();
        let [file, link, pipe] = ["file", "link", "pipe"].map(|name| base.path().join(name));
        fs::write(&file, "inside").unwrap();
        symlink(base.path().join("secret"), &link).unwrap();
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let place = root.join("faq/a.yaml");
        fs::hard_link(&file, &place).unwrap();
        exchanged(&place, &[link, pipe, file], || {
            let mut whole = 0;
            while whole < 200 {
                if let Ok(Bytes::Whole(bytes, _)) = Disk::open(&root).unwrap().read("faq/a.yaml", 100) {
                    assert_eq!(bytes, b"inside");
                    whole += 1;
                }
            }
        });
    }

    #[test]
    fn a_folder_swapped_for_a_link_is_not_followed() {
        let base = tempfile::tempdir().unwrap();
        let root = base.path().join("content");
        let outside = base.path().join("outside");
        for (folder, text) in [(root.join("faq"), "inside"), (outside.clone(), "outside")] {
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("a.yaml"), text).unwrap();
        }
        let mut disk = Disk::open(&root).unwrap();
        assert!(matches!(disk.read("faq/a.yaml", 100), Ok(Bytes::Whole(bytes, _)) if bytes == b"inside"));
        fs::rename(root.join("faq"), base.path().join("before")).unwrap();
        symlink(&outside, root.join("faq")).unwrap();
        assert!(disk.read("faq/a.yaml", 100).is_err());
        assert!(disk.list("faq").is_err());
        assert_eq!(disk.look("faq").unwrap(), FolderEntry::Link);
    }

    #[test]
    fn the_size_limit_applies_to_bytes_read_not_the_reported_size() {
        let base = tempfile::tempdir().unwrap();
        fs::write(base.path().join("a.yaml"), vec![b'x'; 100]).unwrap();
        let mut disk = Disk::open(base.path()).unwrap();
        assert!(matches!(disk.read("a.yaml", 100), Ok(Bytes::Whole(bytes, _)) if bytes.len() == 100));
        assert!(matches!(disk.read("a.yaml", 99), Ok(Bytes::TooLarge)));
        // A file that has content although its reported size is 0.
        if cfg!(target_os = "linux") {
            let mut disk = Disk::open(Path::new("/proc/self")).unwrap();
            assert!(matches!(disk.read("status", 10), Ok(Bytes::TooLarge)));
        }
    }

    fn folder() -> tempfile::TempDir {
        let base = tempfile::tempdir().unwrap();
        fs::create_dir_all(base.path().join("content/faq")).unwrap();
        fs::write(base.path().join("content/faq/a.yaml"), "before").unwrap();
        base
    }

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_replaced_atomically_and_keeps_its_mode() {
        let base = folder();
        let content = base.path().join("content");
        let file = content.join("faq/a.yaml");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(replace(&content, "faq/a.yaml", b"before", b"after").unwrap());
        assert_eq!(fs::read(&file).unwrap(), b"after");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(&content.join("faq")), ["a.yaml"]);
    }

    #[test]
    fn a_file_saved_in_the_meantime_is_not_replaced() {
        let base = folder();
        let content = base.path().join("content");
        assert!(!replace(&content, "faq/a.yaml", b"earlier", b"after").unwrap());
        assert_eq!(fs::read(content.join("faq/a.yaml")).unwrap(), b"before");
        assert_eq!(names(&content.join("faq")), ["a.yaml"]);
    }

    #[test]
    fn links_are_followed_only_inside_the_folder() {
        let base = folder();
        let content = base.path().join("content");
        symlink("a.yaml", content.join("faq/b.yaml")).unwrap();
        assert!(replace(&content, "faq/b.yaml", b"before", b"after").unwrap());
        assert_eq!(fs::read(content.join("faq/a.yaml")).unwrap(), b"after");
        assert!(content.join("faq/b.yaml").is_symlink());

        fs::write(base.path().join("outside.yaml"), "outside").unwrap();
        symlink("../../outside.yaml", content.join("faq/c.yaml")).unwrap();
        assert!(replace(&content, "faq/c.yaml", b"outside", b"after").is_err());
        assert!(replace(&content, "../outside.yaml", b"outside", b"after").is_err());
        assert_eq!(fs::read(base.path().join("outside.yaml")).unwrap(), b"outside");
    }
}
