//! How often one caller may ask: by person for what the signed-in ask for, since a call center shares one address and
//! anyone may sign in often; by address for sign-ins, of which those that succeed weigh nothing, for the same reason.

use std::hash::Hash;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use governor::clock::{Clock, DefaultClock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use super::client::Client;
use super::proxies::one_client;
use super::sign_in::NoFailure;
use super::{ApiError, AppState, security_log};
use crate::allowance::Allowance;
use crate::session::Person;

/// The address of whoever opened the connection.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// How often, a minute. As many may come at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// Sign-ins from one address that fail. Beginning one writes nothing: as many as [`STARTS`] times this
    /// may begin.
    pub sign_in: NonZeroU32,
    /// Searches of one person; the panel asks while a volunteer types.
    pub search: NonZeroU32,
}

/// Comparisons of versions for one person, a minute: pages ask for one where the content changes under a contact.
const CHANGES: NonZeroU32 = NonZeroU32::new(60).expect("60 is more than nothing");

/// So many sign-ins may begin for each that may fail.
const STARTS: NonZeroU32 = NonZeroU32::new(10).expect("10 is more than nothing");

impl Default for Rates {
    fn default() -> Self {
        let number = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Self { sign_in: number(240), search: number(600) }
    }
}

/// The limits of one engine; every engine counts for itself.
#[derive(Debug)]
pub struct Limits {
    starts: Allowance<IpAddr>,
    failures: Allowance<IpAddr>,
    search: Limit<String, MonotonicClock>,
    changes: Limit<String, MonotonicClock>,
}

impl Limits {
    /// As often as `rates` says.
    pub fn new(rates: Rates) -> Self {
        Self::with_clock(rates, crate::clock::Clock::machine())
    }

    /// The same, sign-ins by a clock that a test may set.
    pub fn with_clock(rates: Rates, clock: crate::clock::Clock) -> Self {
        Self {
            starts: Allowance::new(rates.sign_in.saturating_mul(STARTS), clock.clone()),
            failures: Allowance::new(rates.sign_in, clock),
            search: Limit::new(rates.search, DefaultClock::default()),
            changes: Limit::new(CHANGES, DefaultClock::default()),
        }
    }

    /// Forgets whoever hasn't asked for long, so that many addresses don't fill the memory.
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

    /// Counts a request; where it is one too many, how many whole seconds to wait: then one more is let in.
    fn take(&self, key: &K) -> Result<(), u64> {
        self.limiter.check_key(key).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            let whole = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            whole.max(1)
        })
    }
}

/// Counts a search of `person`.
///
/// # Errors
/// 429 where it is one too many.
pub fn search(state: &AppState, person: &Person) -> Result<(), ApiError> {
    take(&state.network.limits.search, person)
}

/// Counts a comparison of versions for `person`.
///
/// # Errors
/// 429 where it is one too many.
pub fn changes(state: &AppState, person: &Person) -> Result<(), ApiError> {
    take(&state.network.limits.changes, person)
}

fn take(limit: &Limit<String, MonotonicClock>, person: &Person) -> Result<(), ApiError> {
    limit.take(&person.email).map_err(|seconds| ApiError::rate_limited("requests", seconds))
}

/// Lets a sign-in begin, unless too many of one address did or failed.
pub async fn sign_in_begins(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let (client, limits) = (client(&state, &request), &state.network.limits);
    // Whoever would be turned away at the end is told so before choosing an account.
    match limits.failures.check(&client).and_then(|()| limits.starts.take(client)) {
        Ok(()) => next.run(request).await,
        Err(seconds) => too_many(client, seconds),
    }
}

/// Lets a sign-in end, unless too many of one address failed. It counts as failed until it has succeeded,
/// so that many at once don't pass together; what isn't the caller's failure is given back.
pub async fn sign_in_ends(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let (client, limits) = (client(&state, &request), &state.network.limits);
    if let Err(seconds) = limits.failures.take(client) {
        return too_many(client, seconds);
    }
    let response = next.run(request).await;
    if response.extensions().get::<NoFailure>().is_some() || response.status().is_server_error() {
        limits.failures.give_back(&client);
    }
    response
}

fn client(state: &AppState, request: &Request) -> IpAddr {
    let Client(client) = Client::of(state, request.extensions(), request.headers());
    one_client(client)
}

/// Says when to come again.
fn too_many(client: IpAddr, seconds: u64) -> Response {
    security_log::rate_limited(client, seconds);
    ApiError::rate_limited("sign-ins from this network", seconds).into_response()
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
