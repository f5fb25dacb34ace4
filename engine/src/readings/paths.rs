//! Every way through a tree.

use super::resolved::{NodeIndex, ResolvedBody, ResolvedNode, ResolvedTree};

/// One way from the start to a solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Path<'a> {
    /// Each question with the index of the answer given.
    pub answers: Vec<(&'a ResolvedNode, usize)>,
    pub end: &'a ResolvedNode,
}

/// More paths than this aren't listed: their number doubles with every two-way question.
pub const MAX_PATHS: usize = 100_000;

/// Every path of the tree, answers in their order; at most [`MAX_PATHS`].
pub fn paths(tree: &ResolvedTree) -> Vec<Path<'_>> {
    let mut out = Vec::new();
    let mut trail = Vec::new();
    descend(tree, tree.start(), &mut trail, &mut out);
    out
}

fn descend<'a>(
    tree: &'a ResolvedTree,
    at: NodeIndex,
    trail: &mut Vec<(&'a ResolvedNode, usize)>,
    out: &mut Vec<Path<'a>>,
) {
    let node = tree.node(at);
    match &node.body {
        ResolvedBody::Solution(_) => {
            if out.len() < MAX_PATHS {
                out.push(Path { answers: trail.clone(), end: node });
            }
        }
        ResolvedBody::Question { answers, .. } => {
            for (index, answer) in answers.iter().enumerate() {
                if out.len() >= MAX_PATHS {
                    return;
                }
                trail.push((node, index));
                descend(tree, answer.next, trail, out);
                trail.pop();
            }
        }
    }
}
