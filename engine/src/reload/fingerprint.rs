//! What a content folder looks like from outside, without reading its files.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

/// How deep folders are looked into, as deep as content is read.
const DEPTH: usize = 5;

/// Names, identities, sizes and times of everything in a folder that may be content. Two looks with equal fingerprints saw the
/// same files, unless one was written within the file system's tick of the first look; so whoever polls
/// reads once more at the first look after a change. Times are compared for equality alone: a clock that
/// jumps does no harm.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fingerprint {
    /// The folder and those below it, links followed.
    folders: Vec<(PathBuf, Identity)>,
    files: Vec<(PathBuf, Option<Stamp>)>,
}

/// Which file or folder it is, whatever its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    device: u64,
    inode: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    identity: Identity,
    size: u64,
    modified: (i64, i64),
    /// When the file's entry changed, which nobody can set: also a copy that keeps its times changes it, and a
    /// permission that is withdrawn.
    changed: (i64, i64),
}

impl Identity {
    /// Of what stands at `path`, links followed.
    pub fn of(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().map(|metadata| Self::from(&metadata))
    }
}

#[cfg(unix)]
impl From<&Metadata> for Identity {
    fn from(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self { device: metadata.dev(), inode: metadata.ino() }
    }
}

#[cfg(unix)]
impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self {
            identity: metadata.into(),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

#[cfg(not(unix))]
impl From<&Metadata> for Identity {
    fn from(_: &Metadata) -> Self {
        Self { device: 0, inode: 0 }
    }
}

#[cfg(not(unix))]
impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        let since = |time: std::io::Result<std::time::SystemTime>| {
            let passed = time.ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
            passed.map_or((0, 0), |passed| (passed.as_secs() as i64, i64::from(passed.subsec_nanos())))
        };
        let modified = since(metadata.modified());
        Self { identity: metadata.into(), size: metadata.len(), modified, changed: modified }
    }
}

impl Fingerprint {
    /// What `folder` looks like now; empty where it can't be listed.
    pub fn of(folder: &Path) -> Self {
        let mut seen = Self::default();
        seen.look(folder, 0);
        seen.folders.sort_by(|a, b| a.0.cmp(&b.0));
        seen.files.sort_by(|a, b| a.0.cmp(&b.0));
        seen
    }

    /// The folder and those below it.
    pub fn folders(&self) -> &[(PathBuf, Identity)] {
        &self.folders
    }

    /// How large the file at `path` is, where there is one.
    pub fn size(&self, path: &Path) -> Option<u64> {
        self.files.iter().find(|(own, _)| own == path)?.1.map(|stamp| stamp.size)
    }

    fn look(&mut self, folder: &Path, depth: usize) {
        if let Some(identity) = Identity::of(folder) {
            self.folders.push((folder.to_owned(), identity));
        }
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with('.') {
                continue;
            }
            let may_be_content = name.ends_with(".yaml") || name.ends_with(".yml");
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() && depth < DEPTH => self.look(&path, depth + 1),
                Ok(metadata) if metadata.is_dir() => {}
                Ok(metadata) if may_be_content => self.files.push((path, Some((&metadata).into()))),
                Err(_) if may_be_content => self.files.push((path, None)),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_differs_when_a_file_was_written_replaced_or_removed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.yaml");
        let look = || Fingerprint::of(folder.path());
        let empty = look();
        fs::write(&file, "a").unwrap();
        let one = look();
        assert_ne!(one, empty);
        assert_eq!(look(), one);
        fs::write(&file, "ab").unwrap();
        let longer = look();
        assert_ne!(longer, one);
        fs::write(folder.path().join("b.yaml"), "ab").unwrap();
        fs::rename(folder.path().join("b.yaml"), &file).unwrap();
        assert_ne!(look(), longer, "another file of the same size at the same place");
        fs::remove_file(&file).unwrap();
        fs::write(folder.path().join("notes.txt"), "of staff").unwrap();
        assert_eq!(look().files, empty.files);
    }

    #[test]
    fn it_follows_links_and_passes_over_what_is_hidden() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("..one");
        fs::create_dir(&below).unwrap();
        fs::write(below.join("a.yaml"), "a").unwrap();
        assert_eq!(Fingerprint::of(folder.path()).files, []);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&below, folder.path().join("faq")).unwrap();
            let seen = Fingerprint::of(folder.path());
            assert_eq!(seen.files.len(), 1);
            assert_eq!(seen.folders().len(), 2);
        }
    }
}
