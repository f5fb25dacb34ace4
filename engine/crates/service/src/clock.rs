//! The current time, which a test can set.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};

/// The machine's clock, or one that a test sets.
#[derive(Debug, Clone)]
pub struct Clock(TimeSource);

#[derive(Debug, Clone)]
enum TimeSource {
    Machine {
        started: Instant,
    },
    Set {
        from: Timestamp,
        /// When the clock was created, if it runs on its own.
        started: Option<Instant>,
        /// How far the clock was advanced, in milliseconds.
        passed: Arc<AtomicU64>,
        back: Arc<AtomicU64>,
    },
}

impl Clock {
    /// Returns the machine's clock.
    pub fn machine() -> Self {
        Self(TimeSource::Machine { started: Instant::now() })
    }

    /// Creates a clock that moves only by [`Clock::advance`]. Its clones move with it.
    pub fn set_to(moment: Timestamp) -> Self {
        Self(TimeSource::Set { from: moment, started: None, passed: Arc::default(), back: Arc::default() })
    }

    /// Creates a clock that starts at `moment` and runs like the machine's.
    #[cfg(test)]
    pub fn running_from(moment: Timestamp) -> Self {
        let started = Some(Instant::now());
        Self(TimeSource::Set { from: moment, started, passed: Arc::default(), back: Arc::default() })
    }

    /// Moves a set clock forward. Does nothing to the machine's clock.
    pub fn advance(&self, by: Duration) {
        if let TimeSource::Set { passed, .. } = &self.0 {
            passed.fetch_add(by.as_millis() as u64, Ordering::SeqCst);
        }
    }

    /// Sets the date and time back, without affecting [`Clock::passed`].
    #[cfg(test)]
    pub fn set_back(&self, by: Duration) {
        if let TimeSource::Set { back, .. } = &self.0 {
            back.fetch_add(by.as_millis() as u64, Ordering::SeqCst);
        }
    }

    /// Returns the current date and time, for example to store it in a document.
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            TimeSource::Machine { .. } => Timestamp::now(),
            TimeSource::Set { from, back, .. } => {
                let passed = SignedDuration::try_from(self.passed()).unwrap_or(SignedDuration::MAX);
                let back = SignedDuration::from_millis(back.load(Ordering::SeqCst) as i64);
                from.saturating_add(passed - back).unwrap_or(Timestamp::MAX)
            }
        }
    }

    /// Returns the time since some fixed moment. It never goes backward.
    pub fn passed(&self) -> Duration {
        match &self.0 {
            TimeSource::Machine { started } => started.elapsed(),
            TimeSource::Set { started, passed, .. } => {
                let by_itself = started.map_or(Duration::ZERO, |started| started.elapsed());
                by_itself + Duration::from_millis(passed.load(Ordering::SeqCst))
            }
        }
    }
}
