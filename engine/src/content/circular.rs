//! What leads back to itself: names that stand for one another, questions that lead on.

use std::collections::BTreeSet;

/// Of `count` things, of which the first of each edge leads to the second: all that lead to an end, each behind those that
/// it leads to; and by thing, whether it leads back to itself, or stands between two that do.
pub fn circular(edges: &BTreeSet<(usize, usize)>, count: usize) -> (Vec<usize>, Vec<bool>) {
    let mut left = vec![true; count];
    let ends = peel(edges, &mut left, false);
    peel(edges, &mut left, true);
    (ends, left)
}

/// Takes away everything that leads to nothing that's left, or backwards to which nothing leads; in this order.
fn peel(edges: &BTreeSet<(usize, usize)>, left: &mut [bool], backwards: bool) -> Vec<usize> {
    let mut behind = vec![0_usize; left.len()];
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); left.len()];
    for (from, to) in edges.iter().map(|(a, b)| if backwards { (*b, *a) } else { (*a, *b) }) {
        if left[from] && left[to] {
            behind[from] += 1;
            before[to].push(from);
        }
    }
    let mut peeled: Vec<usize> = (0..left.len()).filter(|at| left[*at] && behind[*at] == 0).collect();
    let mut next = 0;
    while let Some(at) = peeled.get(next).copied() {
        next += 1;
        left[at] = false;
        for from in &before[at] {
            behind[*from] -= 1;
            if behind[*from] == 0 {
                peeled.push(*from);
            }
        }
    }
    peeled
}
