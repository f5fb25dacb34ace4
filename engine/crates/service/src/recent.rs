//! A cache of values read from the store, kept until something reports a change (`design.md`, "Letting in").
//!
//! Changes made elsewhere are reported by an increasing count (`revisions`): values read under a different count aren't
//! used. A change on this engine clears them immediately. A read that began before the change can't put its old value
//! back, because the ticket drawn before that read is no longer accepted. A change that nothing reports, such as an
//! edit in the database's own console, takes effect once the value is too old.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Clock;

/// The maximum age of a value.
pub const MAX_AGE: Duration = Duration::from_secs(5 * 60);

/// Bounds the memory of all caches that share it (the cache size in `spec §5`).
///
/// The size of a value is estimated: its own size, its strings, and [`OVERHEAD`].
#[derive(Debug, Clone)]
pub struct Room {
    /// In bytes; `None` for no bound.
    bound: Option<usize>,
    used: Arc<AtomicUsize>,
}

/// The estimated overhead of the hash map and the allocator for a value, in bytes.
const OVERHEAD: usize = 64;

impl Room {
    /// Creates room without a bound.
    pub fn unbounded() -> Self {
        Self { bound: None, used: Arc::default() }
    }

    /// Creates room for this many bytes.
    pub fn of_bytes(bytes: usize) -> Self {
        Self { bound: Some(bytes), used: Arc::default() }
    }

    /// Returns the bytes in use.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    fn take(&self, bytes: usize) -> bool {
        let fits = |used: usize| {
            let after = used.checked_add(bytes)?;
            self.bound.is_none_or(|bound| after <= bound).then_some(after)
        };
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_ok()
    }

    fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// A cache of values by key, each no older than [`MAX_AGE`].
#[derive(Debug)]
pub struct Recent<K, V> {
    clock: Clock,
    room: Room,
    /// Returns the size of the strings in a key and a value, in bytes.
    texts: fn(&K, &V) -> usize,
    kept: Mutex<Values<K, V>>,
}

#[derive(Debug)]
struct Values<K, V> {
    values: HashMap<K, CachedValue<V>>,
    /// The count that was current when the values were read.
    count: u64,
    changes: u64,
    /// The number of values at which old ones are evicted.
    tidy_at: usize,
    /// When old values were last evicted.
    tidied: Duration,
}

#[derive(Debug)]
struct CachedValue<V> {
    value: V,
    read: Duration,
    bytes: usize,
}

/// If there are fewer values than this, old ones are evicted only when there's no room.
const TIDY_AT_LEAST: usize = 1024;

/// The shortest time between two evictions of old values.
const TIDY_EVERY: Duration = Duration::from_secs(1);

/// A ticket, drawn before a value is read from the store and required to keep that value.
#[derive(Debug, Clone, Copy)]
pub struct Ticket {
    /// `None` if the count was already out of date when the ticket was drawn.
    changes: Option<u64>,
    drawn: Duration,
}

impl<K: Eq + Hash + Clone, V: Clone> Recent<K, V> {
    /// Creates an empty, unbounded cache.
    pub fn new(clock: Clock) -> Self {
        let kept = Values {
            values: HashMap::new(),
            count: 0,
            changes: 0,
            tidy_at: TIDY_AT_LEAST,
            tidied: Duration::ZERO,
        };
        Self { clock, room: Room::unbounded(), texts: |_, _| 0, kept: Mutex::new(kept) }
    }

    /// Limits the cache to what fits in `room`; `texts` returns the size of the strings in a key and its value, in
    /// bytes.
    #[must_use]
    pub fn within(self, room: &Room, texts: fn(&K, &V) -> usize) -> Self {
        self.clear_all();
        Self { room: room.clone(), texts, ..self }
    }

    /// Returns the value of `key` if it's recent enough and was read under this `count` of changes made elsewhere.
    pub fn get(&self, count: u64, key: &K) -> Option<V> {
        let now = self.clock.passed();
        let mut kept = self.lock();
        if !self.is_current(&mut kept, count) {
            return None;
        }
        let one = kept.values.get(key)?;
        is_recent(one, now).then(|| one.value.clone())
    }

    /// Draws a ticket with the current `count`; call it before reading a value for [`Recent::keep`].
    pub fn ticket(&self, count: u64) -> Ticket {
        let mut kept = self.lock();
        let changes = self.is_current(&mut kept, count).then_some(kept.changes);
        Ticket { drawn: self.clock.passed(), changes }
    }

    /// Returns whether `count` is current. A higher count drops all values and becomes current; a lower one comes from
    /// a caller with an older check.
    fn is_current(&self, kept: &mut Values<K, V>, count: u64) -> bool {
        if count > kept.count {
            kept.count = count;
            self.drop_all(kept);
        }
        count == kept.count
    }

    /// Keeps `value`, unless something was cleared since `ticket` was drawn or there is no room.
    pub fn keep(&self, ticket: Ticket, key: K, value: V) {
        let mut kept = self.lock();
        if Some(kept.changes) != ticket.changes {
            return;
        }
        let bytes = size_of::<(K, CachedValue<V>)>() + OVERHEAD + (self.texts)(&key, &value);
        self.drop_one(&mut kept, &key);
        if kept.values.len() >= kept.tidy_at || !self.room.take(bytes) {
            self.tidy(&mut kept);
            if !self.room.take(bytes) {
                return;
            }
        }
        kept.values.insert(key, CachedValue { value, read: ticket.drawn, bytes });
    }

