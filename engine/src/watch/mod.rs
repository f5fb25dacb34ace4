//! When to look at the content folder: soon after an event, and from time to time.
//!
//! Events of the file system are hints, never truth: they say that it may be worth looking, [`Loader`]
//! finds out whether it was. They come late, early, in hundreds or not at all, so a slow look stands
//! underneath. One thread of its own does all of it: it waits, reads, builds and swaps, and no request
//! ever waits for it. All of its times are of a clock that can't jump.
//!
//! Plain `notify` is used, without its debouncer: that one wakes up many times a second for ever, and
//! knows no bound after which an edit that goes on is looked at all the same.

mod events;
mod pulse;
mod roots;
mod settle;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use crate::api::status::Watching;
use crate::reload::{Fingerprint, Loader, Look};
use events::Events;
use pulse::Pulse;
use roots::Root;
use settle::Wait;

/// When to look.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Whether to listen for events.
    pub events: bool,
    /// The time between two looks that no event asked for.
    pub poll: Duration,
}

/// The last good content is copied when nothing happened for so long.
const COPY_AFTER: Duration = Duration::from_secs(1);

/// A look that takes longer than the time between two of them, within these bounds, is told.
const OVERDUE: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(60));
/// How long the end is waited for when a look is under way: one at a mount that hangs doesn't hold up a stop.
const LONGEST_END: Duration = Duration::from_secs(5);

/// The thread that watches. Ends when this is dropped.
#[derive(Debug)]
pub struct Watch {
    waker: Waker,
    pulse: Pulse,
}

/// Wakes the thread. Many calls before it woke are one.
#[derive(Debug, Clone)]
struct Waker {
    stop: Arc<AtomicBool>,
    sender: SyncSender<()>,
}

impl Waker {
    fn wake(&self) {
        // Full: it is about to wake anyway.
        let _ = self.sender.try_send(());
    }
}

impl Watch {
    /// Begins to watch the folder of `loader`.
    ///
    /// # Errors
    /// Where the thread can't be started.
    pub fn start(loader: Loader, settings: Settings) -> std::io::Result<Self> {
        let overdue = settings.poll.clamp(OVERDUE.0, OVERDUE.1);
        Self::start_with(loader, settings, overdue, roots::of)
    }

    fn start_with(
        loader: Loader,
        settings: Settings,
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
        let (current, minded) = (watcher.loader.current().clone(), pulse.clone());
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
            tracing::warn!("a look at the content folder is still under way; it is left behind");
            self.pulse.end();
        }
    }
}

/// How the folders to listen to are found.
type Roots = fn(&Path) -> Vec<Root>;

/// Says that there are no more looks, also after a panic.
struct Ending(Pulse);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.end();
    }
}

struct Watcher {
    loader: Loader,
    settings: Settings,
    woken: Receiver<()>,
    waker: Waker,
    pulse: Pulse,
    roots: Roots,
    events: Option<Events>,
    /// Events were asked for and aren't to be had; tried again at each poll, told once.
    is_deaf: bool,
    /// The next look reads whatever the fingerprint says: what was written within one tick of the file
    /// system's clock as the last look can't be told by it.
    look_again: bool,
}

impl Watcher {
    fn run(&mut self) {
        let _ending = Ending(self.pulse.clone());
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
                let same = self.loader.looks_the_same(&Fingerprint::of(self.loader.folder()));
                if std::mem::take(&mut self.look_again) || !same {
                    self.look();
                    // What was found may have been written a moment ago; the next poll reads once more.
                    self.look_again = !same;
                } else {
                    self.loader.current().looked();
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

    /// Looks until the folder stood still for a look, and listens to what is there then.
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
                Look::Examined
            });
            self.look_again |= look == Look::Examined;
            if matches!(look, Look::Examined | Look::Unchanged) {
                self.loader.current().looked();
            }
            // What was written to a new folder before it was listened to, no event tells.
            let nothing_missed =
                !self.listen() || self.loader.looks_the_same(&Fingerprint::of(self.loader.folder()));
            if look != Look::Unsettled && nothing_missed {
                return;
            }
        }
    }

    /// Waits until nothing has happened for a moment, or for as long as an edit may take.
    fn settle(&self) {
        let began = Instant::now();
        settle::settle(
            || began.elapsed(),
            |quiet| match self.woken.recv_timeout(quiet) {
                _ if self.stopped() => Wait::Over,
                Ok(()) => Wait::Hinted,
                Err(RecvTimeoutError::Timeout) => Wait::Quiet,
                Err(RecvTimeoutError::Disconnected) => Wait::Over,
            },
            || Fingerprint::of(self.loader.folder()),
        );
    }

    /// Listens where the content is now; says whether that is another place than before.
    fn listen(&mut self) -> bool {
        if !self.settings.events {
            self.loader.current().watched(Watching::Poll);
            return false;
        }
        let roots = (self.roots)(self.loader.folder());
        if self.events.as_ref().is_some_and(|events| events.listen_to(&roots)) {
            return false;
        }
        let waker = self.waker.clone();
        let events = Events::of(self.loader.folder(), roots, move || waker.wake());
        self.loader.current().watched(if events.is_ok() { Watching::Events } else { Watching::Poll });
        if let Err(error) = &events
            && !self.is_deaf
        {
            tracing::warn!(%error, "no events of the content folder; it is looked at from time to time");
        }
        self.is_deaf = events.is_err();
        self.events = events.ok();
        !self.is_deaf
    }

    fn stopped(&self) -> bool {
        self.waker.stop.load(Ordering::SeqCst)
    }
}
