//! Values read from the store that may be a few seconds old (`design.md`, "Letting in").
//!
//! A change on this engine clears them at once: a read that began before the change can't put
//! its old value back, because it must show the ticket it drew before it read.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Clock;

/// How old a value may be.
pub const MAX_AGE: Duration = Duration::from_secs(5);

/// More values than this are never kept.
const MAX_VALUES: usize = 20_000;

/// Values by key, each no older than [`MAX_AGE`].
#[derive(Debug)]
pub struct Recent<K, V> {
    clock: Clock,
    kept: Mutex<Kept<K, V>>,
}

#[derive(Debug)]
struct Kept<K, V> {
    values: HashMap<K, (V, Duration)>,
    changes: u64,
}

/// Drawn before a value is read from the store, shown when it is kept.
#[derive(Debug, Clone, Copy)]
pub struct Ticket {
    changes: u64,
    drawn: Duration,
}

impl<K: Eq + Hash + Clone, V: Clone> Recent<K, V> {
    /// Keeps nothing yet.
    pub fn new(clock: Clock) -> Self {
        Self { clock, kept: Mutex::new(Kept { values: HashMap::new(), changes: 0 }) }
    }

    /// The value of `key`, where it is recent enough.
    pub fn get(&self, key: &K) -> Option<V> {
        let now = self.clock.passed();
        let kept = self.lock();
        let (value, read) = kept.values.get(key)?;
        (now.saturating_sub(*read) < MAX_AGE).then(|| value.clone())
    }

    /// To be drawn before reading what [`Recent::keep`] shall keep.
    pub fn ticket(&self) -> Ticket {
        Ticket { drawn: self.clock.passed(), changes: self.lock().changes }
    }

    /// Keeps `value`, unless something was cleared since `ticket` was drawn.
    pub fn keep(&self, ticket: Ticket, key: K, value: V) {
        let mut kept = self.lock();
        if kept.changes != ticket.changes {
            return;
        }
        if kept.values.len() >= MAX_VALUES {
            let now = self.clock.passed();
            kept.values.retain(|_, (_, read)| now.saturating_sub(*read) < MAX_AGE);
        }
        if kept.values.len() < MAX_VALUES {
            kept.values.insert(key, (value, ticket.drawn));
        }
    }

    /// The value of `key` is no longer true.
    pub fn clear(&self, key: &K) {
        let mut kept = self.lock();
        kept.changes += 1;
        kept.values.remove(key);
    }

    /// Nothing that is kept may be true any longer.
    pub fn clear_all(&self) {
        let mut kept = self.lock();
        kept.changes += 1;
        kept.values.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Kept<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recent() -> (Clock, Recent<&'static str, u8>) {
        let clock = Clock::set_to("2026-11-03T12:00:00Z".parse().unwrap());
        (clock.clone(), Recent::new(clock))
    }

    #[test]
    fn a_value_is_forgotten_after_five_seconds_from_before_it_was_read() {
        let (clock, recent) = recent();
        let ticket = recent.ticket();
        clock.advance(Duration::from_secs(2));
        recent.keep(ticket, "ann", 1);
        assert_eq!(recent.get(&"ann"), Some(1));
        clock.advance(Duration::from_millis(2999));
        assert_eq!(recent.get(&"ann"), Some(1));
        clock.advance(Duration::from_millis(1));
        assert_eq!(recent.get(&"ann"), None);
    }

    #[test]
    fn a_read_that_began_before_a_change_is_not_kept() {
        let (_, recent) = recent();
        let ticket = recent.ticket();
        recent.clear(&"ann");
        recent.keep(ticket, "ann", 1);
        assert_eq!(recent.get(&"ann"), None);
        let ticket = recent.ticket();
        recent.clear_all();
        recent.keep(ticket, "bob", 1);
        assert_eq!(recent.get(&"bob"), None);
    }
}
