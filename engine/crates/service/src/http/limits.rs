//! Rate limits. Requests by signed-in people are limited per person, since one IP address may belong to a whole call
//! center or to an undeclared proxy. Sign-ins are limited per IP address. Successful ones don't count, for the same
//! reason, and because anyone may sign in often.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use super::error::ApiError;
use crate::allowance::Allowance;
use crate::session::Person;

/// Requests per minute. The same number may come in one burst.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// Failed sign-ins from one IP address. Starting one writes nothing, so [`STARTS`] times as many may begin.
    pub sign_in: NonZeroU32,
    /// Searches by one person; the panel searches as a volunteer types.
    pub search: NonZeroU32,
}

/// Version comparisons per person and minute. A page requests one when the content changes during a contact.
const CHANGES: NonZeroU32 = NonZeroU32::new(60).expect("60 is more than nothing");

/// How many sign-ins may begin for each one that may fail.
const STARTS: NonZeroU32 = NonZeroU32::new(10).expect("10 is more than nothing");

impl Default for Rates {
    fn default() -> Self {
        let number = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Self { sign_in: number(240), search: number(600) }
    }
}

/// The limits of one engine; each engine counts for itself.
#[derive(Debug)]
pub struct RateLimits {
    pub(super) starts: Allowance<IpAddr>,
    pub(super) failures: Allowance<IpAddr>,
    search: Limit<String, MonotonicClock>,
    changes: Limit<String, MonotonicClock>,
}

impl RateLimits {
    /// Creates the limits for these `rates`.
    pub fn new(rates: Rates) -> Self {
        Self::with_clock(rates, crate::clock::Clock::machine())
    }

    /// Like [`Self::new`], with a clock for sign-ins that a test can set.
    pub fn with_clock(rates: Rates, clock: crate::clock::Clock) -> Self {
        Self {
            starts: Allowance::new(rates.sign_in.saturating_mul(STARTS), clock.clone()),
            failures: Allowance::new(rates.sign_in, clock),
            search: Limit::new(rates.search, DefaultClock::default()),
            changes: Limit::new(CHANGES, DefaultClock::default()),
        }
    }

    /// Evicts callers that haven't made a request in a while, so that many addresses don't fill the memory.
    pub fn sweep(&self) {
        self.starts.sweep();
        self.failures.sweep();
        for by_person in [&self.search, &self.changes] {
            by_person.limiter.retain_recent();
            by_person.limiter.shrink_to_fit();
        }
    }
}

type Limiter<K, C> = RateLimiter<K, DefaultKeyedStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

#[derive(Debug)]
struct Limit<K: Hash + Eq + Clone, C: Clock> {
    limiter: Limiter<K, C>,
    clock: C,
}

impl<K: Hash + Eq + Clone, C: Clock + Clone> Limit<K, C> {
    fn new(a_minute: NonZeroU32, clock: C) -> Self {
        Self { limiter: RateLimiter::dashmap_with_clock(Quota::per_minute(a_minute), clock.clone()), clock }
    }

    /// Counts a request. If it's over the limit, returns the whole seconds until the next one is allowed.
    fn take(&self, key: &K) -> Result<(), u64> {
        self.limiter.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            let whole = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            whole.max(1)
        })
    }
}

/// Counts a search by `person`.
///
/// # Errors
/// 429 if it's over the limit.
pub fn search(limits: &RateLimits, person: &Person) -> Result<(), ApiError> {
    take(&limits.search, person)
}

/// Counts a version comparison by `person`.
///
/// # Errors
/// 429 if it's over the limit.
pub fn changes(limits: &RateLimits, person: &Person) -> Result<(), ApiError> {
    take(&limits.changes, person)
}

fn take(limit: &Limit<String, MonotonicClock>, person: &Person) -> Result<(), ApiError> {
    limit.take(&person.email).map_err(|seconds| ApiError::rate_limited("requests", seconds))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn whoever_waits_as_long_as_told_is_let_in_and_no_sooner() {
        let clock = FakeRelativeClock::default();
        let limit = Limit::new(NonZeroU32::new(4).unwrap(), clock.clone());
        for _ in 0..4 {
            assert_eq!(limit.take(&"ann"), Ok(()));
        }
        assert_eq!(limit.take(&"bob"), Ok(()), "everyone for themselves");
        clock.advance(Duration::from_millis(100));
        assert_eq!(limit.take(&"ann"), Err(15), "a quarter of a minute, rounded up");
        clock.advance(Duration::from_secs(14));
        assert_eq!(limit.take(&"ann"), Err(1));
        clock.advance(Duration::from_secs(1));
        assert_eq!(limit.take(&"ann"), Ok(()));
        assert_eq!(limit.take(&"ann"), Err(15));
    }

    #[test]
    fn whoever_is_long_gone_is_forgotten() {
        let clock = FakeRelativeClock::default();
        let limit = Limit::new(NonZeroU32::new(4).unwrap(), clock.clone());
        (0..1000).for_each(|n| assert!(limit.take(&n).is_ok()));
        clock.advance(Duration::from_secs(120));
        limit.limiter.retain_recent();
        assert!(limit.limiter.is_empty());
    }
}
