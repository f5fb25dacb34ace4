//! Events of the file system, as hints that something may have changed.

use std::ffi::OsString;
use std::path::Path;

use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::roots::Root;

/// Listens to some folders until it is dropped.
pub struct Events {
    roots: Vec<Root>,
    _watcher: RecommendedWatcher,
}

impl Events {
    /// Calls `hint` whenever something may have changed in one of `roots`, the folders for `content`.
    ///
    /// # Errors
    /// Where the system gives no events; the slow look has to do.
    pub fn of(content: &Path, roots: Vec<Root>, hint: impl Fn() + Send + 'static) -> notify::Result<Self> {
        let names = Names::of(content, &roots);
        let react = move |event: notify::Result<Event>| {
            // An error, as a queue that overflowed, may have swallowed anything.
            if event.as_ref().map_or(true, |event| names.may_matter(event)) {
                hint();
            }
        };
        let mut watcher = RecommendedWatcher::new(react, Config::default())?;
        for root in &roots {
            // One that went meanwhile is found by the next look.
            match watcher.watch(&root.path, RecursiveMode::NonRecursive) {
                Err(error)
                    if !matches!(error.kind, notify::ErrorKind::PathNotFound | notify::ErrorKind::Io(_)) =>
                {
                    return Err(error);
                }
                _ => {}
            }
        }
        Ok(Self { roots, _watcher: watcher })
    }

    /// What is listened to.
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }
}

/// What to pass over: the neighbours of the content folder.
struct Names {
    /// The folders of content itself, of which everything matters.
    within: Vec<std::path::PathBuf>,
    /// The names that matter in the folders above.
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
        // Reading raises events too, and our own reading would never end. An event without a path, as
        // after an overflow, is about anything.
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

fn is_end_of_writing(event: &Event) -> bool {
    use notify::event::{AccessKind, AccessMode, EventKind};
    matches!(event.kind, EventKind::Access(AccessKind::Close(AccessMode::Write)))
}

#[cfg(test)]
mod tests {
    use notify::event::{AccessKind, AccessMode, CreateKind, EventKind, Flag};

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

    #[test]
    fn events_that_were_lost_are_a_reason_to_look() {
        assert!(names().may_matter(&Event::new(EventKind::Other).set_flag(Flag::Rescan)));
    }
}
