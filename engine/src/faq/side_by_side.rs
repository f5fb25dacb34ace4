//! Work on the pieces of a large collection, on every core at once.

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

/// What `work` answers for each of `all`, in their order. One alone is done at once: handing it to another thread
/// would take longer than a search in a small collection.
pub fn side_by_side<T: Send, R: Send>(
    all: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    let all: Vec<T> = all.into_iter().collect();
    if all.len() > 1 { all.into_par_iter().map(work).collect() } else { all.into_iter().map(work).collect() }
}

/// What `work` answers for each of `all`, in their order, parted into so many pieces.
pub fn in_pieces<T: Sync, R: Send>(all: &[T], pieces: usize, work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    let length = all.len().div_ceil(pieces.max(1)).max(1);
    let done = side_by_side(all.chunks(length), |piece| piece.iter().map(&work).collect::<Vec<R>>());
    done.into_iter().flatten().collect()
}

/// Does `work` that will be parted into so many pieces again and again: on a thread that the others help, so that
/// they are woken once.
pub fn within<R: Send>(pieces: usize, work: impl FnOnce() -> R + Send) -> R {
    if pieces > 1 { rayon::scope(|_| work()) } else { work() }
}
