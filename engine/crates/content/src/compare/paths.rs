//! Finds the paths through the tree whose ends differ between two versions.

use std::collections::HashMap;

use serde::Serialize;

use super::both::{Affected, Both, DifferingDays, Stretch, Told, TreePairs};
use crate::readings::{MAX_PATHS, Tree, TreeNode};

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
    let mut walk = PathWalk {
        sides: [old, new],
        differ,
        same: HashMap::new(),
        trail: Vec::new(),
        out: Vec::new(),
        gone: Vec::new(),
    };
    walk.both(old.start, new.start);
    walk.out.append(&mut walk.gone);
    walk.out
}

struct PathWalk<'w> {
    sides: [&'w Tree<'w>; 2],
    differ: &'w dyn Fn(usize, usize) -> bool,
    /// Whether all paths from two nodes have the same ends, by the nodes' indices.
    same: HashMap<[usize; 2], bool>,
    trail: Answers,
    out: Vec<(Answers, Ends)>,
    gone: Vec<(Answers, Ends)>,
}

impl<'w> PathWalk<'w> {
    /// The new question's answers, then the answers that only the old question has, each with the next nodes. `None` if
    /// the nodes aren't the same question.
    fn asked(&self, old: usize, new: usize) -> Option<Vec<(&'w str, Ends)>> {
        let [then, now] = [&self.sides[0].nodes[old], &self.sides[1].nodes[new]];
        if then.key != now.key || [then, now].iter().any(|node| node.solution().is_some()) {
            return None;
        }
        let at = |node: &TreeNode<'_>, id: &str| {
            node.answers().find(|(answer, _)| answer.id == id).map(|(_, next)| next)
        };
        let given =
            now.answers().map(|(answer, next)| (answer.id.as_str(), [at(then, &answer.id), Some(next)]));
        let gone = then.answers().filter(|(answer, _)| at(now, &answer.id).is_none());
        Some(given.chain(gone.map(|(answer, next)| (answer.id.as_str(), [Some(next), None]))).collect())
    }

    fn are_solutions(&self, old: usize, new: usize) -> bool {
        let is = |side: usize, at: usize| self.sides[side].nodes[at].solution().is_some();
        is(0, old) && is(1, new)
    }

    fn same(&mut self, old: usize, new: usize) -> bool {
        if let Some(known) = self.same.get(&[old, new]) {
            return *known;
        }
        let same = if self.are_solutions(old, new) {
            !(self.differ)(old, new)
        } else {
            let asked = self.asked(old, new);
            asked.is_some_and(|asked| {
                asked.into_iter().all(|(_, next)| match next {
                    [Some(old), Some(new)] => self.same(old, new),
                    _ => false,
                })
            })
        };
        self.same.insert([old, new], same);
        same
    }

    fn both(&mut self, old: usize, new: usize) {
        if self.same(old, new) {
            return;
        }
        if self.are_solutions(old, new) {
            self.end([Some(old), Some(new)]);
            return;
        }
        let Some(asked) = self.asked(old, new) else {
            self.alone(1, new);
            self.alone(0, old);
            return;
        };
        let key = self.sides[1].nodes[new].key;
        for (answer, next) in asked {
            self.trail.push(format!("{key}.{answer}"));
            match next {
                [Some(old), Some(new)] => self.both(old, new),
                [Some(old), None] => self.alone(0, old),
                [None, Some(new)] => self.alone(1, new),
                [None, None] => {}
            }
            self.trail.pop();
        }
    }

    /// Adds every path from a node in one tree as a path that doesn't exist in the other tree.
    fn alone(&mut self, side: usize, at: usize) {
        let node = &self.sides[side].nodes[at];
        if node.solution().is_some() {
            let mut ends = [None; 2];
            ends[side] = Some(at);
            return self.end(ends);
        }
        for (answer, next) in node.answers() {
            if self.out.len() + self.gone.len() >= MAX_PATHS {
                return;
            }
            self.trail.push(format!("{}.{}", node.key, answer.id));
            self.alone(side, next);
            self.trail.pop();
        }
    }

    fn end(&mut self, ends: Ends) {
        if self.out.len() + self.gone.len() < MAX_PATHS {
            let list = if ends[1].is_some() { &mut self.out } else { &mut self.gone };
            list.push((self.trail.clone(), ends));
        }
    }
}

