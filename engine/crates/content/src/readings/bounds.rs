//! Limits on how large the content may grow, so that lint and startup always finish.

/// The maximum number of readers, that is, regions times periods. If there are more, dates are ignored: everyone
/// reads what applies before the first date.
pub const MAX_READERS: usize = 100_000;

/// The maximum number of pairs of a reader and an option with a condition or days; each pair takes two bits.
pub(super) const MAX_OPTIONS: usize = 1_000_000_000;

/// The maximum number of copies that earlier answers may add to the first one of each node.
pub const MAX_COPIES: usize = 5_000;

/// The maximum number of bytes of text that those copies may add to the served trees of all regions together.
pub(super) const MAX_SERVED: usize = 100_000_000;

/// The maximum number of bits kept to record which readers reach which copies (an eighth of that in bytes).
pub(super) const MAX_CELLS: usize = 2_000_000_000;

/// The maximum number of 64-reader words to process: if questions go in circles, sets grow a little at a time.
pub(super) const MAX_WORK: usize = 2_000_000_000;

/// The limit that the content exceeded, so that the finding can name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Too many dates: [`MAX_READERS`].
    Dates,
    /// Too many dates for the number of options that depend on a date or a region.
    Options,
    /// Too many earlier answers: [`MAX_COPIES`].
    Copies,
    /// The copies add too much text to the served trees.
    Served,
    /// The copies take too much memory with this many readers.
    Cells,
    /// Circles take too long to follow.
    Work,
}
