//! The best few of many, without putting the many in order.

use std::cmp::Ordering;

/// The `count` of `all` that come first `by` an order, in any order. Most of many are compared once, with the
/// last that would still be among them.
pub fn of<T: Copy>(
    all: impl Iterator<Item = T>,
    count: usize,
    mut by: impl FnMut(&T, &T) -> Ordering,
) -> Vec<T> {
    let mut kept: Vec<T> = Vec::with_capacity(2 * count);
    let mut bar: Option<T> = None;
    if count == 0 {
        return kept;
    }
    for one in all {
        if bar.as_ref().is_some_and(|bar| by(&one, bar).is_ge()) {
            continue;
        }
        kept.push(one);
        if kept.len() == 2 * count {
            bar = Some(*kept.select_nth_unstable_by(count - 1, &mut by).1);
            kept.truncate(count);
        }
    }
    if kept.len() > count {
        kept.select_nth_unstable_by(count - 1, &mut by);
        kept.truncate(count);
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn they_are_those_that_sorting_puts_first(all in prop::collection::vec(0_u8..50, 0..300), count in 0_usize..40) {
            let mut sorted = all.clone();
            sorted.sort_unstable();
            sorted.truncate(count);
            let mut best = of(all.into_iter(), count, u8::cmp);
            best.sort_unstable();
            prop_assert_eq!(best, sorted);
        }
    }
}
