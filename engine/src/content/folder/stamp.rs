//! Which file it is, and whether it is still as it was.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use rustix::fs::Stat;

/// Which file or folder it is, whatever its path. The number of one that was removed may be given to the
/// next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    device: u64,
    inode: u64,
}

/// A file as it was at one moment. Times are compared for equality alone: a clock that jumps does no harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    pub identity: Identity,
    pub size: u64,
    modified: (i64, i64),
    /// When the file's entry changed, which nobody can set: also a copy that keeps its times changes it, and a
    /// permission that is withdrawn.
    changed: (i64, i64),
}

impl Identity {
    /// Of what stands at `path`, links followed.
    pub fn of(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().map(|metadata| Stamp::from(&metadata).identity)
    }
}

impl Stamp {
    /// Of a folder: which one it is. Its times change with every entry, also with what is no content.
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

/// The widths of these differ by system; each fits.
fn bits(n: impl TryInto<u64>) -> u64 {
    n.try_into().unwrap_or_default()
}

fn number(n: impl TryInto<i64>) -> i64 {
    n.try_into().unwrap_or_default()
}
