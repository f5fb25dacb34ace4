//! How the double fails on demand.

use std::time::Duration;

/// Which requests fare so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// One document or several by name.
    Get,
    List,
    Commit,
    Any,
}

impl On {
    /// Whether a method, by its name in the discovery document, is meant.
    pub fn means(self, method: &str) -> bool {
        match self {
            Self::Get => method == "batchGet",
            Self::List => method == "listDocuments",
            Self::Commit => method == "commit",
            Self::Any => true,
        }
    }
}

/// What happens to a request.
#[derive(Debug, Clone, Copy)]
pub enum Fault {
    /// Refused with this HTTP status and this reason, in the interface's form.
    Refused(u16, &'static str),
    /// Answered with a bare status and no reason, as something on the way does.
    Bare(u16),
    /// The connection is cut and nothing is done.
    Cut,
    /// Done, and the connection cut before the answer.
    DoneThenCut,
    /// Done, and answered with this HTTP status and reason all the same.
    DoneThenRefused(u16, &'static str),
    /// Nothing happens for so long, then it is done.
    Slow(Duration),
    /// Done, but the answer takes so long.
    DoneThenSlow(Duration),
    /// Nothing is done, and these are the bytes of the answer, with status 200.
    Garbage(&'static str),
    /// Done, and the answer ends in its middle.
    Truncated,
}
