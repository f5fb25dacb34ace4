//! A rate limit that refills over time and can be refunded.
//!
//! Implements the generic cell rate algorithm (GCRA), for searches, comparisons, and sign-ins. A sign-in is counted
//! when it arrives, so that a burst of them can't all get through, and refunded when it succeeds, so that only failures
//! count.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::clock::Clock;

/// Allows a number of actions per minute for each key, and the same number in a burst.
#[derive(Debug)]
pub struct Allowance<K> {
    /// The clock time at which each key's full allowance is available again.
    full_at: Mutex<HashMap<K, Duration>>,
    /// How long one action takes to refill.
    each: Duration,
    /// How long the full allowance takes to refill.
    all: Duration,
    clock: Clock,
}

impl<K: Hash + Eq> Allowance<K> {
    /// Creates an allowance of `a_minute` per key, timed by `clock`.
    pub fn new(a_minute: NonZeroU32, clock: Clock) -> Self {
        let each = Duration::from_secs(60) / a_minute.get();
        Self { full_at: Mutex::default(), each, all: each * a_minute.get(), clock }
    }

    /// Takes one action from the key's allowance.
    ///
    /// # Errors
    /// If none are left. The error is the number of whole seconds until the next one is available, at least 1.
    pub fn take(&self, key: K) -> Result<(), u64> {
        let now = self.clock.passed();
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let at = full_at.get(&key).copied().unwrap_or_default().max(now);
        self.room(at, now)?;
        full_at.insert(key, at + self.each);
        Ok(())
    }

    /// Checks whether another action is allowed, without using one up.
    ///
    /// # Errors
    /// As for [`Allowance::take`].
    pub fn check(&self, key: &K) -> Result<(), u64> {
        let now = self.clock.passed();
        let full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        self.room(full_at.get(key).copied().unwrap_or_default().max(now), now)
    }

    /// Refunds an action that was taken.
    pub fn give_back(&self, key: &K) {
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = full_at.get_mut(key) {
            *at = at.saturating_sub(self.each);
        }
    }

    /// Forgets keys whose allowance is full again, to bound memory.
    pub fn sweep(&self) {
        let now = self.clock.passed();
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        full_at.retain(|_, at| *at > now);
        full_at.shrink_to_fit();
    }

    fn room(&self, full_at: Duration, now: Duration) -> Result<(), u64> {
        let over = (full_at + self.each).saturating_sub(now + self.all);
        let whole = over.as_secs() + u64::from(over.subsec_nanos() > 0);
        if whole == 0 { Ok(()) } else { Err(whole) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowance(a_minute: u32) -> (Allowance<&'static str>, Clock) {
        let clock = Clock::set_to("2026-11-03T12:00:00Z".parse().unwrap());
        (Allowance::new(NonZeroU32::new(a_minute).unwrap(), clock.clone()), clock)
    }

    #[test]
    fn whoever_waits_as_long_as_told_is_let_in_and_no_sooner() {
        let (allowance, clock) = allowance(4);
        for _ in 0..4 {
            assert_eq!(allowance.check(&"ann"), Ok(()));
            assert_eq!(allowance.take("ann"), Ok(()));
        }
        assert_eq!(allowance.take("bob"), Ok(()), "everyone for themselves");
        clock.advance(Duration::from_millis(100));
        assert_eq!(allowance.take("ann"), Err(15), "a quarter of a minute, rounded up");
        assert_eq!(allowance.check(&"ann"), Err(15));
        clock.advance(Duration::from_secs(14));
        assert_eq!(allowance.take("ann"), Err(1));
        clock.advance(Duration::from_secs(1));
        assert_eq!(allowance.take("ann"), Ok(()));
        assert_eq!(allowance.take("ann"), Err(15));
    }

    #[test]
    fn a_refund_restores_the_allowance_exactly() {
        let (allowance, _) = allowance(4);
        for _ in 0..1000 {
            assert_eq!(allowance.take("ann"), Ok(()));
            allowance.give_back(&"ann");
        }
        for _ in 0..4 {
            assert_eq!(allowance.take("ann"), Ok(()));
        }
        assert_eq!(allowance.take("ann"), Err(15), "and nobody gets more than there is");
    }

    #[test]
    fn the_burst_equals_the_limit_per_minute_at_any_rate() {
        for a_minute in [1, 3, 7, 59, 240, 1_000_000] {
            let (allowance, _) = allowance(a_minute);
            let let_in = (0..a_minute + 2).filter(|_| allowance.take("ann").is_ok()).count();
            assert_eq!(let_in as u32, a_minute);
        }
    }

    #[test]
    fn whoever_is_long_gone_is_forgotten() {
        let (allowance, clock) = allowance(4);
        assert_eq!(allowance.take("ann"), Ok(()));
        clock.advance(Duration::from_secs(14));
        allowance.sweep();
        assert_eq!(allowance.full_at.lock().unwrap().len(), 1);
        clock.advance(Duration::from_secs(1));
        allowance.sweep();
        assert_eq!(allowance.full_at.lock().unwrap().len(), 0);
    }
}
