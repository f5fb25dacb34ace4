//! Uses of sessions that aren't saved yet: those of the last few minutes, and those that couldn't be saved because
//! the store was unavailable or didn't accept writes. They still count, so nobody is signed out because the store
//! missed a use.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::document::SessionId;

/// The shortest time between two tries to save a use, because a person has to wait each time the store hangs.
const TRY_AGAIN_AFTER: SignedDuration = SignedDuration::from_secs(30);

/// The maximum number of sessions remembered (about 200 bytes each).
const MOST: usize = 20_000;

/// Unsaved uses on this engine; other engines learn of a use when it's saved.
#[derive(Debug)]
pub(super) struct UnsavedUses {
    idle: SignedDuration,
    chains: Mutex<HashMap<SessionId, Chain>>,
}

/// The uses of a session, with no gap as long as the idle timeout.
#[derive(Debug, Clone, Copy)]
struct Chain {
    first: Timestamp,
    last: Timestamp,
    /// When saving a use was last tried.
    tried: Option<Timestamp>,
}

impl UnsavedUses {
    /// Returns an empty record. `idle` is the idle timeout.
    pub(super) fn new(idle: Duration) -> Self {
        let idle = SignedDuration::try_from(idle).unwrap_or(SignedDuration::MAX);
        Self { idle, chains: Mutex::default() }
    }

    /// Notes an unsaved use of a session that may exist.
    pub(super) fn note(&self, id: &SessionId, now: Timestamp) {
        let mut chains = self.lock();
        if let Some(known) = chains.get_mut(id) {
            if self.are_apart(known.last, now) {
                known.first = now;
            }
            known.last = now;
            return;
        }
        if chains.len() >= MOST {
            chains.retain(|_, known| !self.are_apart(known.last, now));
        }
        if chains.len() < MOST {
            chains.insert(id.clone(), Chain { first: now, last: now, tried: None });
        }
    }

    /// Forgets a session's uses, once the last one is saved.
    pub(super) fn forget(&self, id: &SessionId) {
        self.lock().remove(id);
    }

    /// Returns when the session was last used, given the saved use `written`. Remembered uses don't revive a session
    /// that had already expired.
    pub(super) fn last_use(&self, id: &SessionId, written: Timestamp) -> Timestamp {
        match self.lock().get(id) {
            Some(known) if !self.are_apart(written, known.first) => known.last.max(written),
            _ => written,
        }
    }

    /// Returns whether the caller may try to save a noted use now. Records the try, so only one of several concurrent
    /// callers may.
    pub(super) fn may_try(&self, id: &SessionId, now: Timestamp) -> bool {
        let mut chains = self.lock();
        let Some(known) = chains.get_mut(id) else { return true };
        let was_tried = known.tried.is_some_and(|tried| now.duration_since(tried) < TRY_AGAIN_AFTER);
        if !was_tried {
            known.tried = Some(now);
        }
        !was_tried
    }

    fn are_apart(&self, earlier: Timestamp, later: Timestamp) -> bool {
        later.duration_since(earlier) >= self.idle
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Chain>> {
        self.chains.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::tests::some_id;
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn at(minutes: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes)
    }

    #[test]
    fn uses_extend_a_session_as_long_as_each_is_in_time() {
        let (uses, id) = (UnsavedUses::new(HOUR), some_id());
        assert_eq!(uses.last_use(&id, at(0)), at(0));
        for minutes in [59, 100, 150] {
            uses.note(&id, at(minutes));
        }
        assert_eq!(uses.last_use(&id, at(0)), at(150));
        assert_eq!(uses.last_use(&id, at(151)), at(151), "what is written later counts");
        uses.forget(&id);
        assert_eq!(uses.last_use(&id, at(0)), at(0));
    }

    #[test]
    fn a_late_use_does_not_revive_a_session() {
        let (uses, id) = (UnsavedUses::new(HOUR), some_id());
        uses.note(&id, at(60));
        assert_eq!(uses.last_use(&id, at(0)), at(0));
        // Neither does a second use, an hour after one that was in time.
        let id = some_id();
        uses.note(&id, at(30));
        uses.note(&id, at(90));
        assert_eq!(uses.last_use(&id, at(0)), at(0));
    }

    #[test]
    fn remembered_uses_are_limited_and_old_ones_make_room() {
        let uses = UnsavedUses::new(HOUR);
        let ids: Vec<_> = (0..=MOST).map(|_| some_id()).collect();
        ids.iter().for_each(|id| uses.note(id, at(0)));
        assert_eq!(uses.lock().len(), MOST);
        uses.note(&ids[MOST], at(60));
        assert_eq!(uses.lock().len(), 1);
    }
}
