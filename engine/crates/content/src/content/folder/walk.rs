//! Decides which files of a tree are content, by one set of rules for a folder on disk and a folder in a git
//! commit.
//!
//! Content is whatever is inside the root. A symbolic link that stays inside is followed, and its target is
//! read only once. A link that leaves the root, is dangling, or leads to neither a file nor a folder is reported
//! and not followed. Nothing outside the root is ever accessed, not even to see what it is.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path};

use super::super::kinds::Kind;
use super::tree::{FileTree, FolderEntry, Stamp};

/// How many folders deep to look for files. Content needs only one level; deeper files are reported, so that
/// none is silently ignored.
const MAX_FOLDERS: usize = 4;
/// How many symbolic links to follow from one name; the same limit as Linux.
const MAX_LINKS: usize = 40;

/// Why an entry isn't read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotRead {
    /// A file with another extension, or a folder that is too deep.
    NoOneReads,
    /// A link that leads out of the root.
    Leaves,
    /// A dangling link.
    Nowhere,
    /// A link that loops.
    Circle,
    /// Not a file; describes what it is.
    Other(&'static str),
    /// A link to a file that isn't itself named like a content file.
    NoContent,
    /// A link to something that's already read under this name.
    Twice(String),
    /// A file name that isn't UTF-8.
    NoText,
    /// The system's error message.
    Unreadable(String),
}

/// The content of a tree at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// The files to read, by name.
    pub files: BTreeMap<String, ListedFile>,
    /// Every folder visited, by its name as reached from the root, with its identity.
    pub folders: BTreeMap<String, Option<Stamp>>,
    /// The entries that aren't read, by name, and why.
    pub not_read: BTreeMap<String, NotRead>,
}

/// The file that a name refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    /// Its path in the tree, with links resolved.
    pub path: String,
    pub stamp: Option<Stamp>,
}

/// Lists the content in `tree`.
///
/// # Errors
/// If the root can't be listed.
pub fn list(tree: &mut impl FileTree) -> io::Result<Listing> {
    let mut walk =
        FolderWalk { tree, out: Listing::default(), links: BTreeSet::new(), reached: BTreeMap::new() };
    let root = walk.tree.look("")?;
    walk.folder("", "", &root, 0)?;
    // Follow links only after all regular entries, so that a file's own name takes precedence.
    while let Some((name, path)) = walk.links.pop_first() {
        if let Err(why) = walk.follow(&name, &path) {
            walk.out.not_read.insert(name, why);
        }
    }
    Ok(walk.out)
}

struct FolderWalk<'a, T> {
    tree: &'a mut T,
    out: Listing,
    /// Name and path of every link yet to be followed.
    links: BTreeSet<(String, String)>,
    /// The name that each file or folder is read under, by its path.
    reached: BTreeMap<String, String>,
}

impl<T: FileTree> FolderWalk<'_, T> {
    fn folder(&mut self, name: &str, path: &str, entry: &FolderEntry, depth: usize) -> io::Result<()> {
        let listed = self.tree.list(path)?;
        if let FolderEntry::Folder(stamp) = entry {
            self.out.folders.insert(name.to_owned(), *stamp);
        }
        self.reached.insert(path.to_owned(), name.to_owned());
        for (part, entry) in listed {
            let Some(part) = self.named(name, part) else { continue };
            let (name, path) = (join(name, &part), join(path, &part));
            match &entry {
                FolderEntry::Folder(_) if depth >= MAX_FOLDERS => {
                    self.out.not_read.insert(name, NotRead::NoOneReads);
                }
                FolderEntry::Folder(_) => {
                    if let Err(why) = self.below(&name, &path, &entry, depth + 1) {
                        self.out.not_read.insert(name, why);
                    }
                }
                FolderEntry::Link => drop(self.links.insert((name, path))),
                FolderEntry::File(stamp) if is_yaml(&name) => self.take(name, path, *stamp),
                FolderEntry::Other(what) if is_yaml(&name) => {
                    self.out.not_read.insert(name, NotRead::Other(what));
                }
                FolderEntry::File(_) if !is_about(&part) => {
                    drop(self.out.not_read.insert(name, NotRead::NoOneReads))
                }
                FolderEntry::Away(what) => drop(self.out.not_read.insert(name, NotRead::Other(what))),
                _ => {}
            }
        }
        Ok(())
    }

    fn below(&mut self, name: &str, path: &str, entry: &FolderEntry, depth: usize) -> Result<(), NotRead> {
        if let Some(known) = self.reached.get(path) {
            return Err(NotRead::Twice(if known.is_empty() { ".".to_owned() } else { known.clone() }));
        }
        self.folder(name, path, entry, depth).map_err(|error| NotRead::Unreadable(error.to_string()))
    }

    /// Returns the entry's name if it could be content; hidden files and editors' backup files (`~`, `#…#`) can't
    /// be.
    fn named(&mut self, folder: &str, part: OsString) -> Option<String> {
        match part.into_string() {
            Ok(part) => may_be_content(&part).then_some(part),
            Err(part) => {
                let part = part.to_string_lossy();
                if may_be_content(&part) && is_yaml(&part) {
                    self.out.not_read.insert(join(folder, &part), NotRead::NoText);
                }
                None
            }
        }
    }

    fn follow(&mut self, name: &str, path: &str) -> Result<(), NotRead> {
        let (target, entry) = self.resolve(path)?;
        let depth = name.matches('/').count();
        match entry {
            FolderEntry::Folder(_) if depth >= MAX_FOLDERS => Ok(()),
            FolderEntry::Folder(_) => self.below(name, &target, &entry, depth + 1),
            FolderEntry::Away(what) => Err(NotRead::Other(what)),
            _ if !is_yaml(name) => Ok(()),
            // Don't print a file that isn't content as if it were.
            _ if !is_yaml(&target) => Err(NotRead::NoContent),
            FolderEntry::File(stamp) => match self.reached.get(&target) {
                Some(known) => Err(NotRead::Twice(known.clone())),
                None => {
                    self.take(name.to_owned(), target, stamp);
                    Ok(())
                }
            },
            FolderEntry::Other(what) => Err(NotRead::Other(what)),
            FolderEntry::Link => Err(NotRead::Circle),
        }
    }

    fn take(&mut self, name: String, path: String, stamp: Option<Stamp>) {
        // A file with any other name is reported as unknown.
        if Kind::of(&name).is_some() {
            self.reached.insert(path.clone(), name.clone());
        }
        self.out.files.insert(name, ListedFile { path, stamp });
    }

    /// Resolves a link and records the folders on the way, since any of them could be swapped.
    fn resolve(&mut self, path: &str) -> Result<(String, FolderEntry), NotRead> {
        let (target, entry, passed) = resolve(self.tree, path)?;
        // The target itself is recorded under the link's own name.
        for (folder, stamp) in passed.into_iter().filter(|(folder, _)| *folder != target) {
            self.out.folders.entry(folder).or_insert(stamp);
        }
        Ok((target, entry))
    }
}

