//! The event streams of each person. Their number is limited, so that nobody can use up everyone's by signing in often.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The open streams by their person's address, oldest first.
#[derive(Debug)]
pub struct OwnStreams {
    most: usize,
    open: Arc<Mutex<Open>>,
}

type Open = HashMap<Arc<str>, VecDeque<Arc<Notify>>>;

/// An open stream, until it's dropped.
#[derive(Debug)]
pub struct OwnStream {
    email: Arc<str>,
    room: Arc<Notify>,
    open: Arc<Mutex<Open>>,
}

impl OwnStreams {
    /// Allows at most `most` streams per person.
    pub fn new(most: usize) -> Self {
        Self { most: most.max(1), open: Arc::default() }
    }

    /// Registers another stream for the person with this address. If that's one too many, the oldest is asked to end.
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

fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
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

    #[test]
    fn the_newest_of_each_person_stay_and_nothing_is_kept_of_those_that_went() {
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
}
