//! How the double fails on demand.

use std::time::Duration;

/// The requests that a fault affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// One or more documents by name.
    Get,
    List,
    Commit,
    Any,
}

impl On {
    /// Returns whether this includes a method, given its name in the discovery document.
    pub fn means(self, method: &str) -> bool {
        match self {
            Self::Get => method == "batchGet",
            Self::List => method == "listDocuments",
            Self::Commit => method == "commit",
            Self::Any => true,
        }
    }
}

/// How a request fails.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// Refused with this HTTP status and reason, in the interface's format.
    Refused(u16, &'static str),
    /// Answered with only a status and without a reason, as by a proxy.
    Bare(u16),
    /// Not applied; the connection is cut.
    Cut,
    /// Applied, and the connection is cut before the response.
    DoneThenCut,
    /// Applied, but answered with this HTTP status and reason.
    DoneThenRefused(u16, &'static str),
    /// Applied after this delay.
    Slow(Duration),
    /// Applied, but the response is delayed by this long.
    DoneThenSlow(Duration),
    /// Not applied, and answered with these bytes and status 200.
    Garbage(&'static str),
    /// Applied, but the response is truncated.
    Truncated,
}