    /// Removes the value of `key`, which is no longer valid.
    pub fn clear(&self, key: &K) {
        let mut kept = self.lock();
        kept.changes += 1;
        self.drop_one(&mut kept, key);
    }

    /// Removes all values, none of which may be valid any longer.
    pub fn clear_all(&self) {
        self.drop_all(&mut self.lock());
    }

    fn drop_all(&self, kept: &mut Values<K, V>) {
        kept.changes += 1;
        for (_, one) in kept.values.drain() {
            self.room.give_back(one.bytes);
        }
    }

    fn drop_one(&self, kept: &mut Values<K, V>, key: &K) {
        if let Some(one) = kept.values.remove(key) {
            self.room.give_back(one.bytes);
        }
    }

    /// Evicts values that are too old. It does so rarely enough to cost nothing.
    fn tidy(&self, kept: &mut Values<K, V>) {
        let now = self.clock.passed();
        // A full cache must not be scanned on every request.
        if now.saturating_sub(kept.tidied) < TIDY_EVERY {
            return;
        }
        kept.tidied = now;
        kept.values.retain(|_, one| {
            let stays = is_recent(one, now);
            if !stays {
                self.room.give_back(one.bytes);
            }
            stays
        });
        kept.tidy_at = (kept.values.len() * 2).max(TIDY_AT_LEAST);
    }

    fn lock(&self) -> MutexGuard<'_, Values<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_recent<V>(one: &CachedValue<V>, now: Duration) -> bool {
    now.saturating_sub(one.read) < MAX_AGE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recent() -> (Clock, Recent<&'static str, u8>) {
        let clock = Clock::set_to("2026-11-03T12:00:00Z".parse().unwrap());
        (clock.clone(), Recent::new(clock))
    }

    #[test]
    fn a_value_expires_five_minutes_after_its_read_began() {
        let (clock, recent) = recent();
        let ticket = recent.ticket(0);
        clock.advance(Duration::from_secs(2));
        recent.keep(ticket, "ann", 1);
        assert_eq!(recent.get(0, &"ann"), Some(1));
        clock.advance(Duration::from_millis(297_999));
        assert_eq!(recent.get(0, &"ann"), Some(1));
        clock.advance(Duration::from_millis(1));
        assert_eq!(recent.get(0, &"ann"), None);
    }

    #[test]
    fn a_read_that_began_before_a_change_is_not_kept() {
        let (_, recent) = recent();
        let ticket = recent.ticket(0);
        recent.clear(&"ann");
        recent.keep(ticket, "ann", 1);
        assert_eq!(recent.get(0, &"ann"), None);
        let ticket = recent.ticket(0);
        recent.clear_all();
        recent.keep(ticket, "bob", 1);
        assert_eq!(recent.get(0, &"bob"), None);
    }

    #[test]
    fn values_read_under_a_different_count_are_not_used() {
        let (_, recent) = recent();
        let (before, during) = (recent.ticket(0), recent.ticket(0));
        recent.keep(before, "ann", 1);
        assert_eq!(recent.get(0, &"ann"), Some(1));
        assert_eq!(recent.get(1, &"ann"), None);
        recent.keep(during, "ann", 1);
        assert_eq!(recent.get(1, &"ann"), None, "it was being read when the change was found");
        recent.keep(recent.ticket(1), "ann", 2);
        assert_eq!(recent.get(0, &"ann"), None, "who looked before reads anew");
        recent.keep(recent.ticket(0), "ann", 1);
        assert_eq!(recent.get(1, &"ann"), Some(2));
    }

    #[test]
    fn values_that_do_not_fit_are_not_kept_and_room_is_reclaimed() {
        let (clock, _) = recent();
        let room = Room::of_bytes(1200);
        let [one, two] = [0, 1].map(|_| Recent::new(clock.clone()).within(&room, |_, _: &u8| 400));
        for name in ["ann", "ann", "ann"] {
            one.keep(one.ticket(0), name, 1);
        }
        let of_one = room.used();
        assert!((401..600).contains(&of_one), "{of_one}");
        two.keep(two.ticket(0), "ann", 1);
        // The room is full, even though each cache contains only one value.
        one.keep(one.ticket(0), "bob", 1);
        assert_eq!((one.get(0, &"ann"), two.get(0, &"ann"), one.get(0, &"bob")), (Some(1), Some(1), None));
        // Values that are too old are evicted to make room.
        clock.advance(MAX_AGE);
        one.keep(one.ticket(0), "bob", 1);
        assert_eq!((one.get(0, &"bob"), room.used()), (Some(1), 2 * of_one));
        one.clear(&"bob");
        two.clear_all();
        assert_eq!(room.used(), 0);
    }

    #[test]
    fn expired_values_are_dropped_even_without_a_size_limit() {
        let clock = Clock::set_to("2026-11-03T12:00:00Z".parse().unwrap());
        let recent = Recent::new(clock.clone());
        for round in 0..5u32 {
            for number in 0..1000u32 {
                recent.keep(recent.ticket(0), (round, number), ());
            }
            clock.advance(MAX_AGE);
        }
        assert!(recent.lock().values.len() <= 2048);
    }
}
