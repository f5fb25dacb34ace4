//! Cycle detection: named conditions that refer to each other, questions that lead back to themselves.

use std::collections::BTreeSet;

/// Sorts a graph of `count` nodes, where each edge is `(from, to)`. Returns the nodes that can't lead into a cycle,
/// each after the nodes it leads to. Also returns whether each node is on a cycle or on a path between two cycles.
pub fn circular(edges: &BTreeSet<(usize, usize)>, count: usize) -> (Vec<usize>, Vec<bool>) {
    let mut left = vec![true; count];
    let ends = peel(edges, &mut left, false);
    peel(edges, &mut left, true);
    (ends, left)
}

/// Removes, one by one, each remaining node without outgoing edges (`backwards`: without incoming ones), and
/// returns them in that order.
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
