//! Matches the items of two lists: items without names, renamed items, and moved items.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use similar::{Algorithm, DiffTag, TextDiff, capture_diff_slices};

/// Two items that belong together, or one without a partner.
pub type Pair = (Option<usize>, Option<usize>);

/// Blocks that need more comparisons than this are paired by position.
const MAX_COMPARISONS: usize = 2_500;
/// Blocks in which the product of the two sides' character counts is greater than this are also paired by position.
const MAX_CHARACTERS: usize = 100_000_000;
/// Texts that share a smaller fraction of their words than this count as different.
const ALIKE: f32 = 0.4;
/// Items with different names that share a smaller fraction of their words than this count as different.
const RENAMED: f32 = 0.6;

/// Pairs the items of two lists in order: first equal items and then, between those, the items that share the most
/// words. Swapping the lists gives the same pairs, swapped.
pub fn align(old: &[String], new: &[String]) -> Vec<Pair> {
    // Ties are broken in a way that doesn't depend on which list is called old.
    if old > new {
        return forward(new, old).into_iter().map(|(a, b)| (b, a)).collect();
    }
    forward(old, new)
}

/// Pairs the items of two lists by name, and those whose name is in only one list by their words, since a renamed item
/// is still the same item. The pairs are in the new order, followed by the items that only the old list has. `words`
/// takes a side and a position and returns the item's text without its name; `None` if the item isn't named.
pub fn paired(
    names: &[Vec<&str>; 2],
    words: impl Fn(usize, usize) -> Option<String>,
) -> Vec<[Option<usize>; 2]> {
    let places = names.each_ref().map(|names| names.iter().zip(0..).collect::<HashMap<_, usize>>());
    let mut before: Vec<Option<usize>> = names[1].iter().map(|name| places[0].get(name).copied()).collect();
    let [(then, gone), (now, come)]: [(Vec<usize>, Vec<String>); 2] = [0, 1].map(|side| {
        let own = (0..names[side].len()).filter(|at| !places[1 - side].contains_key(&names[side][*at]));
        own.filter_map(|at| Some((at, words(side, at)?))).unzip()
    });
    if !is_too_much(&gone, &come) {
        let both = align(&gone, &come).into_iter().filter_map(|(a, b)| a.zip(b));
        for (a, b) in both.filter(|(a, b)| alike(&gone[*a], &come[*b]) >= RENAMED) {
            before[now[b]] = Some(then[a]);
        }
    }
    let kept: HashSet<usize> = before.iter().flatten().copied().collect();
    let gone = (0..names[0].len()).filter(|at| !kept.contains(at)).map(|at| [Some(at), None]);
    before.iter().zip(0..).map(|(then, now)| [*then, Some(now)]).chain(gone).collect()
}

fn forward(old: &[String], new: &[String]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        let (then, now) = (op.old_range(), op.new_range());
        if op.tag() == DiffTag::Equal {
            pairs.extend(then.zip(now).map(|(i, j)| (Some(i), Some(j))));
        } else {
            let block = block(&old[then.clone()], &new[now.clone()]).into_iter();
            pairs.extend(block.map(|(i, j)| (i.map(|i| i + then.start), j.map(|j| j + now.start))));
        }
    }
    pairs
}

fn block(a: &[String], b: &[String]) -> Vec<Pair> {
    if a.len() == 1 && b.len() == 1 {
        return vec![(Some(0), Some(0))];
    }
    if is_too_much(a, b) {
        let longest = a.len().max(b.len());
        return (0..longest).map(|n| ((n < a.len()).then_some(n), (n < b.len()).then_some(n))).collect();
    }
    let likeness: Vec<Vec<f32>> = a.iter().map(|a| b.iter().map(|b| alike(a, b)).collect()).collect();
    let mut pairs = Vec::new();
    most_alike(&likeness, 0..a.len(), 0..b.len(), &mut pairs);
    pairs
}

/// Pairs the two most similar items, then those before them, and those after them.
fn most_alike(likeness: &[Vec<f32>], a: Range<usize>, b: Range<usize>, pairs: &mut Vec<Pair>) {
    let all = a.clone().flat_map(|i| b.clone().map(move |j| (i, j)));
    let best = all.max_by(|one, other| likeness[one.0][one.1].total_cmp(&likeness[other.0][other.1]));
    let Some((i, j)) = best.filter(|(i, j)| likeness[*i][*j] >= ALIKE) else {
        pairs.extend(a.map(|i| (Some(i), None)));
        pairs.extend(b.map(|j| (None, Some(j))));
        return;
    };
    most_alike(likeness, a.start..i, b.start..j, pairs);
    pairs.push((Some(i), Some(j)));
    most_alike(likeness, i + 1..a.end, j + 1..b.end, pairs);
}

