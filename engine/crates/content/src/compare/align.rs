//! Matches the items of two lists that have no names.

use std::collections::HashSet;

use similar::{Algorithm, DiffOp, TextDiff, capture_diff_slices};

/// Two items that belong together, or one without a partner.
pub type Pair = (Option<usize>, Option<usize>);

/// Blocks that need more comparisons than this are paired by position.
const MAX_COMPARISONS: usize = 2_500;
/// So are blocks where the two sides' character counts multiply to more than this.
const MAX_CHARACTERS: usize = 100_000_000;
/// Texts that share a smaller part of their words than this are different texts.
const ALIKE: f32 = 0.4;
/// Items with different names that share a smaller part of their words than this are different items.
const RENAMED: f32 = 0.6;

/// Pairs the items of two lists in order: first equal ones and then, between those, the ones that share most words.
/// Swapping the lists gives the same pairs swapped.
pub fn align(old: &[String], new: &[String]) -> Vec<Pair> {
    // Ties are broken in a way that doesn't depend on which list is called old.
    if old > new {
        return forward(new, old).into_iter().map(|(a, b)| (b, a)).collect();
    }
    forward(old, new)
}

/// Returns the renamed items, by their positions in the old and the new list: items whose name is in one list only
/// and that share most words. `words` returns an item's text without its name, given its side and position; `None` if
/// it isn't a named item.
pub fn renamed(names: [&[&str]; 2], words: impl Fn(usize, usize) -> Option<String>) -> Vec<[usize; 2]> {
    let all = names.map(|names| names.iter().collect::<HashSet<_>>());
    let [(then, gone), (now, come)]: [(Vec<usize>, Vec<String>); 2] = [0, 1].map(|side| {
        let own = (0..names[side].len()).filter(|at| !all[1 - side].contains(&names[side][*at]));
        own.filter_map(|at| Some((at, words(side, at)?))).unzip()
    });
    if is_too_much(&gone, &come) {
        return Vec::new();
    }
    let both = align(&gone, &come).into_iter().filter_map(|(a, b)| a.zip(b));
    both.filter(|(a, b)| alike(&gone[*a], &come[*b]) >= RENAMED).map(|(a, b)| [then[a], now[b]]).collect()
}

fn forward(old: &[String], new: &[String]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        match op {
            DiffOp::Equal { old_index, new_index, len } => {
                pairs.extend((0..len).map(|n| (Some(old_index + n), Some(new_index + n))));
            }
            DiffOp::Delete { old_index, old_len, .. } => {
                pairs.extend((0..old_len).map(|n| (Some(old_index + n), None)));
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                pairs.extend((0..new_len).map(|n| (None, Some(new_index + n))));
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let (a, b) = (&old[old_index..old_index + old_len], &new[new_index..new_index + new_len]);
                let shift = |(i, j): Pair| (i.map(|i| i + old_index), j.map(|j| j + new_index));
                pairs.extend(block(a, b).into_iter().map(shift));
            }
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
    // Picks the pairs with the highest total similarity, as in sequence alignment.
    let likeness: Vec<Vec<f32>> = a.iter().map(|a| b.iter().map(|b| alike(a, b)).collect()).collect();
    let mut best = vec![vec![0f32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            let together = if likeness[i][j] >= ALIKE { likeness[i][j] + best[i + 1][j + 1] } else { 0.0 };
            best[i][j] = together.max(best[i + 1][j]).max(best[i][j + 1]);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        if i < a.len()
            && j < b.len()
            && likeness[i][j] >= ALIKE
            && best[i][j] == likeness[i][j] + best[i + 1][j + 1]
        {
            pairs.push((Some(i), Some(j)));
            (i, j) = (i + 1, j + 1);
        } else if i < a.len() && (j == b.len() || best[i][j] == best[i + 1][j]) {
            pairs.push((Some(i), None));
            i += 1;
        } else {
            pairs.push((None, Some(j)));
            j += 1;
        }
    }
    pairs
}

fn is_too_much(a: &[String], b: &[String]) -> bool {
    let characters = |list: &[String]| list.iter().map(String::len).sum::<usize>();
    a.len() * b.len() > MAX_COMPARISONS || characters(a).saturating_mul(characters(b)) > MAX_CHARACTERS
}

fn alike(a: &str, b: &str) -> f32 {
    TextDiff::from_words(a, b).ratio()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(items: &[&str]) -> Vec<String> {
        items.iter().map(|item| (*item).to_owned()).collect()
    }

    #[test]
    fn a_reworded_item_keeps_its_partner_when_another_comes_in_before_it() {
        let old = list(&["first", "the quick brown fox jumps", "last"]);
        let new = list(&["first", "something else", "the quick red fox jumps", "last"]);
        let expected = [(Some(0), Some(0)), (None, Some(1)), (Some(1), Some(2)), (Some(2), Some(3))];
        assert_eq!(align(&old, &new), expected);
        let turned: Vec<Pair> = expected.into_iter().map(|(a, b)| (b, a)).collect();
        assert_eq!(align(&new, &old), turned);
    }
}
