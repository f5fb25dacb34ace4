//! From one period to the next: when a date comes, what is served reads differently, as to an edit made in advance.
//!
//! A task of its own, beside the look at the folder: what is served was proved for every later day, so its dates come
//! whatever the folder holds by then, and also while a look at it hangs.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::current::Current;
use super::report::failed;
use crate::examine;
use crate::readings::Now;

/// The clock is asked again after so long: it may have been set, and the machine may have slept.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// A clock that is set back by less is being corrected, and nobody reads the period before again. One that is set back
/// by more was wrong: the period that was served hasn't come yet.
const CORRECTION: SignedDuration = SignedDuration::from_mins(1);

impl Current {
    /// Serves each period of what is served when it comes. Never ends.
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
                // Told once, and tried again: it may be the clock that went wrong.
                if told.as_ref() != Some(&version) {
                    self.tell_of_stopping(&version);
                    told = Some(version);
                }
                wait = LONGEST_WAIT;
            }
            // Another version may have an earlier turn.
            let _ = tokio::time::timeout(wait, versions.changed()).await;
        }
    }

    /// The period that has come can't be served, and `version` goes on.
    fn tell_of_stopping(&self, version: &str) {
        tracing::error!(
            version,
            "the period that has come can't be served, and the one before goes on; unless the clock is wrong, this is a mistake in Callguide"
        );
        let problem = "a date has come, and the content can't follow it; unless the clock is wrong, this is a mistake in Callguide";
        self.report(failed(problem.to_owned()), None);
    }

    /// The instant as of which content is served.
    pub(super) fn instant(&self) -> Timestamp {
        let (now, since) = (self.clock.now(), self.get().period().since);
        since.filter(|since| *since > now && now.duration_until(*since) < CORRECTION).unwrap_or(now)
    }

    /// How long it is until what is served is to read differently by itself: no time where it is to now, `None` where
    /// it never will be.
    pub fn until_turn(&self) -> Option<Duration> {
        let (served, now) = (self.get(), self.instant());
        // A preview of a day stays on that day.
        let Now::At(_) = served.bodies().now() else { return None };
        let period = served.period();
        if period.since.is_some_and(|since| since > now) {
            return Some(Duration::ZERO);
        }
        Some(Duration::try_from(now.duration_until(period.until?)).unwrap_or_default())
    }

    /// Serves the period that it is by now of the files that are served; says whether that went well. Takes the time of
    /// a reload.
    pub fn turn(&self) -> bool {
        let before = self.get();
        let (texts, now) = (before.bodies().texts(), Now::At(self.instant()));
        let snapshot = examine::served_again(texts, before.is_preview(), now);
        let Some(snapshot) = snapshot.filter(|snapshot| snapshot.version() != before.version()) else {
            return false;
        };
        let (version, until) = (snapshot.version().to_owned(), snapshot.period().until);
        // Where an edit took its place meanwhile, that has a turn of its own.
        if self.exchange_period(&before, snapshot) {
            let until = until.map(tracing::field::display);
            tracing::info!(version, until, "a date has come: the content reads differently from now on");
        }
        true
    }
}
