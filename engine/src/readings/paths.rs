//! Every way through a tree.

use std::ops::ControlFlow;

use super::resolved::{NodeIndex, ResolvedBody, ResolvedNode, ResolvedTree};

/// Each question on the way with the index of the answer given.
pub type Trail<'a> = [(&'a ResolvedNode, usize)];

/// So many paths are looked at: their number doubles with every two-way question.
pub const MAX_PATHS: usize = 100_000;

/// Walks every path of the tree, answers in their order, until `each`, which is given the way and the solution at its end,
/// says that it's enough, and why.
pub fn walk_paths<'a, B>(
    tree: &'a ResolvedTree,
    each: &mut impl FnMut(&Trail<'a>, &'a ResolvedNode) -> ControlFlow<B>,
) -> ControlFlow<B> {
    descend(tree, tree.start(), &mut Vec::new(), each)
}

fn descend<'a, B>(
    tree: &'a ResolvedTree,
    at: NodeIndex,
    trail: &mut Vec<(&'a ResolvedNode, usize)>,
    each: &mut impl FnMut(&Trail<'a>, &'a ResolvedNode) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let node = tree.node(at);
    let ResolvedBody::Question { answers, .. } = &node.body else { return each(trail, node) };
    for (index, answer) in answers.iter().enumerate() {
        trail.push((node, index));
        descend(tree, answer.next, trail, each)?;
        trail.pop();
    }
    ControlFlow::Continue(())
}
