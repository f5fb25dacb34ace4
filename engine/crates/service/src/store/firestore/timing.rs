//! Timeouts and retry delays for the hosted database.

use std::time::Duration;

use crate::store::settings::LongPollingTimeout;

/// The time limits of a call. A call is one or more attempts; an attempt is one HTTP request.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// Limits a read, all attempts together. Engines poll for changes with reads.
    pub read: Duration,
    /// Limits one attempt of a read, so that one that hangs leaves time for another.
    pub read_attempt: Duration,
    /// Limits a commit, all attempts together.
    pub commit: Duration,
    /// Limits one attempt of a commit. Longer than for a read, because giving up leaves it unknown whether
    /// the commit was applied.
    pub commit_attempt: Duration,
    /// The longest wait before the second attempt; it doubles up to [`Timing::MAX_WAIT`].
    pub first_wait: Duration,
}

impl Timing {
    /// The longest wait between two attempts.
    pub const MAX_WAIT: Duration = Duration::from_secs(2);

    /// Returns the limits when one request for changes may take `long_polling`.
    pub fn new(long_polling: LongPollingTimeout) -> Self {
        Self {
            read: long_polling.duration(),
            read_attempt: Duration::from_secs(3),
            // Less than the 30 seconds that a request to the engine may take.
            commit: Duration::from_secs(20),
            commit_attempt: Duration::from_secs(8),
            first_wait: Duration::from_millis(100),
        }
    }

    /// Returns the wait after `failed` attempts: a random half to whole of a time that doubles with each
    /// failure. The jitter keeps engines that failed together from retrying together.
    pub(super) fn wait(&self, failed: u32) -> Duration {
        let longest =
            self.first_wait.saturating_mul(1 << failed.saturating_sub(1).min(16)).min(Self::MAX_WAIT);
        let random = getrandom::u32().unwrap_or(u32::MAX / 2);
        longest.mul_f64(0.5 + f64::from(random) / f64::from(u32::MAX) / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_to_a_bound_and_differ() {
        let timing = Timing::new("5".parse().unwrap());
        for (failed, longest) in [(1, 100), (2, 200), (3, 400), (5, 1600), (6, 2000), (60, 2000)] {
            let waits: Vec<_> = (0..50).map(|_| timing.wait(failed).as_millis()).collect();
            let (least, most) = (longest / 2, longest);
            assert!(waits.iter().all(|wait| (least..=most).contains(wait)), "{failed}: {waits:?}");
            assert!(waits.iter().any(|wait| *wait != waits[0]), "{failed}: always {}", waits[0]);
        }
    }
}
