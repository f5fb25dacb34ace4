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
use super::tree::{Entry, Stamp, Tree};

/// How many folders deep to look for files. Content needs only one level; deeper files are reported, so that
/// none is silently ignored.
const MAX_FOLDERS: usize = 4;
/// How many symbolic links to follow from one name; the same limit as Linux.
const MAX_LINKS: usize = 40;

/// Why an entry isn't read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// A file with another extension, or a folder that is too deep.
    NoOneReads,
    /// A link that leads out of the root.
    Leaves,
    /// A dangling link.
    Nowhere,
    /// A link that loops.
    Circle,
    /// Not a file; says what it is, in words.
    Other(&'static str),
    /// A link to a file whose own name isn't a content file's.
    NoContent,
    /// A link whose target is already read under this name.
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
    pub files: BTreeMap<String, Listed>,
    /// Every folder visited, by its name as reached from the root, with its identity.
    pub folders: BTreeMap<String, Option<Stamp>>,
    /// The entries that aren't read, by name, and why.
    pub not_read: BTreeMap<String, Why>,
}

/// The file behind a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its path in the tree, with links resolved.
    pub path: String,
    pub stamp: Option<Stamp>,
}

/// Lists the content in `tree`.
///
/// # Errors
/// If the root can't be listed.
pub fn list(tree: &mut impl Tree) -> io::Result<Listing> {
    let mut walk = Walk { tree, out: Listing::default(), links: BTreeSet::new(), reached: BTreeMap::new() };
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

struct Walk<'a, T> {
    tree: &'a mut T,
    out: Listing,
    /// Name and path of every link yet to be followed.
    links: BTreeSet<(String, String)>,
    /// The name under which each file or folder is read, by its path.
    reached: BTreeMap<String, String>,
}

impl<T: Tree> Walk<'_, T> {
    fn folder(&mut self, name: &str, path: &str, entry: &Entry, depth: usize) -> io::Result<()> {
        let listed = self.tree.list(path)?;
        if let Entry::Folder(stamp) = entry {
            self.out.folders.insert(name.to_owned(), *stamp);
        }
        self.reached.insert(path.to_owned(), name.to_owned());
        for (part, entry) in listed {
            let Some(part) = self.named(name, part) else { continue };
            let (name, path) = (join(name, &part), join(path, &part));
            match &entry {
                Entry::Folder(_) if depth >= MAX_FOLDERS => {
                    self.out.not_read.insert(name, Why::NoOneReads);
                }
                Entry::Folder(_) => {
                    if let Err(why) = self.below(&name, &path, &entry, depth + 1) {
                        self.out.not_read.insert(name, why);
                    }
                }
                Entry::Link => drop(self.links.insert((name, path))),
                Entry::File(stamp) if is_yaml(&name) => self.take(name, path, *stamp),
                Entry::Other(what) if is_yaml(&name) => {
                    self.out.not_read.insert(name, Why::Other(what));
                }
                Entry::File(_) if !is_about(&part) => drop(self.out.not_read.insert(name, Why::NoOneReads)),
                Entry::Away(what) => drop(self.out.not_read.insert(name, Why::Other(what))),
                _ => {}
            }
        }
        Ok(())
    }

    fn below(&mut self, name: &str, path: &str, entry: &Entry, depth: usize) -> Result<(), Why> {
        if let Some(known) = self.reached.get(path) {
            return Err(Why::Twice(if known.is_empty() { ".".to_owned() } else { known.clone() }));
        }
        self.folder(name, path, entry, depth).map_err(|error| Why::Unreadable(error.to_string()))
    }

    /// Returns the name if it could be content's. Hidden files and editors' backup files (`~`, `#…#`) can't.
    fn named(&mut self, folder: &str, part: OsString) -> Option<String> {
        match part.into_string() {
            Ok(part) => may_be_content(&part).then_some(part),
            Err(part) => {
                let part = part.to_string_lossy();
                if may_be_content(&part) && is_yaml(&part) {
                    self.out.not_read.insert(join(folder, &part), Why::NoText);
                }
                None
            }
        }
    }

    fn follow(&mut self, name: &str, path: &str) -> Result<(), Why> {
        let (target, entry) = self.resolve(path)?;
        let depth = name.matches('/').count();
        match entry {
            Entry::Folder(_) if depth >= MAX_FOLDERS => Ok(()),
            Entry::Folder(_) => self.below(name, &target, &entry, depth + 1),
            Entry::Away(what) => Err(Why::Other(what)),
            _ if !is_yaml(name) => Ok(()),
            // Don't print a file that isn't content as if it were.
            _ if !is_yaml(&target) => Err(Why::NoContent),
            Entry::File(stamp) => match self.reached.get(&target) {
                Some(known) => Err(Why::Twice(known.clone())),
                None => {
                    self.take(name.to_owned(), target, stamp);
                    Ok(())
                }
            },
            Entry::Other(what) => Err(Why::Other(what)),
            Entry::Link => Err(Why::Circle),
        }
    }

    fn take(&mut self, name: String, path: String, stamp: Option<Stamp>) {
        // A file with any other name is reported as unknown.
        if Kind::of(&name).is_some() {
            self.reached.insert(path.clone(), name.clone());
        }
        self.out.files.insert(name, Listed { path, stamp });
    }

    /// Resolves a link and records the folders on the way, since any of them could be swapped.
    fn resolve(&mut self, path: &str) -> Result<(String, Entry), Why> {
        let (target, entry, passed) = resolve(self.tree, path)?;
        // The target itself is recorded under the link's own name.
        for (folder, stamp) in passed.into_iter().filter(|(folder, _)| *folder != target) {
            self.out.folders.entry(folder).or_insert(stamp);
        }
        Ok((target, entry))
    }
}

