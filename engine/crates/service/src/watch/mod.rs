//! When to check the content folder: soon after an event, and from time to time.
//!
//! File system events are hints, not facts: they suggest that a check may be worthwhile, and [`Loader`] finds out
//! whether anything changed. They arrive late, early, by the hundreds, or not at all, so the folder is also polled
//! slowly. A single dedicated thread waits, reads, builds, and swaps; no request ever waits for it. All times come
//! from a monotonic clock.
//!
//! This uses plain `notify` without its debouncer, which wakes up many times a second forever and doesn't limit how
//! long it waits for an edit that keeps going.

mod events;
mod pulse;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use crate::reload::{Fingerprint, Loader, LookResult};
use callguide_search::api::status::Watching;
use events::{FolderEvents, Root, roots_of};
use pulse::Pulse;

/// When to check.
#[derive(Debug, Clone, Copy)]
pub struct WatchSettings {
    /// Whether to listen for events.
    pub events: bool,
    /// The time between two checks without an event.
    pub poll: Duration,
}

/// How long the folder must stay quiet before the last good content is copied.
const COPY_AFTER: Duration = Duration::from_secs(1);

/// How long the folder must stay quiet before an edit is over: editors and git write one file after another.
const QUIET: Duration = Duration::from_millis(60);
/// How long an edit may continue before it's read anyway.
const LONGEST_EDIT: Duration = Duration::from_secs(1);

/// A check is reported if it takes longer than the polling interval, clamped to these bounds.
const OVERDUE: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(60));
/// How long stopping waits for a check in progress, so that a hung mount doesn't hold it up for longer.
const LONGEST_END: Duration = Duration::from_secs(5);

/// The thread that watches. It ends when this value is dropped.
#[derive(Debug)]
pub struct Watch {
    waker: Waker,
    pulse: Pulse,
}

/// Wakes the thread. Several calls before it wakes count as one.
#[derive(Debug, Clone)]
struct Waker {
    stop: Arc<AtomicBool>,
    sender: SyncSender<()>,
}

impl Waker {
    fn wake(&self) {
        // If the channel is full, the thread is about to wake anyway.
        let _ = self.sender.try_send(());
    }
}

impl Watch {
    /// Starts watching the folder of `loader`.
    ///
    /// # Errors
    /// If the thread can't be started.
    pub fn start(loader: Loader, settings: WatchSettings) -> std::io::Result<Self> {
        let overdue = settings.poll.clamp(OVERDUE.0, OVERDUE.1);
        Self::start_with(loader, settings, overdue, roots_of)
    }

    fn start_with(
        loader: Loader,
        settings: WatchSettings,
        overdue: Duration,
        roots: Roots,
    ) -> std::io::Result<Self> {
        let (sender, woken) = sync_channel(1);
        let pulse = Pulse::default();
        let waker = Waker { stop: Arc::default(), sender };
        let mut watcher = Watcher {
            loader,
            settings,
            woken,
            waker: waker.clone(),
            pulse: pulse.clone(),
            roots,
            events: None,
            is_deaf: false,
            look_again: false,
        };
        let (current, minded) = (watcher.loader.current.clone(), pulse.clone());
        let named = |name: &str| std::thread::Builder::new().name(name.to_owned());
        named("content").spawn(move || watcher.run())?;
        named("content-overdue").spawn(move || minded.mind(&current, overdue))?;
        Ok(Self { waker, pulse })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.waker.stop.store(true, Ordering::SeqCst);
        self.waker.wake();
        if !self.pulse.wait_for_end(LONGEST_END) {
            tracing::warn!("a check of the content folder is still running; not waiting for it");
            self.pulse.end();
        }
    }
}

/// A function that finds the folders to listen to.
type Roots = fn(&Path) -> Vec<Root>;

/// Reports that there will be no more checks, even after a panic.
struct EndOfLooks(Pulse);

impl Drop for EndOfLooks {
    fn drop(&mut self) {
        self.0.end();
    }
}

struct Watcher {
    loader: Loader,
    settings: WatchSettings,
    woken: Receiver<()>,
    waker: Waker,
    pulse: Pulse,
    roots: Roots,
    events: Option<FolderEvents>,
    /// Whether events were requested but aren't available. This is logged once, and listening is retried at each
    /// poll.
    is_deaf: bool,
    /// Whether the next poll reads the folder even if its fingerprint is the same. A fingerprint can't show a write
    /// within the same tick of the file system's clock as the last check.
    look_again: bool,
}

