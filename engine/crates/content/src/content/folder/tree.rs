//! A tree of files, whether it's a folder on disk or in a git commit: what's in it, and which file is which.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::Stat;

/// What a path refers to, without following links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FolderEntry {
    Folder(Option<Stamp>),
    File(Option<Stamp>),
    Link,
    /// Something that can't be content, described in words with an article.
    Other(&'static str),
    /// Something that may hold content but isn't accessible from here, described in words.
    Away(&'static str),
}

/// The result of reading a file.
#[derive(Debug)]
pub enum Bytes {
    /// The whole file.
    Whole(Vec<u8>, Option<Stamp>),
    /// It exceeds the limit; the rest wasn't read.
    TooLarge,
    /// It changed during every attempt to read it.
    Changing,
    /// It's no longer a file, but something else.
    Other(&'static str),
}

/// Folders and files below a root. Paths are relative to the root, so its own path is empty. They use `/` and contain
/// no links.
pub trait FileTree {
    /// Lists a folder.
    ///
    /// # Errors
    /// If it can't be listed.
    fn list(&mut self, folder: &str) -> io::Result<Vec<(OsString, FolderEntry)>>;

    /// Returns what is at a path.
    ///
    /// # Errors
    /// `NotFound` if nothing is there; another error if that can't be determined.
    fn look(&mut self, path: &str) -> io::Result<FolderEntry>;

    /// Returns the target of a link.
    ///
    /// # Errors
    /// If it can't be read or isn't UTF-8.
    fn link(&mut self, path: &str) -> io::Result<String>;

    /// Reads a file of at most `bound` bytes.
    ///
    /// # Errors
    /// If it can't be read.
    fn read(&mut self, path: &str, bound: usize) -> io::Result<Bytes>;

    /// Returns the absolute paths of the root, to recognize links that use them.
    fn places(&self) -> &[PathBuf];
}

/// Identifies a file or folder regardless of its path. After a file is deleted, a new one may get the same
/// number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    device: u64,
    inode: u64,
}

/// A file's state at one moment. Times are only compared for equality, so clock jumps do no harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    pub identity: Identity,
    pub size: u64,
    modified: (i64, i64),
    /// When the inode changed. Programs can't set it, and it also changes when a copy preserves the other times
    /// or a permission is revoked.
    changed: (i64, i64),
}

impl Identity {
    /// Returns the identity of the file at `path`, following links.
    pub fn of(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().map(|metadata| Stamp::from(&metadata).identity)
    }
}

impl Stamp {
    /// Reduces a folder's stamp to its identity: its times change with every entry, even ones that aren't
    /// content.
    pub(super) fn of_folder(self) -> Self {
        Self { identity: self.identity, size: 0, modified: (0, 0), changed: (0, 0) }
    }
}

impl From<&Metadata> for Stamp {
    fn from(metadata: &Metadata) -> Self {
        Self {
            identity: Identity { device: metadata.dev(), inode: metadata.ino() },
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

impl From<&Stat> for Stamp {
    fn from(stat: &Stat) -> Self {
        Self {
            identity: Identity { device: bits(stat.st_dev), inode: bits(stat.st_ino) },
            size: bits(stat.st_size),
            modified: (number(stat.st_mtime), number(stat.st_mtime_nsec)),
            changed: (number(stat.st_ctime), number(stat.st_ctime_nsec)),
        }
    }
}

/// Field widths vary by system, but every value fits.
fn bits(n: impl TryInto<u64>) -> u64 {
    n.try_into().unwrap_or_default()
}

fn number(n: impl TryInto<i64>) -> i64 {
    n.try_into().unwrap_or_default()
}
