//! Which files of a tree of folders are content's, by one set of rules for a folder on the disk and for
//! a folder of a git commit.
//!
//! Content is what lies inside its root. A symbolic link that stays inside is followed, and what it leads
//! to is read once; one that leaves, leads nowhere or leads to what is no file is told and not followed.
//! Nothing outside of the root is ever looked at, not even to see what it is.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::super::kinds::Kind;
use super::stamp::Stamp;

/// How many folders deep files are looked for. Content has them one deep; what lies deeper is
/// told, so that no file is left out in silence.
pub(super) const MAX_FOLDERS: usize = 4;
/// How many symbolic links are followed from one name, as many as Linux does.
const MAX_LINKS: usize = 40;

/// What stands at a place of a tree, links not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    Folder(Option<Stamp>),
    File(Option<Stamp>),
    Link,
    /// What can't be content: in words, with their article.
    Other(&'static str),
    /// What may hold content that can't be looked at from here: in words.
    Away(&'static str),
}

/// What can be read of a file.
#[derive(Debug)]
pub enum Bytes {
    /// All of it.
    Whole(Vec<u8>, Option<Stamp>),
    /// There is more than the bound, and the rest wasn't read.
    TooLarge,
    /// It changed while it was read, however often that was tried.
    Changing,
    /// Something else stands there now.
    Other(&'static str),
}

/// Folders and files below a root. Paths are relative to it, `/` between their parts and no link among
/// them; the root's is empty.
pub trait Tree {
    /// What stands in a folder.
    ///
    /// # Errors
    /// Where it can't be listed.
    fn list(&mut self, folder: &str) -> io::Result<Vec<(OsString, Entry)>>;

    /// What stands at a path; `NotFound` where nothing does.
    ///
    /// # Errors
    /// Where that can't be said.
    fn look(&mut self, path: &str) -> io::Result<Entry>;

    /// What a link says.
    ///
    /// # Errors
    /// Where it can't be read, or is no text.
    fn link(&mut self, path: &str) -> io::Result<String>;

    /// The bytes of a file, at most `bound` of them.
    ///
    /// # Errors
    /// Where it can't be read.
    fn read(&mut self, path: &str, bound: usize) -> io::Result<Bytes>;

    /// Where the root is: its absolute paths, for links that name it.
    fn places(&self) -> &[PathBuf];
}

/// Why something of the folder isn't read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// A file with another ending, or a folder that lies too deep.
    NoOneReads,
    /// A link that leads out of the root.
    Leaves,
    /// A link that leads to nothing.
    Nowhere,
    /// A link that comes back to itself.
    Circle,
    /// What stands there, in words.
    Other(&'static str),
    /// A link to a file whose own name isn't one of content.
    NoContent,
    /// What it leads to is read already, under this name.
    Twice(String),
    /// The name of a file isn't in UTF-8.
    NoText,
    /// What the system says.
    Unreadable(String),
}

/// What is content in a tree, as it stood at one look.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// By its name: what is read, wherever its text lies.
    pub files: BTreeMap<String, Listed>,
    /// Every folder that was passed: name, as it is reached from the root, and which one it is.
    pub folders: BTreeMap<String, Option<Stamp>>,
    /// What isn't read, and why, by its name.
    pub not_read: BTreeMap<String, Why>,
}

/// Where a file's text lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its path in the tree, links followed.
    pub path: String,
    pub stamp: Option<Stamp>,
}

/// Lists what is content in `tree`.
///
/// # Errors
/// Where the root can't be listed.
pub fn list(tree: &mut impl Tree) -> io::Result<Listing> {
    let mut walk = Walk { tree, out: Listing::default(), links: BTreeSet::new(), reached: BTreeMap::new() };
    let root = walk.tree.look("")?;
    walk.folder("", "", &root, 0)?;
    // What lies there itself comes before every link to it: its own name is the one that counts.
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
    /// Name and path of every link that is to be followed yet.
    links: BTreeSet<(String, String)>,
    /// By its path: the name under which a file or a folder is read.
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

    /// A name that may be content's: what is hidden, and what editors leave beside a file (`~`, `#…#`),
    /// is none.
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
            // The text of a file that is no content must not be printed as if it were.
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
        // A file of another name is told as one that nobody reads.
        if Kind::of(&name).is_some() {
            self.reached.insert(path.clone(), name.clone());
        }
        self.out.files.insert(name, Listed { path, stamp });
    }

    /// Where a link leads in the end, and notes the folders on the way: one of them may be exchanged.
    fn resolve(&mut self, path: &str) -> Result<(String, Entry), Why> {
        let (target, entry, passed) = resolve(self.tree, path)?;
        // Where it leads to is noted under the link's own name.
        for (folder, stamp) in passed.into_iter().filter(|(folder, _)| *folder != target) {
            self.out.folders.entry(folder).or_insert(stamp);
        }
        Ok((target, entry))
    }
}

type Resolved = (String, Entry, Vec<(String, Option<Stamp>)>);

/// Follows `path`, part by part, without ever leaving the root: where it leads, what stands there, and
/// the folders on the way.
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

/// What is left of an absolute path below the root; `None` where it leads elsewhere.
fn inside<'a>(tree: &impl Tree, path: &'a Path) -> Option<&'a Path> {
    tree.places().iter().find_map(|place| path.strip_prefix(place).ok())
}

/// The parts that are left after a step out of the root, where they come back into it by its own name.
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

/// The parts of a path, the first one last.
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

/// Whether a file says something of the folder to those who work in it.
fn is_about(part: &str) -> bool {
    ["README", "LICENSE"].iter().any(|name| part.starts_with(name))
}

fn is_yaml(name: &str) -> bool {
    name.ends_with(".yaml") || name.ends_with(".yml")
}

/// Whether a file of this name is looked at in a folder, and whether it's read there.
pub(super) fn is_listed(name: &str) -> Option<bool> {
    let last = name.rsplit('/').next().unwrap_or(name);
    let listed = name.matches('/').count() <= MAX_FOLDERS && name.split('/').all(may_be_content);
    (listed && !is_about(last)).then(|| is_yaml(name))
}