type Resolved = (String, Entry, Vec<(String, Option<Stamp>)>);

/// Resolves `path`, component by component, without ever leaving the root. Returns the final path, what is
/// there, and the folders on the way.
pub(super) fn resolve(tree: &mut impl Tree, path: &str) -> Result<Resolved, Why> {
    let mut left = parts(Path::new(path));
    let (mut here, mut passed, mut links) = (String::new(), Vec::new(), 0);
    let mut entry = Entry::Folder(None);
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
            Entry::Link if links >= MAX_LINKS => return Err(Why::Circle),
            Entry::Link => {
                links += 1;
                let target = tree.link(&next).map_err(unreadable)?;
                let target = Path::new(&target);
                if target.is_absolute() {
                    here.clear();
                    left.extend(parts(inside(tree, target).ok_or(Why::Leaves)?));
                } else {
                    left.extend(parts(target));
                }
            }
            Entry::Folder(stamp) => {
                passed.push((next.clone(), *stamp));
                here = next;
            }
            Entry::Away(what) => return Err(Why::Other(what)),
            _ if left.is_empty() => here = next,
            _ => return Err(Why::Nowhere),
        }
    }
    if here.is_empty() || matches!(entry, Entry::Link | Entry::Folder(_)) {
        entry = tree.look(&here).map_err(unreadable)?;
    }
    Ok((here, entry, passed))
}

fn unreadable(error: io::Error) -> Why {
    match error.kind() {
        io::ErrorKind::NotFound => Why::Nowhere,
        _ => Why::Unreadable(error.to_string()),
    }
}

/// Makes an absolute path relative to the root; `None` if it's outside.
fn inside<'a>(tree: &impl Tree, path: &'a Path) -> Option<&'a Path> {
    tree.places().iter().find_map(|place| path.strip_prefix(place).ok())
}

/// Handles `..` at the root: returns the remaining components if the path comes back into the root by the
/// root's own name.
fn back_inside(tree: &impl Tree, left: &[String]) -> Result<Vec<String>, Why> {
    let above = tree.places().first().and_then(|place| place.parent()).ok_or(Why::Leaves)?;
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
    Err(Why::Leaves)
}

/// The components of a path, last one first.
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

/// Whether the file describes the folder to the people who work in it.
fn is_about(part: &str) -> bool {
    ["README", "LICENSE"].iter().any(|name| part.starts_with(name))
}

fn is_yaml(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".yml")
}

/// Whether a file of this name is read; `None` if it's ignored without a diagnostic.
pub(super) fn is_listed(name: &str) -> Option<bool> {
    let last = name.rsplit('/').next().unwrap_or(name);
    let listed = name.matches('/').count() <= MAX_FOLDERS && name.split('/').all(may_be_content);
    (listed && !is_about(last)).then(|| is_yaml(name))
}
