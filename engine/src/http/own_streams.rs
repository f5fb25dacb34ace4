//! The streams of events of each session: a few, so that one session can't take those of all.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest as _, Sha256};
use tokio::sync::Notify;

/// What stands for a session here; its token isn't kept.
type Key = [u8; 16];

/// The streams that are open, by session, the oldest first.
#[derive(Debug)]
pub struct OwnStreams {
    most: usize,
    open: Arc<Mutex<Open>>,
}

type Open = HashMap<Key, VecDeque<Arc<Notify>>>;

/// One of them, until it is dropped.
#[derive(Debug)]
pub struct OwnStream {
    key: Key,
    room: Arc<Notify>,
    open: Arc<Mutex<Open>>,
}

impl OwnStreams {
    /// At most `most` of each session.
    pub fn new(most: usize) -> Self {
        Self { most: most.max(1), open: Arc::default() }
    }

    /// One more of the session with this token. Where they become too many, the oldest is told to make room.
    pub fn begin(&self, token: &str) -> OwnStream {
        let mut key = Key::default();
        key.copy_from_slice(&Sha256::digest(token)[..16]);
        let room = Arc::new(Notify::new());
        let mut open = lock(&self.open);
        let own = open.entry(key).or_default();
        while own.len() >= self.most
            && let Some(oldest) = own.pop_front()
        {
            oldest.notify_one();
        }
        own.push_back(room.clone());
        drop(open);
        OwnStream { key, room, open: self.open.clone() }
    }
}

fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

impl OwnStream {
    /// Resolves when it is to end for a newer one.
    pub async fn made_room(&self) {
        self.room.notified().await;
    }
}

impl Drop for OwnStream {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        let Some(own) = open.get_mut(&self.key) else { return };
        own.retain(|room| !Arc::ptr_eq(room, &self.room));
        if own.is_empty() {
            open.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn the_newest_of_each_session_stay_and_nothing_is_kept_of_those_that_went() {
        let all = OwnStreams::new(2);
        let mut streams: Vec<_> = ["a", "b", "a", "a", "a", "b"].map(|token| all.begin(token)).into();
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