fn is_too_much(a: &[String], b: &[String]) -> bool {
    let characters = |list: &[String]| list.iter().map(String::len).sum::<usize>();
    a.len() * b.len() > MAX_COMPARISONS || characters(a).saturating_mul(characters(b)) > MAX_CHARACTERS
}

fn alike(a: &str, b: &str) -> f32 {
    TextDiff::from_words(a, b).ratio()
}

/// An item that moved within its list. Positions are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move<'a> {
    pub name: &'a str,
    pub from: usize,
    pub to: usize,
}

/// Returns the fewest moves that turn the order of `old` into that of `new`, in the new order. Ignores items that
/// only one list has. The names in a list must be distinct.
pub fn moves<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Move<'a>> {
    let [then, now] = [old, new]
        .map(|list| list.iter().zip(0..).map(|(name, at)| (*name, at)).collect::<HashMap<_, usize>>());
    let mut both = [(old, &now), (new, &then)].map(|(list, other)| {
        list.iter().copied().filter(|name| other.contains_key(name)).collect::<Vec<_>>()
    });
    // Ties are broken in a way that doesn't depend on which list is called old.
    both.sort();
    let mut staying: HashSet<&str> = HashSet::new();
    for op in capture_diff_slices(Algorithm::Hunt, &both[0], &both[1]) {
        if op.tag() == DiffTag::Equal {
            staying.extend(&both[0][op.old_range()]);
        }
    }
    let moved = new.iter().filter(|name| !staying.contains(*name));
    moved.filter_map(|name| Some(Move { name, from: *then.get(name)?, to: *now.get(name)? })).collect()
}

/// Formats a position: `place 1` for the first.
pub fn place(at: usize) -> String {
    format!("place {}", at + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(items: &[&str]) -> Vec<String> {
        items.iter().map(|item| (*item).to_owned()).collect()
    }

    #[test]
    fn a_reworded_item_still_matches_after_an_insertion_before_it() {
        let old = list(&["first", "the quick brown fox jumps", "last"]);
        let new = list(&["first", "something else", "the quick red fox jumps", "last"]);
        let expected = [(Some(0), Some(0)), (None, Some(1)), (Some(1), Some(2)), (Some(2), Some(3))];
        assert_eq!(align(&old, &new), expected);
        let turned: Vec<Pair> = expected.into_iter().map(|(a, b)| (b, a)).collect();
        assert_eq!(align(&new, &old), turned);
    }

    #[test]
    fn moving_one_item_is_one_move() {
        let old = ["a", "b", "c", "d", "e"];
        assert_eq!(moves(&old, &["d", "a", "b", "c", "e"]), [Move { name: "d", from: 3, to: 0 }]);
        assert_eq!(moves(&old, &["a", "c", "x", "d", "b", "e"]), [Move { name: "b", from: 1, to: 4 }]);
        assert_eq!(moves(&old, &old), []);
    }

    proptest! {
        #[test]
        fn unmoved_items_keep_their_order_and_reversing_mirrors_moves(
            numbers in prop::collection::hash_set(0u8..30, 0..12), other in prop::collection::hash_set(0u8..30, 0..12),
        ) {
            let names = |set: &HashSet<u8>| set.iter().map(|n| format!("n{n}")).collect::<Vec<_>>();
            let lists = [names(&numbers), names(&other)];
            let [old, new] = lists.each_ref().map(|list| list.iter().map(String::as_str).collect::<Vec<_>>());
            let moved = moves(&old, &new);
            let gone: HashSet<&str> = moved.iter().map(|moved| moved.name).collect();
            let rest = |list: &[&'_ str], other: &[&str]| -> Vec<String> {
                let kept = list.iter().filter(|name| other.contains(name) && !gone.contains(**name));
                kept.map(|name| (*name).to_owned()).collect()
            };
            prop_assert_eq!(rest(&old, &new), rest(&new, &old));
            let back: HashSet<&str> = moves(&new, &old).iter().map(|moved| moved.name).collect();
            prop_assert_eq!(gone, back);
        }
    }
}
