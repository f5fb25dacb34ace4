//! The limits on event streams, in total and per person, and the signal that ends them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore, watch};

/// The interval between heartbeats. They keep intermediaries from dropping the stream, and a browser that gets none
/// knows that the stream is dead.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The interval between checks of the person's right to listen. They use what the engine already knows, so an open
/// stream causes no additional store queries.
const CHECK: Duration = Duration::from_secs(1);
/// The maximum number of streams per person, across all of their sessions. That's more than their browsers need,
/// since the tabs of a browser share one stream. The newest streams stay open, because someone is using those pages;
/// the oldest may belong to a page that vanished without closing its stream.
const STREAMS_OF_A_PERSON: usize = 8;

/// The limit on event streams, and the signal that ends them all.
#[derive(Debug)]
pub struct EventStreams {
    pub(super) free: Arc<Semaphore>,
    pub(super) own: OwnStreams,
    pub(super) stopping: watch::Sender<bool>,
    pub(super) heartbeat: Duration,
    pub(super) check: Duration,
}

impl EventStreams {
    /// Allows at most `streams` at a time.
    pub fn new(streams: usize) -> Self {
        Self::with_heartbeat(streams, HEARTBEAT)
    }

    /// Like [`Self::new`], with a different heartbeat interval.
    pub fn with_heartbeat(streams: usize, heartbeat: Duration) -> Self {
        let (stopping, _) = watch::channel(false);
        let free = Arc::new(Semaphore::new(streams.min(Semaphore::MAX_PERMITS)));
        Self { free, own: OwnStreams::new(STREAMS_OF_A_PERSON), stopping, heartbeat, check: CHECK }
    }

    /// Sets a different interval between checks of the right to listen.
    #[must_use]
    pub fn with_check(self, check: Duration) -> Self {
        Self { check, ..self }
    }

    /// Ends every stream. The engine can't stop until they've ended.
    pub fn close(&self) {
        self.free.close();
        self.stopping.send_replace(true);
    }
}

/// The open streams by their person's email address, oldest first. Their number is limited, so that nobody can
/// use up the total by signing in often.
#[derive(Debug)]
pub struct OwnStreams {
    most: usize,
    open: Arc<Mutex<OpenByPerson>>,
}

type OpenByPerson = HashMap<Arc<str>, VecDeque<Arc<Notify>>>;

/// An open stream, until it's dropped.
#[derive(Debug)]
pub struct OwnStream {
    email: Arc<str>,
    room: Arc<Notify>,
    open: Arc<Mutex<OpenByPerson>>,
}

impl OwnStreams {
    /// Allows at most `most` streams per person.
    pub fn new(most: usize) -> Self {
        Self { most: most.max(1), open: Arc::default() }
    }

    /// Registers another stream for the person with this email address. If that's one too many, the oldest is
    /// asked to end.
    pub fn begin(&self, email: &str) -> OwnStream {
        let (email, room): (Arc<str>, _) = (email.into(), Arc::new(Notify::new()));
        let mut open = lock(&self.open);
        let own = open.entry(email.clone()).or_default();
        while own.len() >= self.most
            && let Some(oldest) = own.pop_front()
        {
            oldest.notify_one();
        }
        own.push_back(room.clone());
        drop(open);
        OwnStream { email, room, open: self.open.clone() }
    }
}

fn lock(open: &Mutex<OpenByPerson>) -> MutexGuard<'_, OpenByPerson> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

impl OwnStream {
    /// Resolves when this stream must end to make room for a newer one.
    pub async fn made_room(&self) {
        self.room.notified().await;
    }
}

impl Drop for OwnStream {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        let Some(own) = open.get_mut(&self.email) else { return };
        own.retain(|room| !Arc::ptr_eq(room, &self.room));
        if own.is_empty() {
            open.remove(&self.email);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::revisions::RELIED_ON;

    #[test]
    fn the_newest_streams_of_a_person_stay_and_ended_ones_are_forgotten() {
        let all = OwnStreams::new(2);
        let mut streams: Vec<_> = ["a", "b", "a", "a", "a", "b"].map(|email| all.begin(email)).into();
        let ended: Vec<bool> = streams.iter().map(|it| it.made_room().now_or_never().is_some()).collect();
        assert_eq!(ended, [true, false, true, false, false, false]);
        streams.truncate(4);
        let _more = all.begin("a");
        assert!(streams[3].made_room().now_or_never().is_none(), "one of three went by itself");
        drop(_more);
        streams.clear();
        assert!(lock(&all.open).is_empty());
    }

    /// `api.md`, "Who may call what".
    const HOLDS_WITHIN: Duration = Duration::from_secs(5);

    #[test]
    fn a_removal_ends_streams_within_the_time_promised_for_requests() {
        assert!(CHECK + RELIED_ON <= HOLDS_WITHIN);
        assert_eq!(EventStreams::new(1).check, CHECK);
    }
}
