//! Rate limits. Requests by signed-in people are limited per person, since one IP address may belong to a whole call
//! center or to an undeclared proxy. Sign-ins are limited per IP address. Successful ones don't count, for the same
//! reason, and because anyone may sign in often.

use std::net::IpAddr;
use std::num::NonZeroU32;

use super::error::ApiError;
use crate::allowance::Allowance;
use crate::clock::Clock;
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
    pub(super) search: Allowance<String>,
    pub(super) changes: Allowance<String>,
}

impl RateLimits {
    /// Creates the limits for these `rates`.
    pub fn new(rates: Rates) -> Self {
        Self::with_clock(rates, Clock::machine())
    }

    /// Like [`Self::new`], with a clock that a test can set.
    pub fn with_clock(rates: Rates, clock: Clock) -> Self {
        Self {
            starts: Allowance::new(rates.sign_in.saturating_mul(STARTS), clock.clone()),
            failures: Allowance::new(rates.sign_in, clock.clone()),
            search: Allowance::new(rates.search, clock.clone()),
            changes: Allowance::new(CHANGES, clock),
        }
    }

    /// Evicts callers that haven't made a request in a while, so that many addresses don't fill the memory.
    pub fn sweep(&self) {
        self.starts.sweep();
        self.failures.sweep();
        self.search.sweep();
        self.changes.sweep();
    }
}

/// Counts a request by `person`.
///
/// # Errors
/// 429 if it's over the limit.
pub fn take(limit: &Allowance<String>, person: &Person) -> Result<(), ApiError> {
    limit.take(person.email.clone()).map_err(|seconds| ApiError::rate_limited("requests", seconds))
}
