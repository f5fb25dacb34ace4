//! Paths of the tree that end elsewhere, told together where regions and ends agree.

use std::collections::HashMap;

use serde::Serialize;

use super::Both;
use crate::readings::{self, Readings, ResolvedBody};

/// Where paths end.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct End {
    /// The solution by its key in the content.
    pub solution: String,
    /// The ids it is served under, each once, in the order of the regions.
    pub ids: Vec<String>,
    #[serde(rename = "type")]
    pub kind: String,
}

/// Paths that end elsewhere, are new, or are gone.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct PathChange {
    /// Codes of the regions.
    pub states: Vec<String>,
    /// The paths, each the answers given as `NODE.ANSWER`.
    pub paths: Vec<Vec<String>>,
    /// Where they ended; absent where there were no such paths.
    pub old: Option<End>,
    /// Where they end; absent where there are no such paths any more.
    pub new: Option<End>,
}

/// Key of the content, id, type.
type Ending = (String, String, String);
/// What must agree for regions to be told together.
type Same = (Vec<String>, Option<(String, String)>, Option<(String, String)>);
/// The regions, and the ids before and after.
type Told = (Vec<String>, Vec<String>, Vec<String>);

/// The regions, and the ends before and after, of paths that are told together.
type Ways = (Vec<String>, Option<End>, Option<End>);

/// Every path that ends elsewhere; `None` where a region's tree can't be resolved.
pub fn changes(both: &Both<'_>) -> Option<Vec<PathChange>> {
    let mut order: Vec<Same> = Vec::new();
    let mut groups: HashMap<Same, Told> = HashMap::new();
    for (old, new) in both.places() {
        let (before, after) = (paths(both.read[0], old)?, paths(both.read[1], new)?);
        let new = &both.new.regions[new];
        let earlier: HashMap<&[String], &Ending> = before.iter().map(|(path, end)| (&**path, end)).collect();
        let later: HashMap<&[String], &Ending> = after.iter().map(|(path, end)| (&**path, end)).collect();
        let gone = before.iter().filter(|(path, _)| !later.contains_key(&**path));
        let told = after.iter().map(|(path, end)| (path, earlier.get(&**path).copied(), Some(end)));
        for (path, from, to) in told.chain(gone.map(|(path, end)| (path, Some(end), None))) {
            if from == to {
                continue;
            }
            let kind = |end: &Ending| (end.0.clone(), end.2.clone());
            let same: Same = (path.clone(), from.map(kind), to.map(kind));
            let entry = groups.entry(same.clone()).or_insert_with(|| {
                order.push(same);
                Told::default()
            });
            entry.0.push(new.code.clone());
            once(&mut entry.1, from);
            once(&mut entry.2, to);
        }
    }
    Some(together(order, &mut groups))
}

fn once(ids: &mut Vec<String>, end: Option<&Ending>) {
    if let Some((_, id, _)) = end
        && !ids.contains(id)
    {
        ids.push(id.clone());
    }
}

/// Tells the paths together that the same regions go from the same end to the same other.
fn together(order: Vec<Same>, groups: &mut HashMap<Same, Told>) -> Vec<PathChange> {
    let mut out: Vec<PathChange> = Vec::new();
    let mut index: HashMap<Ways, usize> = HashMap::new();
    for same in order {
        let Some((states, before, after)) = groups.remove(&same) else { continue };
        let end = |end: &Option<(String, String)>, ids: Vec<String>| {
            end.clone().map(|(solution, kind)| End { solution, ids, kind })
        };
        let (old, new) = (end(&same.1, before), end(&same.2, after));
        let key = (states.clone(), old.clone(), new.clone());
        match index.get(&key) {
            Some(at) => out[*at].paths.push(same.0),
            None => {
                index.insert(key, out.len());
                out.push(PathChange { states, paths: vec![same.0], old, new });
            }
        }
    }
    out.iter_mut().for_each(|change| change.paths.sort());
    out
}

/// Every path of a region and where it ends.
fn paths(readings: &Readings<'_>, region: usize) -> Option<Vec<(Vec<String>, Ending)>> {
    let resolved = readings.tree(readings.readers.now(region)).ok()?;
    let one = |path: &readings::Path<'_>| {
        let ResolvedBody::Solution(solution) = &path.end.body else { return None };
        let answers = path.answers.iter().filter_map(|(node, index)| {
            let ResolvedBody::Question { answers, .. } = &node.body else { return None };
            Some(format!("{}.{}", node.id, answers.get(*index)?.id))
        });
        Some((answers.collect(), (path.end.entry.clone(), path.end.id.clone(), solution.kind.clone())))
    };
    Some(readings::paths(&resolved).iter().filter_map(one).collect())
}
