//! Finds items that moved within a list: the fewest moves that explain the new order.

use std::collections::{HashMap, HashSet};

use super::ChangeKind;
use super::values::Leaf;

/// Up to this many moves in a list are reported one by one, however short the list is.
const FEW: usize = 5;

/// An item that moved within its list. Positions count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move<'a> {
    pub name: &'a str,
    pub from: usize,
    pub to: usize,
}

/// Returns the fewest moves that turn the order of `old` into that of `new`, in the new order. Ignores items that
/// only one list has. The names in a list must be distinct.
pub fn moves<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Move<'a>> {
    let places =
        |list: &[&'a str]| list.iter().enumerate().map(|(at, name)| (*name, at)).collect::<HashMap<_, _>>();
    let (then, now) = (places(old), places(new));
    // Ties are broken in a way that doesn't depend on which list is called old.
    let staying = if old > new { staying(new, &then) } else { staying(old, &now) };
    let moved = new.iter().filter(|name| !staying.contains(**name));
    moved.filter_map(|name| Some(Move { name, from: *then.get(name)?, to: *now.get(name)? })).collect()
}

/// Returns the largest set of shared names that are in the same order in both lists: the longest increasing
/// subsequence of their positions in the other list.
fn staying<'a>(list: &[&'a str], other: &HashMap<&'a str, usize>) -> HashSet<&'a str> {
    let both: Vec<(&'a str, usize)> =
        list.iter().filter_map(|name| Some((*name, *other.get(name)?))).collect();
    // For each length, the subsequence with the smallest last position, and each item's predecessor.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::new();
    for (index, (_, place)) in both.iter().enumerate() {
        let length = ends.partition_point(|end| both[*end].1 < *place);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        ends.truncate(ends.len().max(length));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let last = ends.last().copied();
    std::iter::successors(last, |index| before[*index]).map(|index| both[index].0).collect()
}

/// Reports the moves within the list at `at`: one line per item or, if much of a long list moved, one line for the
/// whole list.
pub fn order(old: &[&str], new: &[&str], at: &[String], out: &mut Vec<Leaf>) {
    let moved = moves(old, new);
    let common = new.iter().filter(|name| old.contains(*name));
    if moved.len() > FEW && moved.len() * 3 > common.count() {
        out.push(Leaf { at: at.to_vec(), kind: ChangeKind::Order, old: None, new: None });
        return;
    }
    for moved in moved {
        let at = [at, &[moved.name.to_owned()]].concat();
        let [from, to] = places(&moved, old, new);
        out.push(Leaf { at, kind: ChangeKind::Order, old: Some(from), new: Some(to) });
    }
}

/// Describes an item's old and new position: by number or, if insertions and removals around it left the number the
/// same, by the item before it.
fn places(moved: &Move<'_>, old: &[&str], new: &[&str]) -> [String; 2] {
    if moved.from != moved.to {
        return [moved.from, moved.to].map(place);
    }
    let behind = |list: &[&str], at: usize| {
        at.checked_sub(1)
            .and_then(|at| list.get(at))
            .map_or_else(|| place(at), |name| format!("after {name}"))
    };
    [behind(old, moved.from), behind(new, moved.to)]
}

/// `place 1` for the first.
pub fn place(at: usize) -> String {
    format!("place {}", at + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_thing_that_was_moved_is_one_move() {
        let old = ["a", "b", "c", "d", "e"];
        assert_eq!(moves(&old, &["d", "a", "b", "c", "e"]), [Move { name: "d", from: 3, to: 0 }]);
        assert_eq!(moves(&old, &["a", "c", "x", "d", "b", "e"]), [Move { name: "b", from: 1, to: 4 }]);
        assert_eq!(moves(&old, &old), []);
    }

    #[test]
    fn a_list_that_was_sorted_anew_is_one_line() {
        let old: Vec<&str> = ["a", "b", "c", "d", "e", "f", "g", "h"].into();
        let new: Vec<&str> = old.iter().rev().copied().collect();
        let mut told = Vec::new();
        order(&old, &new, &["list".to_owned()], &mut told);
        assert_eq!(
            told,
            [Leaf { at: vec!["list".to_owned()], kind: ChangeKind::Order, old: None, new: None }]
        );
    }

    proptest! {
        #[test]
        fn what_does_not_move_keeps_its_order_and_the_way_back_is_the_same(
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