type Resolved = (String, FolderEntry, Vec<(String, Option<Stamp>)>);

/// Resolves `path`, component by component, without ever leaving the root. Returns the final path, what is
/// there, and the folders on the way.
pub(super) fn resolve(tree: &mut impl FileTree, path: &str) -> Result<Resolved, NotRead> {
    let mut left = parts(Path::new(path));
    let (mut here, mut passed, mut links) = (String::new(), Vec::new(), 0);
    let mut entry = FolderEntry::Folder(None);
    while let Some(part) = left.pop() {
        if part == ".." {
            match here.rfind('/') {
                Some(at) => here.truncate(at),
                None if !here.is_empty() => here.clear(),
                None => left = back_inside(tree, &left)?,
            }
            continue;
        }
        let next = join(&here, &part);
        entry = tree.look(&next).map_err(unreadable)?;
        match &entry {
            FolderEntry::Link if links >= MAX_LINKS => return Err(NotRead::Circle),
            FolderEntry::Link => {
                links += 1;
                let target = tree.link(&next).map_err(unreadable)?;
                let target = Path::new(&target);
                if target.is_absolute() {
                    here.clear();
                    left.extend(parts(inside(tree, target).ok_or(NotRead::Leaves)?));
                } else {
                    left.extend(parts(target));
                }
            }
            FolderEntry::Folder(stamp) => {
                passed.push((next.clone(), *stamp));
                here = next;
            }
            FolderEntry::Away(what) => return Err(NotRead::Other(what)),
            _ if left.is_empty() => here = next,
            _ => return Err(NotRead::Nowhere),
        }
    }
    if here.is_empty() || matches!(entry, FolderEntry::Link | FolderEntry::Folder(_)) {
        entry = tree.look(&here).map_err(unreadable)?;
    }
    Ok((here, entry, passed))
}

fn unreadable(error: io::Error) -> NotRead {
    match error.kind() {
        io::ErrorKind::NotFound => NotRead::Nowhere,
        _ => NotRead::Unreadable(error.to_string()),
    }
}

/// Makes an absolute path relative to the root; `None` if it's outside.
fn inside<'a>(tree: &impl FileTree, path: &'a Path) -> Option<&'a Path> {
    tree.places().iter().find_map(|place| path.strip_prefix(place).ok())
}

/// Handles `..` at the root: if the path leaves the root and comes back through the root's own path, returns the
/// remaining components.
fn back_inside(tree: &impl FileTree, left: &[String]) -> Result<Vec<String>, NotRead> {
    let above = tree.places().first().and_then(|place| place.parent()).ok_or(NotRead::Leaves)?;
    let (mut path, mut left) = (above.to_owned(), left.to_vec());
    while let Some(part) = left.pop() {
        if part == ".." {
            path.pop();
        } else {
            path.push(part);
        }
        if tree.places().contains(&path) {
            return Ok(left);
        }
    }
    Err(NotRead::Leaves)
}

/// Returns the components of a path, last one first.
fn parts(path: &Path) -> Vec<String> {
    let part = |component: Component<'_>| match component {
        Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
        Component::ParentDir => Some("..".to_owned()),
        _ => None,
    };
    let mut parts: Vec<String> = path.components().filter_map(part).collect();
    parts.reverse();
    parts
}

fn join(folder: &str, part: &str) -> String {
    if folder.is_empty() { part.to_owned() } else { format!("{folder}/{part}") }
}

fn may_be_content(part: &str) -> bool {
    !part.starts_with(['.', '#']) && !part.ends_with('~')
}

/// Returns whether the file describes the folder to the people who work in it.
fn is_about(part: &str) -> bool {
    ["README", "LICENSE"].iter().any(|name| part.starts_with(name))
}

fn is_yaml(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".yml")
}

/// Returns whether a file of this name is read; `None` if it's ignored without a diagnostic.
pub(super) fn is_listed(name: &str) -> Option<bool> {
    let last = name.rsplit('/').next().unwrap_or(name);
    let listed = name.matches('/').count() <= MAX_FOLDERS && name.split('/').all(may_be_content);
    (listed && !is_about(last)).then(|| is_yaml(name))
}
