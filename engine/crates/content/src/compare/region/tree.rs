//! Compares the questions and solutions that a region's volunteers get to, and where their paths end.

use super::{Found, Subject, View, links};
use crate::compare::both::Renamed;
use crate::compare::paths::{Answers, moved};
use crate::compare::told::Told;
use crate::compare::tree::{Side, between, value};
use crate::compare::values::INSIDE;
use crate::readings::{Tree, TreeNode};
use callguide_search::api::changes::{About, MovedPaths, PathEnd};
use callguide_search::api::tree::{Node, Question};
use callguide_search::text::plain;

/// The most paths to list: more than any usable guidance has, yet the response is only a few megabytes.
const LISTED: usize = 10_000;

/// Reports the differences in the nodes. Returns the paths that end elsewhere, and how many more there are than
/// listed.
pub fn compare(sides: &[View<'_>; 2], found: &mut Found<'_>) -> Option<(Vec<MovedPaths>, usize)> {
    let mut trees = [sides[0].tree()?, sides[1].tree()?];
    let [old, new] = [0, 1].map(|side| sides[side].readings.draft());
    Renamed::of(old, new).rename(&mut trees[0]);
    for tree in &trees {
        let places = 0..tree.nodes.len();
        places.for_each(|place| links::used_in(&value(tree, place, None), &mut found.used));
    }
    let trees = trees.each_ref();
    let side = |at: usize| Side { content: sides[at].content.tree, tree: trees[at], open: false };
    for change in between([side(0), side(1)]) {
        found.tell(subject(trees, change.key), change.leaf.at.join(INSIDE), change.leaf, change.after);
    }
    Some(paths(trees, found))
}

/// Describes a node, from the new tree if it's there.
fn subject([old, new]: [&Tree<'_>; 2], key: &str) -> Subject {
    let node = |tree: &Tree<'_>| Some(described(tree.nodes.iter().find(|node| node.key == key)?));
    let start = || Subject { about: About::Start, id: None, label: described(&new.nodes[new.start]).label };
    node(new).or_else(|| node(old)).unwrap_or_else(start)
}

fn described(node: &TreeNode<'_>) -> Subject {
    let (about, label) = match &node.node {
        Node::Question(Question { short: Some(short), .. }) => (About::Question, short.clone()),
        Node::Question(Question { text, .. }) => (About::Question, first_line(text)),
        Node::Solution(solution) => (About::Solution, solution.title.clone()),
    };
    Subject { about, id: Some(node.id.clone()), label }
}

fn first_line(markdown: &str) -> String {
    plain::words(markdown).lines().next().unwrap_or_default().to_owned()
}

fn paths(trees: [&Tree<'_>; 2], found: &Found<'_>) -> (Vec<MovedPaths>, usize) {
    let end = |side: usize, at: usize| {
        let node = &trees[side].nodes[at];
        let solution = node.solution()?;
        let title = found.opened[side].closed(&solution.title);
        Some(PathEnd { id: node.id.clone(), title, kind: solution.kind.clone() })
    };
    // A new title doesn't make it a different end.
    let named = |end: Option<PathEnd>| end.map(|end| (end.id, end.kind));
    let differ = |before: usize, now: usize| named(end(0, before)) != named(end(1, now));
    let mut told: Told<[Option<PathEnd>; 2], Answers> = Told::default();
    let moved = moved(trees, &differ);
    let more = moved.len().saturating_sub(LISTED);
    for (path, ends) in moved.into_iter().take(LISTED) {
        told.add([0, 1].map(|side| end(side, ends[side]?)), [path]);
    }
    let paths = told.into_iter().map(|([old, new], answers)| MovedPaths { answers, old, new });
    (paths.collect(), more)
}
