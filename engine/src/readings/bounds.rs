//! How much is made of content, at most: whatever is written there, lint and a start come to an end.

/// More readers than this would take too much time and memory. Dates don't count then: everyone reads what is read before
/// the first of them.
pub const MAX_READERS: usize = 100_000;

/// So many readers times options that have a condition or days: two bits are kept for each.
pub(super) const MAX_OPTIONS: usize = 1_000_000_000;

/// Beyond one copy for each node, so many more may come of earlier answers.
pub const MAX_COPIES: usize = 5_000;

/// So many bytes of words may those copies add to what is served, all regions together: each has a tree of its own.
pub(super) const MAX_SERVED: usize = 100_000_000;

/// So many bits may be kept of who comes where: an eighth of that in bytes.
pub(super) const MAX_CELLS: usize = 2_000_000_000;

/// So many words of 64 readers are looked at, at most: where questions lead in circles, sets grow a little at a time.
pub(super) const MAX_WORK: usize = 2_000_000_000;

/// The bound that content came to, for a finding that says which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Of dates: [`MAX_READERS`].
    Dates,
    /// Of dates times options that depend on them, or on the region.
    Options,
    /// Of earlier answers: [`MAX_COPIES`].
    Copies,
    /// Of earlier answers, by the words that their copies add to what is served.
    Served,
    /// Of earlier answers, by the readers whose ways are told apart.
    Cells,
    /// Of the ways that lead in circles.
    Work,
}
