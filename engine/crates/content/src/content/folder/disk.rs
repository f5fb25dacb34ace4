//! Reads a folder on disk while others may be writing to it, not all of them trusted.
//!
//! Each component of a path is opened separately, relative to its parent and never through a link, so a file
//! swapped for a link between the check and the open isn't followed. Only what was a regular file a moment ago
//! is opened, and never in a way that could block, as opening a named pipe would.

use std::ffi::{CStr, OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, readlinkat, statat};
use rustix::io::Errno;

use super::stamp::Stamp;
use super::walk::{Bytes, Entry, Tree};

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
    pub(super) fn beside<'a>(&self, path: &'a str) -> io::Result<(OwnedFd, &'a str)> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        Ok((self.folder(folder)?, if name.is_empty() { "." } else { name }))
    }

    /// Tries once to read a file; `None` if it changed in the meantime.
    fn try_read(&self, path: &str, bound: usize) -> io::Result<Option<Bytes>> {
        let (folder, name) = self.beside(path)?;
        match entry_at(&folder, OsStr::new(name))? {
            Entry::File(_) => {}
            Entry::Other(what) | Entry::Away(what) => return Ok(Some(Bytes::Other(what))),
            Entry::Link | Entry::Folder(_) => return Ok(None),
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

impl Tree for Disk {
    fn list(&mut self, folder: &str) -> io::Result<Vec<(OsString, Entry)>> {
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

    fn look(&mut self, path: &str) -> io::Result<Entry> {
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

fn entry_at(folder: &OwnedFd, name: &OsStr) -> io::Result<Entry> {
    let stat = statat(folder, OsStr::from_bytes(name.as_bytes()), AtFlags::SYMLINK_NOFOLLOW)?;
    let stamp = Stamp::from(&stat);
    Ok(match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Entry::File(Some(stamp)),
        FileType::Directory => Entry::Folder(Some(stamp.of_folder())),
        FileType::Symlink => Entry::Link,
        FileType::Fifo => Entry::Other("a named pipe"),
        FileType::Socket => Entry::Other("a socket"),
        FileType::CharacterDevice | FileType::BlockDevice => Entry::Other("a device"),
        _ => Entry::Other("an unknown kind of entry"),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// Keeps swapping each of `these` in turn into `place`, atomically, while `look` runs.
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
    fn what_is_exchanged_between_a_look_and_the_opening_is_not_followed_and_not_waited_for() {
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
    fn a_folder_that_is_exchanged_for_a_link_is_not_followed() {
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
        assert_eq!(disk.look("faq").unwrap(), Entry::Link);
    }

    #[test]
    fn the_bound_is_on_what_is_read_whatever_the_size_is_said_to_be() {
        let base = tempfile::tempdir().unwrap();
        fs::write(base.path().join("a.yaml"), vec![b'x'; 100]).unwrap();
        let mut disk = Disk::open(base.path()).unwrap();
        assert!(matches!(disk.read("a.yaml", 100), Ok(Bytes::Whole(bytes, _)) if bytes.len() == 100));
        assert!(matches!(disk.read("a.yaml", 99), Ok(Bytes::TooLarge)));
        // A file whose reported size is 0 but that has content.
        if cfg!(target_os = "linux") {
            let mut disk = Disk::open(Path::new("/proc/self")).unwrap();
            assert!(matches!(disk.read("status", 10), Ok(Bytes::TooLarge)));
        }
    }
}
