//! The system's limit on open files, and the number of connections that it allows.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Connections in addition to two per listening browser, one for events and one for requests: loading pages,
/// and strangers.
const OTHERS: usize = 4096;

/// Raises the limit on open files as far as the system allows, logs it, and warns if it's too low for
/// `streams` event streams. Returns the maximum number of concurrent connections: the limit minus a reserve,
/// so that content can be read and the store used even while strangers occupy every connection.
pub fn connections(streams: usize) -> usize {
    let limit = raise();
    let wanted = streams.saturating_mul(2).saturating_add(OTHERS);
    let Some(limit) = limit else {
        tracing::info!(connections = wanted, event_streams = streams, "open files aren't limited");
        return wanted;
    };
    let allowed = allowed(limit);
    let connections = wanted.min(allowed);
    tracing::info!(open_files = limit, connections, event_streams = streams, "the limit on open files");
    if allowed < streams.saturating_mul(2) {
        tracing::warn!(
            open_files = limit,
            connections,
            event_streams = streams,
            "the limit on open files is too low for --event-streams: every browser that listens needs one, and \
             another for its requests; raise the hard limit (ulimit -Hn, LimitNOFILE=) or lower --event-streams"
        );
    }
    connections
}

/// Returns how many connections fit within a limit on open files.
fn allowed(limit: usize) -> usize {
    // For content, the store, the sign-in provider, metrics, and connections accepted before they had a permit.
    let reserve = (limit / 8).clamp(64, 512);
    limit.saturating_sub(reserve).max(16)
}

/// Raises the soft limit to the hard one, and returns the limit now in effect; `None` means unlimited.
fn raise() -> Option<usize> {
    let before = getrlimit(Resource::Nofile);
    let hard = Rlimit { current: before.maximum, maximum: before.maximum };
    let held = match setrlimit(Resource::Nofile, hard) {
        Ok(()) => before.maximum,
        // For example on macOS, where the hard limit is infinite but setting it is refused.
        Err(error) => {
            tracing::warn!(%error, "the limit on open files can't be raised");
            before.current
        }
    };
    held.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reserve_is_kept_of_any_limit() {
        for (limit, connections) in [(64, 16), (256, 192), (1024, 896), (4096, 3584), (1_048_576, 1_048_064)]
        {
            assert_eq!(allowed(limit), connections, "{limit}");
        }
    }

    #[test]
    fn the_limit_is_the_hard_one() {
        let raised = raise();
        let now = getrlimit(Resource::Nofile);
        assert_eq!(now.current, now.maximum);
        assert_eq!(raised, now.maximum.map(|limit| usize::try_from(limit).unwrap()));
    }
}
