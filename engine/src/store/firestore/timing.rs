//! How long the hosted database is waited for, and how soon it is asked again.

use std::time::Duration;

use crate::store::settings::LongPollingTimeout;

/// The bounds of a call. A call is one or several attempts; an attempt is one HTTP request.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// Bounds a read, all attempts together. Reads are how an engine asks for changes.
    pub read: Duration,
    /// Bounds one attempt of a read: one that hangs leaves time for another.
    pub read_attempt: Duration,
    /// Bounds a commit, all attempts together.
    pub commit: Duration,
    /// Bounds one attempt of a commit. Longer than a read's: giving up leaves open whether it was done.
    pub commit_attempt: Duration,
    /// The longest wait before the second attempt; it doubles up to [`Timing::MAX_WAIT`].
    pub first_wait: Duration,
}

impl Timing {
    /// The longest wait between two attempts.
    pub const MAX_WAIT: Duration = Duration::from_secs(2);

    /// The bounds where one request for changes takes `long_polling` at most.
    pub fn new(long_polling: LongPollingTimeout) -> Self {
        Self {
            read: long_polling.duration(),
            read_attempt: Duration::from_secs(3),
            // Under the 30 seconds that a request to the engine may take.
            commit: Duration::from_secs(20),
            commit_attempt: Duration::from_secs(8),
            first_wait: Duration::from_millis(100),
        }
    }

    /// How long to wait after `failed` attempts: a random part, a half at least, of a time that doubles.
    /// Random, so that engines which failed together don't come back together.
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
