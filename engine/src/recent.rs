//! Values read from the store, kept while nothing says that they changed (`design.md`, "Letting in").
//!
//! What others change is told by a count that goes up (`revisions`): what was read under another count isn't
//! used. A change on this engine clears them at once: a read that began before the change can't put its
//! old value back, because it must show the ticket it drew before it read. What nobody tells of, such as
//! an edit in the database's own console, holds when the value is too old.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Clock;

/// How old a value may be.
pub const MAX_AGE: Duration = Duration::from_secs(5 * 60);

/// Bounds what all that share it keep in memory together (the cache size of `spec §5`).
///
/// What a value takes is estimated: its own size, its texts, and [`OVERHEAD`].
#[derive(Debug, Clone)]
pub struct Room {
    /// In bytes; `None` for no bound.
    bound: Option<usize>,
    used: Arc<AtomicUsize>,
}

/// What a hash map and the allocator take for a value besides the value, in bytes: an estimate.
const OVERHEAD: usize = 64;

impl Room {
    /// Room without a bound.
    pub fn unbounded() -> Self {
        Self { bound: None, used: Arc::default() }
    }

    /// Room for so many bytes.
    pub fn of_bytes(bytes: usize) -> Self {
        Self { bound: Some(bytes), used: Arc::default() }
    }

    /// The bytes that are taken now.
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

/// Values by key, each no older than [`MAX_AGE`].
#[derive(Debug)]
pub struct Recent<K, V> {
    clock: Clock,
    room: Room,
    /// The bytes of a key's and a value's texts.
    texts: fn(&K, &V) -> usize,
    kept: Mutex<Kept<K, V>>,
}

#[derive(Debug)]
struct Kept<K, V> {
    values: HashMap<K, One<V>>,
    /// The count under which the values were read.
    count: u64,
    changes: u64,
    /// At so many values those that are too old are dropped.
    tidy_at: usize,
    /// When that was done last.
    tidied: Duration,
}

#[derive(Debug)]
struct One<V> {
    value: V,
    read: Duration,
    bytes: usize,
}

/// Values fewer than this aren't looked through for old ones.
const TIDY_AT_LEAST: usize = 1024;

/// They are looked through no more often than this.
const TIDY_EVERY: Duration = Duration::from_secs(1);

/// Drawn before a value is read from the store, shown when it is kept.
#[derive(Debug, Clone, Copy)]
pub struct Ticket {
    /// `None` where others had changed something before it was drawn.
    changes: Option<u64>,
    drawn: Duration,
}

impl<K: Eq + Hash + Clone, V: Clone> Recent<K, V> {
    /// Keeps nothing yet, and has room without a bound.
    pub fn new(clock: Clock) -> Self {
        let kept = Kept {
            values: HashMap::new(),
            count: 0,
            changes: 0,
            tidy_at: TIDY_AT_LEAST,
            tidied: Duration::ZERO,
        };
        Self { clock, room: Room::unbounded(), texts: |_, _| 0, kept: Mutex::new(kept) }
    }

    /// The same, keeping only what `room` has a place for; `texts` says how many bytes the texts of a
    /// key and its value take.
    #[must_use]
    pub fn within(self, room: &Room, texts: fn(&K, &V) -> usize) -> Self {
        self.clear_all();
        Self { room: room.clone(), texts, ..self }
    }

    /// The value of `key`, where it is recent enough and was read under this `count` of changes by others.
    pub fn get(&self, count: u64, key: &K) -> Option<V> {
        let now = self.clock.passed();
        let mut kept = self.lock();
        if !self.is_current(&mut kept, count) {
            return None;
        }
        let one = kept.values.get(key)?;
        is_recent(one, now).then(|| one.value.clone())
    }

    /// To be drawn before reading what [`Recent::keep`] shall keep, with the `count` known then.
    pub fn ticket(&self, count: u64) -> Ticket {
        let mut kept = self.lock();
        let changes = self.is_current(&mut kept, count).then_some(kept.changes);
        Ticket { drawn: self.clock.passed(), changes }
    }

    /// Whether `count` is that of the values. A higher one drops them; a lower one comes from someone who
    /// looked before.
    fn is_current(&self, kept: &mut Kept<K, V>, count: u64) -> bool {
        if count > kept.count {
            kept.count = count;
            self.drop_all(kept);
        }
        count == kept.count
    }

    /// Keeps `value`, unless something was cleared since `ticket` was drawn, or there is no room.
    pub fn keep(&self, ticket: Ticket, key: K, value: V) {
        let mut kept = self.lock();
        if Some(kept.changes) != ticket.changes {
            return;
        }
        let bytes = size_of::<(K, One<V>)>() + OVERHEAD + (self.texts)(&key, &value);
        self.drop_one(&mut kept, &key);
        if kept.values.len() >= kept.tidy_at || !self.room.take(bytes) {
            self.tidy(&mut kept);
            if !self.room.take(bytes) {
                return;
            }
        }
        kept.values.insert(key, One { value, read: ticket.drawn, bytes });
    }

    /// The value of `key` is no longer true.
    pub fn clear(&self, key: &K) {
        let mut kept = self.lock();
        kept.changes += 1;
        self.drop_one(&mut kept, key);
    }

    /// Nothing that is kept may be true any longer.
    pub fn clear_all(&self) {
        self.drop_all(&mut self.lock());
    }

    fn drop_all(&self, kept: &mut Kept<K, V>) {
        kept.changes += 1;
        for (_, one) in kept.values.drain() {
            self.room.give_back(one.bytes);
        }
    }

    fn drop_one(&self, kept: &mut Kept<K, V>, key: &K) {
        if let Some(one) = kept.values.remove(key) {
            self.room.give_back(one.bytes);
        }
    }

    /// Drops what is too old, seldom enough to cost nothing.
    fn tidy(&self, kept: &mut Kept<K, V>) {
        let now = self.clock.passed();
        // A full room must not make every request look through it.
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

    fn lock(&self) -> MutexGuard<'_, Kept<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_recent<V>(one: &One<V>, now: Duration) -> bool {
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
    fn a_value_is_forgotten_after_five_minutes_from_before_it_was_read() {
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
    fn what_was_read_under_another_count_is_not_used() {
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
    fn what_has_no_room_is_not_kept_and_room_comes_back() {
        let (clock, _) = recent();
        let room = Room::of_bytes(1200);
        let [one, two] = [0, 1].map(|_| Recent::new(clock.clone()).within(&room, |_, _: &u8| 400));
        for name in ["ann", "ann", "ann"] {
            one.keep(one.ticket(0), name, 1);
        }
        let of_one = room.used();
        assert!((401..600).contains(&of_one), "{of_one}");
        two.keep(two.ticket(0), "ann", 1);
        // Both are full now, though each holds but one.
        one.keep(one.ticket(0), "bob", 1);
        assert_eq!((one.get(0, &"ann"), two.get(0, &"ann"), one.get(0, &"bob")), (Some(1), Some(1), None));
        // What is too old makes room.
        clock.advance(MAX_AGE);
        one.keep(one.ticket(0), "bob", 1);
        assert_eq!((one.get(0, &"bob"), room.used()), (Some(1), 2 * of_one));
        one.clear(&"bob");
        two.clear_all();
        assert_eq!(room.used(), 0);
    }

    #[test]
    fn old_values_are_dropped_also_where_there_is_room_without_a_bound() {
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
