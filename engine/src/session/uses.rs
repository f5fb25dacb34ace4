//! Uses of sessions that aren't written down: those of the last minutes, and those that couldn't be, for
//! the store was away or took no writes. They count all the same, so that nobody is signed out for what the
//! store doesn't have.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::token::Id;

/// Writing isn't tried again sooner: what waits for a store that hangs is a person.
const TRY_AGAIN_AFTER: SignedDuration = SignedDuration::from_secs(30);

/// So many sessions are remembered at most (about 200 bytes each).
const MOST: usize = 20_000;

/// On this engine alone; another one learns of a use when it is written.
#[derive(Debug)]
pub(super) struct Uses {
    idle: SignedDuration,
    chains: Mutex<HashMap<Id, Chain>>,
}

/// The uses of a session, none longer after the one before than a session may be idle.
#[derive(Debug, Clone, Copy)]
struct Chain {
    first: Timestamp,
    last: Timestamp,
    /// When one was tried to be written.
    tried: Option<Timestamp>,
}

impl Uses {
    /// Remembers nothing yet. `idle` is how long a session may be unused.
    pub(super) fn new(idle: Duration) -> Self {
        let idle = SignedDuration::try_from(idle).unwrap_or(SignedDuration::MAX);
        Self { idle, chains: Mutex::default() }
    }

    /// A session that may be there was used, and that isn't written.
    pub(super) fn note(&self, id: &Id, now: Timestamp) {
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

    /// The last use is written now.
    pub(super) fn forget(&self, id: &Id) {
        self.lock().remove(id);
    }

    /// When the session was used last, of which the store says that it was at `written`. What is
    /// remembered doesn't bring a session back that had ended by itself before.
    pub(super) fn last_use(&self, id: &Id, written: Timestamp) -> Timestamp {
        match self.lock().get(id) {
            Some(known) if !self.are_apart(written, known.first) => known.last.max(written),
            _ => written,
        }
    }

    /// Whether a noted use may be tried to be written now, which it then is. Of those who ask together one may.
    pub(super) fn may_try(&self, id: &Id, now: Timestamp) -> bool {
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

    fn lock(&self) -> MutexGuard<'_, HashMap<Id, Chain>> {
        self.chains.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::tests::some_id;
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn at(minutes: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes)
    }

    #[test]
    fn a_chain_of_uses_counts_from_the_first_that_was_in_time() {
        let (uses, id) = (Uses::new(HOUR), some_id());
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
    fn a_use_that_comes_too_late_brings_nothing_back() {
        let (uses, id) = (Uses::new(HOUR), some_id());
        uses.note(&id, at(60));
        assert_eq!(uses.last_use(&id, at(0)), at(0));
        // Nor does one after another that was in time, but an hour before.
        let id = some_id();
        uses.note(&id, at(30));
        uses.note(&id, at(90));
        assert_eq!(uses.last_use(&id, at(0)), at(0));
    }

    #[test]
    fn only_so_many_are_remembered_and_old_ones_make_room() {
        let uses = Uses::new(HOUR);
        let ids: Vec<_> = (0..=MOST).map(|_| some_id()).collect();
        ids.iter().for_each(|id| uses.note(id, at(0)));
        assert_eq!(uses.lock().len(), MOST);
        uses.note(&ids[MOST], at(60));
        assert_eq!(uses.lock().len(), 1);
    }
}
