//! Finds the paths through the tree whose ends differ between two versions.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use serde::Serialize;

use super::both::{Both, DifferingDays, Stretch, Told, TreePairs};
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
pub fn moved([old, new]: [&Tree<'_>; 2], differ: &dyn Fn(Ends) -> bool) -> Vec<(Answers, Ends)> {
    let (same, trail, out) = (HashMap::new(), Vec::new(), Vec::new());
    let mut walk = PathWalk { sides: [old, new], differ, same, trail, out };
    walk.from([Some(old.start), Some(new.start)]);
    walk.out.sort_by_key(|(_, ends)| ends[1].is_none());
    walk.out
}

struct PathWalk<'w> {
    sides: [&'w Tree<'w>; 2],
    differ: &'w dyn Fn(Ends) -> bool,
    /// Whether all paths from two nodes have the same ends, by the nodes' indices.
    same: HashMap<Ends, bool>,
    trail: Answers,
    out: Vec<(Answers, Ends)>,
}

/// Returns the new question's answers, then the answers that only the old question has, each with the next nodes.
/// Solutions have none. `None` if the nodes aren't the same question.
pub fn steps(sides: [&Tree<'_>; 2], at: Ends) -> Option<IndexMap<String, Ends>> {
    let nodes = [0, 1].map(|side| Some(&sides[side].nodes[at[side]?]));
    // Any two solutions are comparable.
    let [then, now] = nodes.map(|node| node.map(|node| node.solution().map_or(node.key, |_| "")));
    if then.zip(now).is_some_and(|(then, now)| then != now) {
        return None;
    }
    let mut steps: IndexMap<String, Ends> = IndexMap::new();
    for side in [1, 0] {
        let Some(node) = nodes[side] else { continue };
        for (answer, place) in node.answers() {
            steps.entry(format!("{}.{}", node.key, answer.id)).or_default()[side] = Some(place);
        }
    }
    Some(steps)
}

impl PathWalk<'_> {
    fn same(&mut self, at: Ends) -> bool {
        if let Some(known) = self.same.get(&at) {
            return *known;
        }
        let same = !at.contains(&None)
            && match steps(self.sides, at) {
                None => false,
                Some(steps) if steps.is_empty() => !(self.differ)(at),
                Some(steps) => steps.into_values().all(|next| self.same(next)),
            };
        self.same.insert(at, same);
        same
    }

    /// Adds every path from these nodes that doesn't end the same. A path from a node without a counterpart is one that
    /// the other tree doesn't have.
    fn from(&mut self, at: Ends) {
        if self.out.len() >= MAX_PATHS || self.same(at) {
            return;
        }
        match steps(self.sides, at) {
            None => {
                self.from([None, at[1]]);
                self.from([at[0], None]);
            }
            Some(steps) if steps.is_empty() => self.out.push((self.trail.clone(), at)),
            Some(steps) => {
                for (answer, next) in steps {
                    self.trail.push(answer);
                    self.from(next);
                    self.trail.pop();
                }
            }
        }
    }
}

/// Key and outcome of the old end and the new one.
type EndNames = [Option<(String, String)>; 2];

/// Returns every path with a different end; paths with the same ends and the same readers are combined into one change.
pub fn changes(both: &Both<'_>, trees: &TreePairs<'_>) -> Vec<PathChange> {
    // Most paths with the same two ends have the same readers, who are stored once.
    let mut by_path: Told<(Answers, EndNames), Rc<[Stretch]>> = Told::new();
    for (sides, who) in trees.pairs() {
        let names = |ends: Ends| {
            [0, 1].map(|side| {
                let node = &sides[side].nodes[ends[side]?];
                // With placeholders unfilled, a node's id is its own version's key.
                Some((node.id.clone(), node.solution()?.kind.clone()))
            })
        };
        let elsewhere = |stretch: &Stretch, ends: Ends| {
            let id = |side: usize| {
                let key = &sides[side].nodes[ends[side]?].id;
                both.read[side].id_of(both.shared[stretch.region][side], key)
            };
            let [old, new] = names(ends);
            old != new || id(0) != id(1)
        };
        let mut known: HashMap<Ends, (EndNames, Rc<[Stretch]>)> = HashMap::new();
        for (path, ends) in moved(sides, &|ends| who.iter().any(|stretch| elsewhere(stretch, ends))) {
            let (names, walking) = known.entry(ends).or_insert_with(|| {
                let walking = who.iter().filter(|stretch| elsewhere(stretch, ends));
                (names(ends), walking.copied().collect())
            });
            by_path.entry((path, names.clone())).or_default().push(Rc::clone(walking));
        }
    }
    let mut together: Told<(Option<DifferingDays>, BTreeSet<usize>, EndNames), Answers> = Told::new();
    for ((path, ends), walking) in by_path {
        for (period, regions) in both.who(&walking.concat()) {
            together.entry((period, regions, ends.clone())).or_default().push(path.clone());
        }
    }
    together.sort_by_key(|(period, regions, _), _| (*period, regions.first().copied()));
    let change = |((period, regions, ends), mut paths): ((_, BTreeSet<usize>, EndNames), Vec<Answers>)| {
        paths.sort();
        let [old, new] = [0, 1].map(|side: usize| {
            let (solution, kind) = ends[side].clone()?;
            let id = |region: &usize| both.read[side].id_of(both.shared[*region][side], &solution);
            let ids: IndexSet<String> = regions.iter().filter_map(id).collect();
            Some(End { ids: ids.into_iter().collect(), solution, kind })
        });
        PathChange { states: both.codes(regions), period, paths, old, new }
    };
    together.into_iter().map(change).collect()
}