impl Watcher {
    fn run(&mut self) {
        let _ending = EndOfLooks(self.pulse.clone());
        self.pulse.look();
        self.listen();
        let mut last_look = Instant::now();
        while !self.stopped() {
            self.pulse.rest();
            let until_poll = self.settings.poll.saturating_sub(last_look.elapsed());
            let wait = if self.loader.has_to_copy() { until_poll.min(COPY_AFTER) } else { until_poll };
            let hinted = self.woken.recv_timeout(wait).is_ok();
            if self.stopped() {
                break;
            }
            if hinted {
                self.pulse.look();
                self.look();
                last_look = Instant::now();
            } else if last_look.elapsed() >= self.settings.poll {
                self.pulse.look();
                let same = self.loader.looks_the_same(&Fingerprint::of(&self.loader.folder));
                if std::mem::take(&mut self.look_again) || !same {
                    self.look();
                    // The change may have been written just now, so the next poll reads once more.
                    self.look_again = !same;
                } else {
                    self.loader.current.looked();
                }
                self.listen();
                last_look = Instant::now();
            } else if self.loader.has_to_copy() {
                self.loader.copy();
            }
        }
        self.pulse.rest();
        self.loader.copy();
    }

    /// Checks the folder until it stays unchanged during a check, and listens to the folders that exist then.
    fn look(&mut self) {
        loop {
            self.pulse.look();
            self.settle();
            if self.stopped() {
                return;
            }
            let loader = &mut self.loader;
            let look = catch_unwind(AssertUnwindSafe(|| loader.look())).unwrap_or_else(|_| {
                loader.give_up();
                LookResult::Examined
            });
            self.look_again |= look == LookResult::Examined;
            if matches!(look, LookResult::Examined | LookResult::Unchanged) {
                self.loader.current.looked();
            }
            // No event reports what was written to a new folder before we listened to it.
            let nothing_missed =
                !self.listen() || self.loader.looks_the_same(&Fingerprint::of(&self.loader.folder));
            if look != LookResult::Unsettled && nothing_missed {
                return;
            }
        }
    }

    /// Waits until nothing has happened for a moment, or until an edit has gone on for the maximum time.
    fn settle(&self) {
        let began = Instant::now();
        settle(
            || began.elapsed(),
            |quiet| match self.woken.recv_timeout(quiet) {
                _ if self.stopped() => Wait::Over,
                Ok(()) => Wait::Hinted,
                Err(RecvTimeoutError::Timeout) => Wait::Quiet,
                Err(RecvTimeoutError::Disconnected) => Wait::Over,
            },
            || Fingerprint::of(&self.loader.folder),
        );
    }

    /// Watches the folders where the content is now. Returns whether it started to watch different ones.
    fn listen(&mut self) -> bool {
        if !self.settings.events {
            self.loader.current.watched(Watching::Poll);
            return false;
        }
        let roots = (self.roots)(&self.loader.folder);
        if self.events.as_ref().is_some_and(|events| events.listen_to(&roots)) {
            return false;
        }
        let waker = self.waker.clone();
        let events = FolderEvents::of(&self.loader.folder, roots, move || waker.wake());
        self.loader.current.watched(if events.is_ok() { Watching::Events } else { Watching::Poll });
        if let Err(error) = &events
            && !self.is_deaf
        {
            tracing::warn!(%error, "no file events for the content folder; checking it from time to time instead");
        }
        self.is_deaf = events.is_err();
        self.events = events.ok();
        !self.is_deaf
    }

    fn stopped(&self) -> bool {
        self.waker.stop.load(Ordering::SeqCst)
    }
}

/// The result of a wait.
enum Wait {
    /// Something may have happened.
    Hinted,
    /// The time passed without a hint.
    Quiet,
    /// There is nothing left to wait for.
    Over,
}

/// Waits for the end of an edit. `passed` returns the time since it began, `wait` waits up to the given time for a
/// hint, and `print` returns the folder's fingerprint.
fn settle<T: PartialEq>(
    passed: impl Fn() -> Duration,
    mut wait: impl FnMut(Duration) -> Wait,
    print: impl Fn() -> T,
) {
    let mut before = print();
    while passed() < LONGEST_EDIT {
        match wait(QUIET) {
            Wait::Hinted => {}
            Wait::Over => return,
            Wait::Quiet => {
                let now = print();
                if now == before {
                    return;
                }
                before = now;
            }
        }
    }
}
