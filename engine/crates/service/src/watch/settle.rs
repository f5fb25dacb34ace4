//! Debounces edits: an edit is over when nothing has changed for a moment, or once it has taken the maximum time.

use std::time::Duration;

/// How long the folder must stay quiet before an edit is over: editors and git write one file after another.
pub(super) const QUIET: Duration = Duration::from_millis(60);
/// How long an edit may continue before it's read anyway.
pub(super) const LONGEST_EDIT: Duration = Duration::from_secs(1);

/// The result of a wait.
pub(super) enum Wait {
    /// Something may have happened.
    Hinted,
    /// The time passed without a hint.
    Quiet,
    /// There is nothing left to wait for.
    Over,
}

/// Waits for the end of an edit. `passed` returns the time since it began, `wait` waits up to the given time for a
/// hint, and `print` returns the folder's fingerprint.
pub(super) fn settle<T: PartialEq>(
    passed: impl Fn() -> Duration,
    mut wait: impl FnMut(Duration) -> Wait,
    print: impl Fn() -> T,
) {
    let mut before = print();
    while passed() < LONGEST_EDIT {
        match wait(QUIET) {
            Wait::Hinted => {}
            Wait::Over => return,
            Wait::Quiet => {
                let now = print();
                if now == before {
                    return;
                }
                before = now;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Returns how long an edit takes on a simulated clock. Hints come at intervals of `every` for the duration
    /// `hints`, and the folder changes without hints for the duration `changes`.
    fn takes(every: Duration, hints: Duration, changes: Duration) -> Duration {
        let now = Cell::new(Duration::ZERO);
        let wait = |quiet: Duration| {
            let hinted = now.get() < hints && every < quiet;
            now.set(now.get() + if hinted { every } else { quiet });
            if hinted { Wait::Hinted } else { Wait::Quiet }
        };
        settle(|| now.get(), wait, || now.get().min(changes));
        now.get()
    }

    const MILLISECOND: Duration = Duration::from_millis(1);
    const EVER: Duration = Duration::MAX;

    #[test]
    fn a_continuing_edit_is_examined_within_the_maximum_time() {
        for every in [MILLISECOND, 7 * MILLISECOND, 59 * MILLISECOND] {
            let hinted = takes(every, EVER, Duration::ZERO);
            assert!((LONGEST_EDIT..LONGEST_EDIT + QUIET).contains(&hinted), "{every:?}: {hinted:?}");
        }
        let unheard = takes(EVER, EVER, EVER);
        assert!((LONGEST_EDIT..LONGEST_EDIT + QUIET).contains(&unheard), "{unheard:?}");
    }

    #[test]
    fn an_edit_ends_after_a_quiet_time_without_events_or_changes() {
        assert_eq!(takes(EVER, EVER, Duration::ZERO), QUIET);
        assert_eq!(takes(10 * MILLISECOND, 200 * MILLISECOND, Duration::ZERO), 200 * MILLISECOND + QUIET);
        // It changed during the quiet time, and the event was lost, so the edit isn't over yet.
        assert_eq!(takes(EVER, EVER, 100 * MILLISECOND), 3 * QUIET);
    }

    #[test]
    fn stopping_does_not_wait_for_an_edit_to_settle() {
        let waits = Cell::new(0);
        settle(
            || Duration::ZERO,
            |_| {
                waits.set(waits.get() + 1);
                Wait::Over
            },
            || 0,
        );
        assert_eq!(waits.get(), 1);
    }
}
