//! Finds the paths through the tree whose ends differ between two versions.

use std::collections::HashMap;

use indexmap::{IndexMap, IndexSet};
use serde::Serialize;

use super::both::{Affected, Both, DifferingDays, Stretch, Told, TreePairs};
use crate::readings::{MAX_PATHS, Tree};

/// The end of a path, with its ids in all affected regions.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct End {
    /// The solution's key in the content.
    pub solution: String,
    /// The distinct ids under which the solution is served, in the order of the regions.
    pub ids: Vec<String>,
    #[serde(rename = "type")]
    pub kind: String,
}

/// Paths that have a different end, are new, or are gone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct PathChange {
    /// Codes of the regions.
    pub states: Vec<String>,
    /// When the change starts; absent if it already exists today.
    #[serde(flatten)]
    pub period: Option<DifferingDays>,
    /// The paths, each a list of answers as `QUESTION.ANSWER`.
    pub paths: Vec<Answers>,
    /// The old end; absent if the paths are new.
    pub old: Option<End>,
    /// The new end; absent if the paths are gone.
    pub new: Option<End>,
}

/// A path: the answers given, as `QUESTION.ANSWER`.
pub type Answers = Vec<String>;

/// Where a path ends in the old tree and in the new one, by node index; absent if the tree doesn't have the path.
pub type Ends = [Option<usize>; 2];

/// Returns every path that has a different end, is new or is gone; at most [`MAX_PATHS`] for two trees. `differ`
/// decides whether two solutions are different ends.
pub fn moved([old, new]: [&Tree<'_>; 2], differ: &dyn Fn(usize, usize) -> bool) -> Vec<(Answers, Ends)> {
    let (same, trail, out) = (HashMap::new(), Vec::new(), Vec::new());
    let mut walk = PathWalk { sides: [old, new], differ, same, trail, out };
    walk.from([Some(old.start), Some(new.start)]);
    walk.out.sort_by_key(|(_, ends)| ends[1].is_none());
    walk.out
}

struct PathWalk<'w> {
    sides: [&'w Tree<'w>; 2],
    differ: &'w dyn Fn(usize, usize) -> bool,
    /// Whether all paths from two nodes have the same ends, by the nodes' indices.
    same: HashMap<[usize; 2], bool>,
    trail: Answers,
    out: Vec<(Answers, Ends)>,
}

impl PathWalk<'_> {
    /// The new question's answers, then the answers that only the old question has, each with the next nodes. Solutions
    /// have none. `None` if the nodes aren't the same question.
    fn next(&self, at: Ends) -> Option<IndexMap<String, Ends>> {
        let nodes = [0, 1].map(|side| Some(&self.sides[side].nodes[at[side]?]));
        if let [Some(then), Some(now)] = nodes {
            let solutions = [then, now].map(|node| node.solution().is_some());
            if solutions != [true; 2] && (solutions != [false; 2] || then.key != now.key) {
                return None;
            }
        }
        let mut next: IndexMap<String, Ends> = IndexMap::new();
        for side in [1, 0] {
            let Some(node) = nodes[side] else { continue };
            for (answer, place) in node.answers() {
                next.entry(format!("{}.{}", node.key, answer.id)).or_default()[side] = Some(place);
            }
        }
        Some(next)
    }

    fn same(&mut self, old: usize, new: usize) -> bool {
        if let Some(known) = self.same.get(&[old, new]) {
            return *known;
        }
        let same = match self.next([Some(old), Some(new)]) {
            None => false,
            Some(next) if next.is_empty() => !(self.differ)(old, new),
            Some(next) => {
                next.into_values().all(|ends| matches!(ends, [Some(old), Some(new)] if self.same(old, new)))
            }
        };
        self.same.insert([old, new], same);
        same
    }

    /// Adds every path from these nodes that ends differently. A path from a node without a counterpart is one that the
    /// other tree doesn't have.
    fn from(&mut self, at: Ends) {
        if self.out.len() >= MAX_PATHS || matches!(at, [Some(old), Some(new)] if self.same(old, new)) {
            return;
        }
        match self.next(at) {
            None => {
                self.from([None, at[1]]);
                self.from([at[0], None]);
            }
            Some(next) if next.is_empty() => self.out.push((self.trail.clone(), at)),
            Some(next) => {
                for (answer, next) in next {
                    self.trail.push(answer);
                    self.from(next);
                    self.trail.pop();
                }
            }
        }
    }
}

