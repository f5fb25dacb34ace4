//! Uses of sessions that could not be written down, for the store was away or took no writes: they
//! count all the same, so that nobody is signed out for what the store failed to keep.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::token::Key;

/// Writing is not tried again sooner: what waits for a store that hangs is a person.
const TRY_AGAIN_AFTER: SignedDuration = SignedDuration::from_secs(30);

/// So many sessions are remembered at most (about 200 bytes each): while the store is away anybody's
/// token may be one.
const MOST: usize = 20_000;

/// On this engine alone; another one learns of a use when it is written.
#[derive(Debug)]
pub(super) struct Unwritten {
    idle: SignedDuration,
    uses: Mutex<HashMap<Key, Uses>>,
}

/// The uses of a session, none longer after the one before than a session may be idle.
#[derive(Debug, Clone, Copy)]
struct Uses {
    first: Timestamp,
    last: Timestamp,
}

impl Unwritten {
    /// Remembers nothing yet. `idle` is how long a session may be unused.
    pub(super) fn new(idle: Duration) -> Self {
        let idle = SignedDuration::try_from(idle).unwrap_or(SignedDuration::MAX);
        Self { idle, uses: Mutex::default() }
    }

    /// A session that may be there was used, and that is not written.
    pub(super) fn note(&self, key: &Key, now: Timestamp) {
        let mut uses = self.lock();
        if let Some(known) = uses.get_mut(key) {
            let first = if self.are_apart(known.last, now) { now } else { known.first };
            *known = Uses { first, last: now };
            return;
        }
        if uses.len() >= MOST {
            uses.retain(|_, known| !self.are_apart(known.last, now));
        }
        if uses.len() < MOST {
            uses.insert(key.clone(), Uses { first: now, last: now });
        }
    }

    /// The last use is written now.
    pub(super) fn forget(&self, key: &Key) {
        self.lock().remove(key);
    }

    /// When the session was used last, of which the store says that it was at `written`. What is
    /// remembered doesn't bring a session back that had ended by itself before.
    pub(super) fn last_use(&self, key: &Key, written: Timestamp) -> Timestamp {
        match self.lock().get(key) {
            Some(known) if !self.are_apart(written, known.first) => known.last.max(written),
            _ => written,
        }
    }

    /// Whether writing was tried a moment ago.
    pub(super) fn was_tried(&self, key: &Key, now: Timestamp) -> bool {
        self.lock().get(key).is_some_and(|known| now.duration_since(known.last) < TRY_AGAIN_AFTER)
    }

    fn are_apart(&self, earlier: Timestamp, later: Timestamp) -> bool {
        later.duration_since(earlier) >= self.idle
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Uses>> {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::Token;
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn at(minutes: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes)
    }

    #[test]
    fn a_chain_of_uses_counts_from_the_first_that_was_in_time() {
        let (unwritten, key) = (Unwritten::new(HOUR), Token::random().unwrap().key());
        assert_eq!(unwritten.last_use(&key, at(0)), at(0));
        for minutes in [59, 100, 150] {
            unwritten.note(&key, at(minutes));
        }
        assert_eq!(unwritten.last_use(&key, at(0)), at(150));
        assert_eq!(unwritten.last_use(&key, at(151)), at(151), "what is written later counts");
        unwritten.forget(&key);
        assert_eq!(unwritten.last_use(&key, at(0)), at(0));
    }

    #[test]
    fn a_use_that_comes_too_late_brings_nothing_back() {
        let (unwritten, key) = (Unwritten::new(HOUR), Token::random().unwrap().key());
        unwritten.note(&key, at(60));
        assert_eq!(unwritten.last_use(&key, at(0)), at(0));
        // Nor does one after another that was in time, but an hour before.
        let key = Token::random().unwrap().key();
        unwritten.note(&key, at(30));
        unwritten.note(&key, at(90));
        assert_eq!(unwritten.last_use(&key, at(0)), at(0));
    }

    #[test]
    fn only_so_many_are_remembered_and_old_ones_make_room() {
        let unwritten = Unwritten::new(HOUR);
        let keys: Vec<_> = (0..=MOST).map(|_| Token::random().unwrap().key()).collect();
        keys.iter().for_each(|key| unwritten.note(key, at(0)));
        assert_eq!(unwritten.lock().len(), MOST);
        unwritten.note(&keys[MOST], at(60));
        assert_eq!(unwritten.lock().len(), 1);
    }
}
