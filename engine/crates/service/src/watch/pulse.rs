//! Monitors whether checks of the content finish. On a mount whose server is down, a check may hang for hours
//! unnoticed, since the previous version is still being served.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::reload::Current;

/// State shared by the thread that checks, the one that monitors it, and the owner that stops both.
#[derive(Debug, Clone, Default)]
pub(super) struct Pulse(Arc<(Mutex<LookState>, Condvar)>);

#[derive(Debug, Default)]
struct LookState {
    /// When the check in progress began or last made progress.
    since: Option<Instant>,
    ended: bool,
}

impl Pulse {
    /// Marks the start of disk access, or progress in it.
    pub fn look(&self) {
        self.set(|state| state.since = Some(Instant::now()));
    }

    /// Marks that no disk access is in progress.
    pub fn rest(&self) {
        self.set(|state| state.since = None);
    }

    /// Marks that there will be no more checks.
    pub fn end(&self) {
        self.set(|state| state.ended = true);
    }

    /// Waits until there are no more checks; returns whether that happened within `patience`.
    pub fn wait_for_end(&self, patience: Duration) -> bool {
        let waited = self.0.1.wait_timeout_while(self.lock(), patience, |state| !state.ended);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Reports each check that takes longer than `patience` to `current` and the log, until there are no more checks.
    pub fn mind(&self, current: &Current, patience: Duration) {
        let mut state = self.lock();
        while !state.ended {
            let Some(since) = state.since else {
                state = self.wait(state);
                continue;
            };
            let left = patience.saturating_sub(since.elapsed());
            if !left.is_zero() {
                let waited = self.0.1.wait_timeout(state, left);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            drop(state);
            tracing::error!(
                seconds = patience.as_secs(),
                "a check of the content folder is stuck, for example because a network mount hangs; \
                 still serving the previous version, and no edits are seen until the check finishes"
            );
            current.overdue(Some(since.elapsed()));
            state = self.lock();
            while !state.ended && state.since == Some(since) {
                state = self.wait(state);
            }
            if state.since != Some(since) {
                drop(state);
                current.overdue(None);
                tracing::info!(after = ?since.elapsed(), "the check of the content folder finished");
                state = self.lock();
            }
        }
    }

    fn set(&self, change: impl FnOnce(&mut LookState)) {
        change(&mut self.lock());
        self.0.1.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, LookState> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&'a self, state: MutexGuard<'a, LookState>) -> MutexGuard<'a, LookState> {
        self.0.1.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}