/// Returns the solution's key in the content, its id for the region, and the name of its outcome.
fn end(both: &Both<'_>, side: usize, who: &Stretch, tree: &Tree<'_>, at: usize) -> (String, String, String) {
    let node = &tree.nodes[at];
    let key = if side == 0 { both.renamed.before(node.key) } else { node.key };
    let id = both.read[side].id_of(both.shared[who.region][side], key).unwrap_or_default();
    (key.to_owned(), id, node.solution().map_or("", |solution| &solution.kind).to_owned())
}

/// Key and outcome of the old end and the new one.
type EndNames = [Option<(String, String)>; 2];

/// Returns every path with a different end; paths with the same ends and the same readers are combined into one change.
pub fn changes(both: &Both<'_>, trees: &TreePairs<'_>) -> Vec<PathChange> {
    // Most paths with the same two ends have the same readers, so each such group is stored once.
    let mut groups: Vec<Vec<Stretch>> = Vec::new();
    let mut by_path: Told<(Answers, EndNames), usize> = Told::default();
    for (sides, who) in trees.pairs() {
        let end = |side: usize, stretch: &Stretch, at: usize| end(both, side, stretch, sides[side], at);
        let elsewhere = |stretch: &Stretch, old, new| end(0, stretch, old) != end(1, stretch, new);
        let differ = |old, new| who.iter().any(|stretch| elsewhere(stretch, old, new));
        let mut known: HashMap<Ends, usize> = HashMap::new();
        for (path, ends) in moved(sides, &differ) {
            let group = *known.entry(ends).or_insert_with(|| {
                let told = who.iter().filter(|stretch| match ends {
                    [Some(old), Some(new)] => elsewhere(stretch, old, new),
                    _ => true,
                });
                groups.push(told.copied().collect());
                groups.len() - 1
            });
            let named = [0, 1].map(|side| {
                let (key, _, kind) = end(side, who.first()?, ends[side]?);
                Some((key, kind))
            });
            by_path.add((path, named), [group]);
        }
    }
    let mut by_group: Told<(Vec<usize>, EndNames), Answers> = Told::default();
    for ((path, ends), walking) in by_path {
        by_group.add((walking, ends), [path]);
    }
    let mut together: Told<(Affected, EndNames), Answers> = Told::default();
    for ((walking, ends), paths) in by_group {
        let stretches: Vec<Stretch> = walking.iter().flat_map(|group| groups[*group].clone()).collect();
        for who in both.who(&stretches) {
            together.add((who, ends.clone()), paths.iter().cloned());
        }
    }
    let mut together: Vec<_> = together.into_iter().collect();
    together.sort_by_key(|((who, _), _)| (who.period, who.regions.first().copied()));
    let change = |((who, ends), mut paths): ((Affected, EndNames), Vec<Answers>)| {
        paths.sort();
        let [old, new] = [0, 1].map(|side| {
            let (solution, kind) = ends[side].clone()?;
            Some(End { ids: ids(both, side, &who, &solution), solution, kind })
        });
        PathChange { states: both.codes(&who.regions), period: who.period, paths, old, new }
    };
    together.into_iter().map(change).collect()
}

/// Returns the distinct ids under which these regions are served a solution.
fn ids(both: &Both<'_>, side: usize, who: &Affected, solution: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for region in &who.regions {
        let id = both.read[side].id_of(both.shared[*region][side], solution);
        ids.extend(id.filter(|id| !ids.contains(id)));
    }
    ids
}
