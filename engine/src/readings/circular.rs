//! Which questions lead back to themselves for anybody: most trees have none.

use std::collections::BTreeSet;

use super::guidance::Guidance;

/// Which nodes lead to themselves, for whomever, or stand between two that do.
pub fn circular(guidance: &Guidance<'_>) -> Vec<bool> {
    let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
    for copy in &guidance.copies {
        let to = copy.leads.iter().flatten().filter_map(|lead| lead.to);
        edges.extend(to.map(|to| (copy.entry, guidance.copies[to].entry)));
    }
    let mut left = vec![true; guidance.entries.len()];
    for backwards in [false, true] {
        peel(&edges, &mut left, backwards);
    }
    left
}

/// Takes away every node that leads to none that's left, or backwards to which none leads.
fn peel(edges: &BTreeSet<(usize, usize)>, left: &mut [bool], backwards: bool) {
    let mut behind = vec![0_usize; left.len()];
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); left.len()];
    for (from, to) in edges.iter().map(|(a, b)| if backwards { (*b, *a) } else { (*a, *b) }) {
        if left[from] && left[to] {
            behind[from] += 1;
            before[to].push(from);
        }
    }
    let mut waiting: Vec<usize> = (0..left.len()).filter(|node| left[*node] && behind[*node] == 0).collect();
    while let Some(node) = waiting.pop() {
        left[node] = false;
        for from in &before[node] {
            behind[*from] -= 1;
            if behind[*from] == 0 {
                waiting.push(*from);
            }
        }
    }
}
