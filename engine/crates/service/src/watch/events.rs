//! File system events, as hints that something may have changed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::roots::Root;

/// Listens to a set of folders until it's dropped.
pub struct Events {
    roots: Vec<Root>,
    /// One of the folders is gone, or may be: its watch is dead, whatever is at its path now. The inode number can't
    /// tell, since a new folder may reuse that of a removed one.
    is_dead: Arc<AtomicBool>,
    _watcher: RecommendedWatcher,
}

impl Events {
    /// Calls `hint` whenever something may have changed in one of `roots`, the folders for `content`.
    ///
    /// # Errors
    /// If the system provides no events; polling has to do.
    pub fn of(content: &Path, roots: Vec<Root>, hint: impl Fn() + Send + 'static) -> notify::Result<Self> {
        let names = Names::of(content, &roots);
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
                // Gone in the meantime: the next look listens to whatever is there then.
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
struct Names {
    /// The content's own folders, in which everything matters.
    within: Vec<PathBuf>,
    /// The names that matter in the folders above them.
    entries: Vec<OsString>,
}

impl Names {
    fn of(content: &Path, roots: &[Root]) -> Self {
        let own = roots.iter().filter(|root| root.entry.is_none()).map(|root| root.path.clone());
        let above = roots.iter().filter_map(|root| root.entry.as_deref()?.file_name());
        Self {
            within: own.collect(),
            entries: above.chain(content.file_name()).map(OsString::from).collect(),
        }
    }

    fn may_matter(&self, event: &Event) -> bool {
        // Reading raises events too, and our own reads would trigger themselves forever. An event without a path, as
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use notify::event::{AccessKind, AccessMode, CreateKind, EventKind, Flag};

    use super::super::roots;
    use super::*;

    fn names() -> Names {
        Names { within: vec!["/a/content".into()], entries: vec!["content".into()] }
    }

    fn event(kind: EventKind, path: &str) -> Event {
        Event::new(kind).add_path(path.into())
    }

    #[test]
    fn our_own_reading_and_the_neighbours_are_passed_over() {
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

    /// Waits for hints until the watch no longer counts as alive; returns `false` if the hints stop before that.
    fn dies(events: &Events, roots: &[Root], hints: &std::sync::mpsc::Receiver<()>) -> bool {
        while events.listen_to(roots) {
            if hints.recv_timeout(Duration::from_secs(10)).is_err() {
                return false;
            }
        }
        true
    }

    #[test]
    fn a_watch_whose_folder_was_removed_is_dead_also_where_the_next_one_has_its_number() {
        for removed in ["faq", "", "../.."] {
            let base = tempfile::tempdir().unwrap();
            let content = base.path().join("trees/one/content");
            fs::create_dir_all(content.join("faq")).unwrap();
            let roots = roots::of(&content);
            let (sender, hints) = std::sync::mpsc::channel();
            let events = Events::of(&content, roots.clone(), move || {
                let _ = sender.send(());
            })
            .unwrap();
            assert!(events.listen_to(&roots));
            fs::remove_dir_all(content.join(removed)).unwrap_or_else(|_| {
                fs::remove_dir_all(base.path().join("trees")).unwrap();
            });
            fs::create_dir_all(content.join("faq")).unwrap();
            // The inode numbers may be the same as before; what counts is the folder that was listened to.
            assert!(dies(&events, &roots, &hints), "{removed:?} was removed");
            let (sender, hints) = std::sync::mpsc::channel();
            let again = Events::of(&content, roots.clone(), move || {
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
    fn events_that_were_lost_are_a_reason_to_look() {
        assert!(names().may_matter(&Event::new(EventKind::Other).set_flag(Flag::Rescan)));
    }
}
