//! File system events, as hints that something may have changed, and the folders to listen to: the content folder,
//! those below it, and those whose entries decide which folder is the content folder.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::reload::Fingerprint;
use callguide_content::content::folder::Identity;

/// Listens to a set of folders until it's dropped.
pub struct FolderEvents {
    roots: Vec<Root>,
    /// Whether one of the folders is gone, or may be. Its watch is then dead, whatever is at its path now. The inode
    /// number can't show this, since a new folder may reuse the inode number of a removed one.
    is_dead: Arc<AtomicBool>,
    _watcher: RecommendedWatcher,
}

impl FolderEvents {
    /// Calls `hint` whenever something may have changed in one of `roots`, the folders to listen to for `content`.
    ///
    /// # Errors
    /// If the system doesn't provide events. The caller must then rely on polling.
    pub fn of(content: &Path, roots: Vec<Root>, hint: impl Fn() + Send + 'static) -> notify::Result<Self> {
        let names = WatchedNames::of(content, &roots);
        let is_dead = Arc::new(AtomicBool::new(false));
        let (dead, own) = (is_dead.clone(), roots.iter().map(|root| root.path.clone()).collect::<Vec<_>>());
        let react = move |event: notify::Result<Event>| {
            // After an error, such as a queue overflow, any event may have been lost.
            let ends = event.as_ref().map_or(true, |event| ends_a_watch(event, &own));
            if ends {
                dead.store(true, Ordering::SeqCst);
            }
            if ends || event.as_ref().map_or(true, |event| names.may_matter(event)) {
                hint();
            }
        };
        let mut watcher = RecommendedWatcher::new(react, Config::default())?;
        for root in &roots {
            match watcher.watch(&root.path, RecursiveMode::NonRecursive) {
                Ok(()) => {}
                // The folder is gone. The next check listens to whatever exists then.
                Err(error)
                    if matches!(error.kind, notify::ErrorKind::PathNotFound | notify::ErrorKind::Io(_)) =>
                {
                    is_dead.store(true, Ordering::SeqCst);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Self { roots, is_dead, _watcher: watcher })
    }

    /// Returns whether exactly these `roots` are being listened to.
    pub fn listen_to(&self, roots: &[Root]) -> bool {
        self.roots == roots && !self.is_dead.load(Ordering::SeqCst)
    }
}

/// The names that matter; events about neighbors of the content folder are ignored.
struct WatchedNames {
    /// The content's own folders, in which everything matters.
    within: Vec<PathBuf>,
    /// The names that matter in the folders above them.
    entries: Vec<OsString>,
}

impl WatchedNames {
    fn of(content: &Path, roots: &[Root]) -> Self {
        let own = roots.iter().filter(|root| root.entry.is_none()).map(|root| root.path.clone());
        let above = roots.iter().filter_map(|root| root.entry.as_deref()?.file_name());
        Self {
            within: own.collect(),
            entries: above.chain(content.file_name()).map(OsString::from).collect(),
        }
    }

    fn may_matter(&self, event: &Event) -> bool {
        // Reading raises events too, so our own reads would trigger new ones forever. An event without a path, as
        // after an overflow, may be about anything.
        if event.kind.is_access() && !is_end_of_writing(event) {
            return false;
        }
        event.paths.is_empty()
            || event.need_rescan()
            || event.paths.iter().any(|path| {
                let below = path.parent().is_some_and(|parent| self.within.iter().any(|own| own == parent));
                let named =
                    path.file_name().is_some_and(|name| self.entries.iter().any(|entry| entry == name));
                below || named || self.within.contains(path)
            })
    }
}

/// Returns whether a watched folder was removed or renamed, or whether that may have been missed.
fn ends_a_watch(event: &Event, own: &[PathBuf]) -> bool {
    use notify::event::{EventKind, ModifyKind};
    let went = matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
    event.need_rescan() || went && event.paths.iter().any(|path| own.contains(path))
}

fn is_end_of_writing(event: &Event) -> bool {
    use notify::event::{AccessKind, AccessMode, EventKind};
    matches!(event.kind, EventKind::Access(AccessKind::Close(AccessMode::Write)))
}

/// The maximum number of symbolic links that are followed, which is the same as on Linux.
const MAX_LINKS: usize = 40;

/// A folder to listen to, and its identity: if another folder is at the same path, it needs a new watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    pub path: PathBuf,
    identity: Identity,
    /// The only entry that matters, if the folder is above the content folder.
    pub entry: Option<PathBuf>,
}

/// Returns the existing folders to listen to for `content`. They include its parent and the folder of every symbolic
/// link on the path to it, since a mounted volume or a checked-out revision swaps one of these links.
pub fn roots_of(content: &Path) -> Vec<Root> {
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

/// Like [`roots_of`], but gives all folders the same inode number, as can happen when one folder replaces another.
#[cfg(test)]
pub fn roots_of_equal_numbers(content: &Path) -> Vec<Root> {
    let Some(identity) = Identity::of(Path::new("/")) else { return Vec::new() };
    roots_of(content).into_iter().map(|root| Root { identity, ..root }).collect()
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::time::Duration;

    use notify::event::{AccessKind, AccessMode, CreateKind, EventKind, Flag};

    use super::*;

    fn names() -> WatchedNames {
        WatchedNames { within: vec!["/a/content".into()], entries: vec!["content".into()] }
    }

    fn event(kind: EventKind, path: &str) -> Event {
        Event::new(kind).add_path(path.into())
    }

    #[test]
    fn reads_and_neighboring_files_are_ignored() {
        let create = EventKind::Create(CreateKind::File);
        let names = names();
        assert!(names.may_matter(&event(create, "/a/content/site.yaml")));
        assert!(names.may_matter(&event(create, "/a/content")));
        assert!(!names.may_matter(&event(create, "/a/notes.txt")));
        let open = EventKind::Access(AccessKind::Open(AccessMode::Any));
        assert!(!names.may_matter(&event(open, "/a/content/site.yaml")));
        let written = EventKind::Access(AccessKind::Close(AccessMode::Write));
        assert!(names.may_matter(&event(written, "/a/content/site.yaml")));
    }

    /// Waits for hints until the watch no longer counts as alive. Returns `false` if the hints stop before that.
    fn dies(events: &FolderEvents, roots: &[Root], hints: &std::sync::mpsc::Receiver<()>) -> bool {
        while events.listen_to(roots) {
            if hints.recv_timeout(Duration::from_secs(10)).is_err() {
                return false;
            }
        }
        true
    }

    #[test]
    fn a_watch_on_a_removed_folder_is_dead_even_if_its_inode_is_reused() {
        for removed in ["faq", "", "../.."] {
            let base = tempfile::tempdir().unwrap();
            let content = base.path().join("trees/one/content");
            fs::create_dir_all(content.join("faq")).unwrap();
            let roots = roots_of(&content);
            let (sender, hints) = std::sync::mpsc::channel();
            let events = FolderEvents::of(&content, roots.clone(), move || {
                let _ = sender.send(());
            })
            .unwrap();
            assert!(events.listen_to(&roots));
            fs::remove_dir_all(content.join(removed)).unwrap_or_else(|_| {
                fs::remove_dir_all(base.path().join("trees")).unwrap();
            });
            fs::create_dir_all(content.join("faq")).unwrap();
            // The inode numbers may be the same as before; what counts is which folder the watch was set on.
            assert!(dies(&events, &roots, &hints), "{removed:?} was removed");
            let (sender, hints) = std::sync::mpsc::channel();
            let again = FolderEvents::of(&content, roots.clone(), move || {
                let _ = sender.send(());
            })
            .unwrap();
            assert!(again.listen_to(&roots));
            fs::write(content.join("faq/a.yaml"), "a").unwrap();
            hints.recv_timeout(Duration::from_secs(10)).expect("what stands there now is heard of");
            assert!(again.listen_to(&roots), "an edit ends no watch");
        }
    }

    #[test]
    fn lost_events_trigger_a_check() {
        assert!(names().may_matter(&Event::new(EventKind::Other).set_flag(Flag::Rescan)));
    }

    #[test]
    fn every_link_on_the_way_to_the_folder_is_watched() {
        let base = tempfile::tempdir().unwrap();
        let base = base.path().canonicalize().unwrap();
        fs::create_dir_all(base.join("trees/one/content/faq")).unwrap();
        fs::create_dir(base.join("git")).unwrap();
        symlink("../trees/one", base.join("git/current")).unwrap();
        let roots = roots_of(&base.join("git/current/content"));
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
        assert_ne!(roots_of(&base.join("git/current/content")), before, "another folder at the same path");
    }

    #[test]
    fn a_missing_folder_is_awaited_in_its_nearest_existing_parent() {
        let base = tempfile::tempdir().unwrap();
        let roots = roots_of(&base.path().join("a/content"));
        assert_eq!(roots.len(), 1);
        assert_eq!(roots[0].entry.as_deref(), Some(&*base.path().join("a")));
    }

    #[test]
    fn circular_links_do_not_loop_forever() {
        let base = tempfile::tempdir().unwrap();
        symlink("b", base.path().join("a")).unwrap();
        symlink("a", base.path().join("b")).unwrap();
        assert!(!roots_of(&base.path().join("a")).is_empty());
    }
}
