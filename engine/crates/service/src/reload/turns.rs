//! From one period to the next: when a date arrives, the content being served changes by itself.
//!
//! This task is independent of the checks of the folder. The content being served was validated for every later day,
//! so its dates take effect no matter what the folder contains by then, even while a check hangs.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::current::Current;
use super::report::failed;
use callguide_content::examine;
use callguide_content::readings::Now;

/// The longest wait before the clock is checked again, since it may have been set, or the machine may have been
/// asleep.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// If a clock is set back by less than this, it's being corrected, and the previous period isn't served again. If
/// it's set back by more, it was wrong, and the period being served hasn't begun yet.
const CORRECTION: SignedDuration = SignedDuration::from_mins(1);

impl Current {
    /// Serves each period of the current content when it begins. Never returns.
    pub async fn turns(self: Arc<Self>) {
        let mut versions = self.subscribe();
        let mut told = None;
        loop {
            let version = versions.borrow_and_update().clone();
            let mut wait = self.until_turn().unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT);
            if wait.is_zero() {
                let current = self.clone();
                if tokio::task::spawn_blocking(move || current.turn()).await.unwrap_or(false) {
                    continue;
                }
                // Report this only once, but keep trying, because the clock may be at fault.
                if told.as_ref() != Some(&version) {
                    self.tell_of_stopping(&version);
                    told = Some(version);
                }
                wait = LONGEST_WAIT;
            }
            // Another version's next period may begin earlier.
            let _ = tokio::time::timeout(wait, versions.changed()).await;
        }
    }

    /// Reports that a period has begun but can't be served, so `version` is still served.
    fn tell_of_stopping(&self, version: &str) {
        tracing::error!(
            version,
            "a scheduled change is due, but can't be served, so the previous content stays live; unless the clock is wrong, this is a bug in Callguide"
        );
        let problem = "a scheduled change is due, but can't take effect; unless the clock is wrong, this is a bug in Callguide";
        self.report(failed(problem.to_owned()), None);
    }

    /// Returns the instant for which content is served.
    pub(super) fn instant(&self) -> Timestamp {
        let (now, since) = (self.clock.now(), self.get().period().since);
        since.filter(|since| *since > now && now.duration_until(*since) < CORRECTION).unwrap_or(now)
    }

    /// Returns the time until the current content changes on its own: zero if it's due now, `None` if it never will.
    pub fn until_turn(&self) -> Option<Duration> {
        let (served, now) = (self.get(), self.instant());
        // A preview of a given day stays on that day.
        let Now::At(_) = served.bodies().now() else { return None };
        let period = served.period();
        if period.since.is_some_and(|since| since > now) {
            return Some(Duration::ZERO);
        }
        Some(Duration::try_from(now.duration_until(period.until?)).unwrap_or_default())
    }

    /// Serves the current period of the files being served; returns whether that succeeded. Takes as long as a
    /// reload.
    pub fn turn(&self) -> bool {
        let before = self.get();
        let (texts, now) = (before.bodies().texts(), Now::At(self.instant()));
        let snapshot = examine::served_again(texts, before.is_preview(), now);
        let Some(snapshot) = snapshot.filter(|snapshot| snapshot.version() != before.version()) else {
            return false;
        };
        let (version, until) = (snapshot.version().to_owned(), snapshot.period().until);
        // If an edit has replaced it in the meantime, the new content has its own periods.
        if self.exchange_period(&before, snapshot) {
            let until = until.map(tracing::field::display);
            tracing::info!(version, until, "a scheduled change of the content took effect");
        }
        true
    }
}
