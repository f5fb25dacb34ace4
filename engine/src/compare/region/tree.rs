//! The questions and solutions that a region's volunteers come to, and where their paths end.

use super::{Found, Subject, View, links};
use crate::api::changes::{About, MovedPaths, PathEnd};
use crate::compare::node::{Blanks, value};
use crate::compare::paths::{Answers, moved};
use crate::compare::told::Told;
use crate::compare::tree::{Side, between};
use crate::compare::values::INSIDE;
use crate::readings::{Filled, Outline, OutlineBody, OutlineNode};
use crate::text::plain;

/// So many paths are listed: more than guidance for people has, and still an answer of a few megabytes.
const LISTED: usize = 10_000;

/// One version's tree, and what the region fills its blanks with.
#[derive(Clone, Copy)]
struct Walked<'a> {
    outline: &'a Outline<'a>,
    region: Filled<'a>,
}

/// Tells what differs in the nodes; answers the paths that end elsewhere, and how many more there are than those.
pub fn compare(sides: &[View<'_>; 2], found: &mut Found<'_>) -> Option<(Vec<MovedPaths>, usize)> {
    let [old, new] = [sides[0].outline()?, sides[1].outline()?];
    let walked = [
        Walked { outline: &old, region: sides[0].filled()? },
        Walked { outline: &new, region: sides[1].filled()? },
    ];
    let side = |at: usize| {
        let Walked { outline, region } = walked[at];
        Side { tree: sides[at].content.tree, outline, blanks: Blanks::Filled(region) }
    };
    for Walked { outline, region } in walked {
        let places = 0..outline.nodes.len();
        places.for_each(|place| {
            links::used_in(&value(outline, place, Blanks::Filled(region)), &mut found.used)
        });
    }
    for change in between([side(0), side(1)]) {
        found.tell(subject(walked, change.key), change.leaf.at.join(INSIDE), change.leaf, change.after);
    }
    Some(paths(walked, found))
}

/// What a node is called; of the new tree where that has it.
fn subject([old, new]: [Walked<'_>; 2], key: &str) -> Subject {
    let node = |tree: Walked<'_>| {
        let node = tree.outline.nodes.iter().find(|node| node.key == key)?;
        Some(described(tree.region, node))
    };
    let start = || Subject { about: About::Start, id: None, label: described(new.region, new.first()).label };
    node(new).or_else(|| node(old)).unwrap_or_else(start)
}

impl<'a> Walked<'a> {
    fn first(self) -> &'a OutlineNode<'a> {
        self.outline.node(self.outline.start)
    }
}

fn described(region: Filled<'_>, node: &OutlineNode<'_>) -> Subject {
    let (about, label) = match &node.body {
        OutlineBody::Question { short: Some(short), .. } => (About::Question, region.line(short)),
        OutlineBody::Question { text, .. } => (About::Question, first_line(&region.markdown(text))),
        OutlineBody::Solution { title, .. } => (About::Solution, region.line(title)),
    };
    Subject { about, id: region.id_of(node), label }
}

fn first_line(markdown: &str) -> String {
    plain::words(markdown).lines().next().unwrap_or_default().to_owned()
}

fn paths([old, new]: [Walked<'_>; 2], found: &Found<'_>) -> (Vec<MovedPaths>, usize) {
    let end = |side: usize, at: usize| {
        let Walked { outline, region } = [old, new][side];
        let node = outline.node(at);
        let OutlineBody::Solution { kind, title, .. } = &node.body else { return None };
        let title = found.opened[side].closed(&region.line(title));
        Some(PathEnd { id: region.id_of(node)?, title, kind: (*kind).to_owned() })
    };
    // Another title is no other end.
    let named = |end: Option<PathEnd>| end.map(|end| (end.id, end.kind));
    let differ = |before: usize, now: usize| named(end(0, before)) != named(end(1, now));
    let mut told: Told<[Option<PathEnd>; 2], Answers> = Told::default();
    let moved = moved([old.outline, new.outline], &differ);
    let more = moved.len().saturating_sub(LISTED);
    for (path, ends) in moved.into_iter().take(LISTED) {
        told.add([0, 1].map(|side| end(side, ends[side]?)), [path]);
    }
    let paths = told.into_iter().map(|([old, new], answers)| MovedPaths { answers, old, new });
    (paths.collect(), more)
}
