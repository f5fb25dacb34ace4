//! Reading content. Every command reads content through this module, from a folder on disk or in a git commit. Nothing
//! else in the parent module does I/O.
//!
//! `walk` decides which files of a `tree` are content, `disk` reads and replaces them safely while others write,
//! `archive` extracts them from a code host's download, and `files` says what's wrong with those that aren't read.

mod archive;
mod disk;
mod files;
mod tree;
mod walk;

use std::io;
use std::path::Path;
use std::time::Duration;

use disk::Disk;
use files::take;

pub use archive::{Unusable, from_archive};
pub use disk::replace;
pub use files::{Files, from_bytes};
pub use tree::{Bytes, FileTree, FolderEntry, Identity, Stamp};
pub use walk::{Listing, NotRead};

/// How many times to reread a folder immediately if it changes while being read.
const TRIES: usize = 3;
/// How many times [`read`] tries, ten times a second, before it gives up.
const PATIENCE: usize = 50;

/// Reads every content file under `folder`, sorted by name, as a consistent snapshot.
///
/// # Errors
/// If the folder itself can't be listed, or its files keep changing for 5 seconds.
pub fn read(folder: &Path) -> io::Result<Files> {
    for _ in 0..PATIENCE {
        if let Some((files, _)) = read_still(folder)? {
            return Ok(files);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Err(io::Error::other("its files keep changing"))
}

/// Like [`read`], but without waiting, and also returns the listing. `None` if the folder changed in the meantime,
/// since the files could then contain half of an edit.
///
/// # Errors
/// If the folder can't be listed.
pub fn read_still(folder: &Path) -> io::Result<Option<(Files, Listing)>> {
    for _ in 0..TRIES {
        let mut disk = Disk::open(folder)?;
        let before = walk::list(&mut disk)?;
        let (files, still) = take(&mut disk, &before);
        // Look it up by path again: it may be a different folder now.
        if still && look(folder)? == before {
            return Ok(Some((files, before)));
        }
    }
    Ok(None)
}

/// Lists the content currently in `folder` without reading the files.
///
/// # Errors
/// If the folder can't be listed.
pub fn look(folder: &Path) -> io::Result<Listing> {
    walk::list(&mut Disk::open(folder)?)
}

/// Reads content from a tree that isn't a folder on disk, by the same rules.
///
/// # Errors
/// If the root can't be listed.
pub fn from_tree(tree: &mut impl FileTree) -> io::Result<Files> {
    let listing = walk::list(tree)?;
    Ok(take(tree, &listing).0)
}

/// Resolves `path` in a tree, following links that stay inside its root.
///
/// # Errors
/// If the path doesn't lead anywhere; the error says why.
pub fn resolve(tree: &mut impl FileTree, path: &str) -> Result<String, NotRead> {
    walk::resolve(tree, path).map(|(target, ..)| target)
}