/// Returns the solution's key in the content, its id for the region, and the name of its outcome.
fn end(both: &Both<'_>, side: usize, who: &Stretch, tree: &Tree<'_>, at: usize) -> (String, String, String) {
    let node = &tree.nodes[at];
    // With placeholders unfilled, a node's id is its own version's key.
    let id = both.read[side].id_of(both.shared[who.region][side], &node.id).unwrap_or_default();
    (node.id.clone(), id, node.solution().map_or("", |solution| &solution.kind).to_owned())
}

/// Key and outcome of the old end and the new one.
type EndNames = [Option<(String, String)>; 2];

/// Returns every path with a different end; paths with the same ends and the same readers are combined into one change.
pub fn changes(both: &Both<'_>, trees: &TreePairs<'_>) -> Vec<PathChange> {
    // Most paths with the same two ends have the same readers, so each such group is stored once.
    let mut groups: IndexSet<Vec<Stretch>> = IndexSet::new();
    let mut by_path: Told<(Answers, EndNames), usize> = Told::new();
    for (sides, who) in trees.pairs() {
        let end = |side: usize, stretch: &Stretch, at: usize| end(both, side, stretch, sides[side], at);
        let elsewhere = |stretch: &Stretch, ends: Ends| match ends {
            [Some(old), Some(new)] => end(0, stretch, old) != end(1, stretch, new),
            _ => true,
        };
        let differ = |old, new| who.iter().any(|stretch| elsewhere(stretch, [Some(old), Some(new)]));
        let mut known: HashMap<Ends, usize> = HashMap::new();
        for (path, ends) in moved(sides, &differ) {
            let group = *known.entry(ends).or_insert_with(|| {
                let told = who.iter().filter(|stretch| elsewhere(stretch, ends));
                groups.insert_full(told.copied().collect()).0
            });
            let named = [0, 1].map(|side| {
                let (key, _, kind) = end(side, who.first()?, ends[side]?);
                Some((key, kind))
            });
            by_path.entry((path, named)).or_default().push(group);
        }
    }
    let mut known: HashMap<Vec<usize>, Vec<Affected>> = HashMap::new();
    let mut together: Told<(Affected, EndNames), Answers> = Told::new();
    for ((path, ends), walking) in by_path {
        let affected = known.entry(walking).or_insert_with_key(|walking| {
            let stretches = walking.iter().flat_map(|group| groups[*group].iter().copied());
            both.who(&stretches.collect::<Vec<_>>())
        });
        for who in affected {
            together.entry((who.clone(), ends.clone())).or_default().push(path.clone());
        }
    }
    together.sort_by_key(|(who, _), _| (who.period, who.regions.first().copied()));
    let change = |((who, ends), mut paths): ((Affected, EndNames), Vec<Answers>)| {
        paths.sort();
        let [old, new] = [0, 1].map(|side| {
            let (solution, kind) = ends[side].clone()?;
            Some(End { ids: ids(both, side, &who, &solution), solution, kind })
        });
        PathChange { states: both.codes(who.regions), period: who.period, paths, old, new }
    };
    together.into_iter().map(change).collect()
}

/// Returns the distinct ids under which these regions are served a solution.
fn ids(both: &Both<'_>, side: usize, who: &Affected, solution: &str) -> Vec<String> {
    let id = |region: &usize| both.read[side].id_of(both.shared[*region][side], solution);
    let ids: IndexSet<String> = who.regions.iter().filter_map(id).collect();
    ids.into_iter().collect()
}
