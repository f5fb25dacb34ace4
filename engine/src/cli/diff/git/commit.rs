//! Reads the tree of a commit like a folder on disk, including its symbolic links.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

use super::objects::{Object, Objects};
use crate::content::folder::{Bytes, FileTree, FolderEntry};

/// The maximum length of a link's target, as in Linux.
const MAX_LINK: usize = 4_096;
/// The maximum size of a folder's listing, in bytes: hundreds of thousands of names.
const MAX_FOLDER: usize = 32 << 20;

/// A folder in a commit; initially its whole tree.
pub struct Commit {
    objects: Objects,
    /// The ID of the commit's root tree.
    root: String,
    /// The folder that paths are relative to, as a path in the tree.
    folder: String,
    /// The place of that folder in the working tree, even if it doesn't exist there.
    places: Vec<PathBuf>,
    listed: HashMap<String, Vec<Listed>>,
    /// The path of each file that was read, in the whole tree.
    read: Vec<String>,
}

#[derive(Debug, Clone)]
struct Listed {
    name: Vec<u8>,
    mode: Vec<u8>,
    object: String,
}

impl Commit {
    /// Opens the whole tree of `commit`, which is checked out at `place`.
    ///
    /// # Errors
    /// If git doesn't have the commit.
    pub fn new(mut objects: Objects, commit: &str, place: PathBuf) -> io::Result<Self> {
        let Object { id, kind, .. } = objects.get(&format!("{commit}^{{tree}}"), MAX_FOLDER)?;
        if kind != "tree" {
            return Err(io::Error::other("the commit has no files"));
        }
        let (folder, listed, read) = (String::new(), HashMap::new(), Vec::new());
        Ok(Self { objects, root: id, folder, places: vec![place], listed, read })
    }

    /// Restricts the tree to the folder at `folder`, as its new root.
    pub fn within(self, folder: String) -> Self {
        let places = self.places.iter().map(|place| place.join(&folder)).collect();
        Self { folder, places, ..self }
    }

    /// Returns the files that were read, as paths in the whole tree.
    pub fn read_files(&self) -> &[String] {
        &self.read
    }

    /// Converts a path in the whole tree to a path relative to the folder.
    pub fn name<'a>(&self, path: &'a str) -> &'a str {
        path.strip_prefix(&*self.folder).map_or(path, |name| name.trim_start_matches('/'))
    }

    fn path(&self, path: &str) -> String {
        let both: Vec<&str> = [&*self.folder, path].into_iter().filter(|part| !part.is_empty()).collect();
        both.join("/")
    }

    /// Returns the mode and the object at a path in the whole tree.
    fn find(&mut self, path: &str) -> io::Result<(Vec<u8>, String)> {
        let Some((folder, name)) = path.rsplit_once('/').or((!path.is_empty()).then_some(("", path))) else {
            return Ok((TREE.to_vec(), self.root.clone()));
        };
        let listed = self.entries(folder)?;
        let found = listed.iter().find(|listed| listed.name == name.as_bytes());
        found.map(|listed| (listed.mode.clone(), listed.object.clone())).ok_or_else(missing)
    }

    fn entries(&mut self, folder: &str) -> io::Result<&[Listed]> {
        if !self.listed.contains_key(folder) {
            let (mode, object) = self.find(folder)?;
            if mode != TREE {
                return Err(missing());
            }
            let object = self.objects.get(&object, MAX_FOLDER)?;
            let listed = entries(&object)
                .ok_or_else(|| io::Error::other("git returned a folder listing that can't be parsed"))?;
            self.listed.insert(folder.to_owned(), listed);
        }
        Ok(&self.listed[folder])
    }
}

const TREE: &[u8] = b"40000";

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

/// Parses the entries of a tree object: mode, space, name, NUL, and the ID in bytes.
fn entries(tree: &Object) -> Option<Vec<Listed>> {
    let (mut left, mut out) = (tree.bytes.as_deref()?, Vec::new());
    while !left.is_empty() {
        let blank = left.iter().position(|byte| *byte == b' ')?;
        let end = left.iter().position(|byte| *byte == 0)?;
        let (id, rest) = left.get(end + 1..)?.split_at_checked(tree.id.len() / 2)?;
        out.push(Listed {
            mode: left[..blank].to_vec(),
            name: left.get(blank + 1..end)?.to_vec(),
            object: hex::encode(id),
        });
        left = rest;
    }
    Some(out)
}

fn entry(mode: &[u8]) -> FolderEntry {
    match mode {
        TREE => FolderEntry::Folder(None),
        b"120000" => FolderEntry::Link,
        b"160000" => FolderEntry::Away("a submodule"),
        _ => FolderEntry::File(None),
    }
}

impl FileTree for Commit {
    fn list(&mut self, folder: &str) -> io::Result<Vec<(OsString, FolderEntry)>> {
        let path = self.path(folder);
        let listed = self.entries(&path)?.iter();
        Ok(listed.map(|listed| (OsString::from_vec(listed.name.clone()), entry(&listed.mode))).collect())
    }

    fn look(&mut self, path: &str) -> io::Result<FolderEntry> {
        let path = self.path(path);
        Ok(entry(&self.find(&path)?.0))
    }

    fn link(&mut self, path: &str) -> io::Result<String> {
        let path = self.path(path);
        let (_, object) = self.find(&path)?;
        let target = self.objects.get(&object, MAX_LINK)?.bytes;
        let target = target.ok_or_else(|| io::Error::other("the link's target is too long"))?;
        String::from_utf8(target).map_err(|_| io::Error::other("the link's target isn't UTF-8"))
    }

    fn read(&mut self, path: &str, bound: usize) -> io::Result<Bytes> {
        let path = self.path(path);
        let (_, object) = self.find(&path)?;
        let bytes = self.objects.get(&object, bound)?.bytes;
        self.read.push(path);
        Ok(bytes.map_or(Bytes::TooLarge, |bytes| Bytes::Whole(bytes, None)))
    }

    fn places(&self) -> &[PathBuf] {
        &self.places
    }
}
