//! The folders in which an edit shows: the content folder and those below it, and those whose entries determine what
//! the content folder is.

use std::path::{Component, Path, PathBuf};

use crate::reload::Fingerprint;
use callguide_content::content::folder::Identity;

/// The most symbolic links that are followed; the same as on Linux.
const MAX_LINKS: usize = 40;

/// A folder to listen to, and its identity: if another folder is at the same path, it needs a new watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    pub path: PathBuf,
    identity: Identity,
    /// The one entry that matters, if the folder is above the content.
    pub entry: Option<PathBuf>,
}

/// Returns the existing folders to listen to for `content`. They include its parent and the folder of every symbolic
/// link on the path to it, since a mounted volume or a checked-out revision swaps one of these links.
pub fn of(content: &Path) -> Vec<Root> {
    let content = std::path::absolute(content).unwrap_or_else(|_| content.to_owned());
    let mut roots = Vec::new();
    let mut add = |path: &Path, entry: Option<PathBuf>| {
        if let Some(identity) = Identity::of(path) {
            roots.push(Root { path: path.to_owned(), identity, entry });
        }
    };
    for link in links(&content) {
        if let Some(parent) = link.parent() {
            add(parent, Some(link.clone()));
        }
    }
    if let Some(parent) = content.parent() {
        add(parent, Some(content.clone()));
    }
    // A missing folder may come back together with its parents.
    if let Some(there) = content.ancestors().skip(1).find(|path| path.is_dir())
        && let Some(entry) = content.ancestors().find(|path| path.parent() == Some(there))
    {
        add(there, Some(entry.to_owned()));
    }
    for (folder, _) in Fingerprint::of(&content).folders(&content) {
        add(&folder, None);
    }
    roots.dedup();
    roots
}

/// Like [`of`], but all folders have the same inode number, as a folder has that replaces another.
#[cfg(test)]
pub fn of_equal_numbers(content: &Path) -> Vec<Root> {
    let Some(identity) = Identity::of(Path::new("/")) else { return Vec::new() };
    of(content).into_iter().map(|root| Root { identity, ..root }).collect()
}

/// Returns every symbolic link on the path to `path`.
fn links(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut left: Vec<PathBuf> = parts(path);
    let mut at = PathBuf::new();
    while let Some(part) = left.pop() {
        if part == Path::new("..") {
            at.pop();
            continue;
        }
        at.push(&part);
        let Ok(target) = std::fs::read_link(&at) else { continue };
        if found.len() >= MAX_LINKS {
            break;
        }
        found.push(at.clone());
        at.pop();
        if target.is_absolute() {
            at = PathBuf::new();
        }
        left.extend(parts(&target));
    }
    found
}

/// Returns the components of a path in reverse order.
fn parts(path: &Path) -> Vec<PathBuf> {
    let part = |component: Component<'_>| PathBuf::from(component.as_os_str());
    path.components().filter(|c| *c != Component::CurDir).map(part).rev().collect()
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn every_link_on_the_way_is_listened_to() {
        let base = tempfile::tempdir().unwrap();
        let base = base.path().canonicalize().unwrap();
        fs::create_dir_all(base.join("trees/one/content/faq")).unwrap();
        fs::create_dir(base.join("git")).unwrap();
        symlink("../trees/one", base.join("git/current")).unwrap();
        let roots = of(&base.join("git/current/content"));
        let listened = |path: &str, entry: Option<&str>| {
            let entry = entry.map(|entry| base.join(entry));
            roots.iter().any(|root| root.path == base.join(path) && root.entry == entry)
        };
        assert!(listened("git", Some("git/current")), "{roots:?}");
        assert!(listened("git/current", Some("git/current/content")));
        assert!(listened("git/current/content", None));
        assert!(listened("git/current/content/faq", None));
        let before = roots.clone();
        fs::create_dir_all(base.join("trees/two/content/faq")).unwrap();
        fs::remove_file(base.join("git/current")).unwrap();
        symlink("../trees/two", base.join("git/current")).unwrap();
        assert_ne!(of(&base.join("git/current/content")), before, "another folder at the same path");
    }

    #[test]
    fn a_folder_that_is_gone_is_awaited_where_it_would_come_back() {
        let base = tempfile::tempdir().unwrap();
        let roots = of(&base.path().join("a/content"));
        assert_eq!(roots.len(), 1);
        assert_eq!(roots[0].entry.as_deref(), Some(&*base.path().join("a")));
    }

    #[test]
    fn links_that_lead_in_a_circle_end() {
        let base = tempfile::tempdir().unwrap();
        symlink("b", base.path().join("a")).unwrap();
        symlink("a", base.path().join("b")).unwrap();
        assert!(!of(&base.path().join("a")).is_empty());
    }
}
