//! Compares questions, answers, solutions and scripts. Each pair of trees is compared once for everyone who reads
//! that pair, by walking them side by side.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use indexmap::IndexSet;
use serde_json::{Value, json};

use super::both::{Both, Stretch, Told, TreePairs};
use super::change::{Change, is_said};
use super::paths::steps;
use super::values::{Leaf, differences, readable};
use crate::content::Kind;
use crate::content::model::DecisionTree;
use crate::readings::Tree;

/// A difference in one node.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NodeChange<'a> {
    /// The node's key in the content; empty for the start of a contact.
    pub key: &'a str,
    pub leaf: Leaf,
    /// The answers after which the node differs; absent if it always does.
    pub after: Option<String>,
}

/// Returns the differences in the tree, in the order of the new tree's nodes.
pub fn changes(both: &Both<'_>, trees: &TreePairs<'_>) -> Vec<Change> {
    let content = both.content.map(|content| content.tree);
    let mut told: Told<NodeChange<'_>, Stretch> = Told::new();
    for (sides, who) in trees.pairs().filter(|([old, new], _)| old != new) {
        for found in SideBySide::of(content, sides, true).changes(content) {
            told.entry(found).or_default().extend(who);
        }
    }
    let keys = keys(content);
    told.sort_by_key(|found, _| keys.iter().position(|key| *key == found.key));
    let file = Kind::DecisionTree.file().unwrap_or_default();
    let mut out = Vec::new();
    for (NodeChange { key, leaf, after }, stretches) in told {
        let asks = content.iter().any(|tree| tree.questions.contains(key));
        let subject = match key {
            "" => "start".to_owned(),
            _ => format!("{} {key}", if asks { "question" } else { "solution" }),
        };
        let said_to_voters = is_said(&leaf, asks.then_some("text"));
        let readers = both.codes(readers(trees, key));
        let changes = Change::of(file, &subject, leaf).for_each(both, &stretches);
        out.extend(changes.map(|change| {
            let (readers, after) = (readers.clone(), after.clone());
            Change { said_to_voters, readers, after, ..change }
        }));
    }
    out
}

/// Returns the regions that reach a node in either version.
fn readers(trees: &TreePairs<'_>, key: &str) -> BTreeSet<usize> {
    let has = |tree: &&Tree<'_>| tree.nodes.iter().any(|node| node.key == key);
    let come = trees.pairs().filter(|(sides, _)| sides.iter().any(has));
    come.flat_map(|(_, who)| who.iter().map(|stretch| stretch.region)).collect()
}

/// Returns the keys of both trees' nodes, those of the new tree first.
fn keys<'a>([old, new]: [&'a DecisionTree; 2]) -> Vec<&'a str> {
    let of = |tree: &'a DecisionTree| tree.questions.names().chain(tree.solutions.names());
    let mut seen = HashSet::new();
    of(new).chain(of(old)).filter(|key| seen.insert(*key)).collect()
}

/// Returns the node at this index of a tree, as served, except that an answer contains the id of the node it leads to.
///
/// `open` is the content that the tree is from, if its placeholders are unfilled. In that case, what's shown beside the
/// node is left out, because changes to it are reported in the file that defines it.
fn value(tree: &Tree<'_>, place: usize, open: Option<&DecisionTree>) -> Value {
    let node = &tree.nodes[place];
    let mut value = json!(node.node);
    let answers = value.get_mut("answers").and_then(Value::as_array_mut).into_iter().flatten();
    for (answer, (_, next)) in answers.filter_map(Value::as_object_mut).zip(node.answers()) {
        answer.shift_remove("next");
        answer.insert("leads to".to_owned(), tree.nodes[next].id.as_str().into());
    }
    if let (Some(open), Some(keys)) = (open, value.as_object_mut()) {
        keys.shift_remove("beside");
        // The node as served doesn't include the attribute that its id comes from.
        let from = open.solutions.get(node.key).and_then(|solution| solution.id_from.as_deref());
        keys.extend(from.map(|path| ("id_from".to_owned(), path.into())));
    }
    value
}

/// The old tree and the new one.
pub struct SideBySide<'a> {
    trees: [&'a Tree<'a>; 2],
    /// Their nodes, as they're compared.
    pub values: [Vec<Value>; 2],
    /// The pairs of nodes with the same key to which the same answers lead, in the order in which they're reached.
    pairs: Vec<NodePair>,
}

/// A node of the old tree and one of the new.
struct NodePair {
    places: [usize; 2],
    /// The pairs that lead to this one, by index, each with its answer, as `QUESTION.ANSWER`. Empty for the start.
    before: Vec<(usize, String)>,
}

impl<'a> SideBySide<'a> {
    /// Walks both trees for as long as they ask the same questions. `open` says whether their placeholders are
    /// unfilled.
    pub fn of(content: [&DecisionTree; 2], trees: [&'a Tree<'a>; 2], open: bool) -> Self {
        let values = [0, 1].map(|side: usize| {
            let value = |place| value(trees[side], place, open.then_some(content[side]));
            (0..trees[side].nodes.len()).map(value).collect()
        });
        let mut pairs: Vec<NodePair> = Vec::new();
        let same = |[old, new]: [usize; 2]| trees[0].nodes[old].key == trees[1].nodes[new].key;
        // In a tree, each node comes after the ones it leads to. If the highest indices are taken first, no pair is
        // reached again after it has been processed.
        let mut waiting: BTreeMap<[usize; 2], Vec<(usize, String)>> = BTreeMap::new();
        let start = trees.map(|tree| tree.start);
        if same(start) {
            waiting.insert(start, Vec::new());
        }
        while let Some((places, before)) = waiting.pop_last() {
            for (given, next) in steps(trees, places.map(Some)).into_iter().flatten() {
                if let [Some(old), Some(new)] = next
                    && same([old, new])
                {
                    waiting.entry([old, new]).or_default().push((pairs.len(), given));
                }
            }
            pairs.push(NodePair { places, before });
        }
        Self { trees, values, pairs }
    }

    /// Returns every difference, node by node: first the nodes of the new tree, as in its content, then those that are
    /// only in the old one.
    pub fn changes<'k>(&self, content: [&'k DecisionTree; 2]) -> Vec<NodeChange<'k>> {
        let always = |key, leaf| NodeChange { key, leaf, after: None };
        let [was, is] = self.trees.map(|tree| tree.nodes[tree.start].key);
        let mut out: Vec<_> =
            Leaf::of_text("begins at", was, is).into_iter().map(|leaf| always("", leaf)).collect();
        for key in keys(content) {
            let places = self.trees.map(|tree| {
                (0..tree.nodes.len()).filter(|place| tree.nodes[*place].key == key).collect::<Vec<_>>()
            });
            match places.each_ref().map(|places| places.first()) {
                [None, None] => {}
                [Some(_), Some(_)] => out.extend(self.of_node(key, &places)),
                here => {
                    let [was, is] = [0, 1].map(|side| Some(readable(&self.values[side][*here[side]?])));
                    let mut leaf = Leaf::of(Vec::new(), was, is);
                    // If the other version has the node, its text is left out, since only its readers differ.
                    let other = content[usize::from(here[0].is_some())];
                    if other.questions.contains(key) || other.solutions.contains(key) {
                        leaf = Leaf { at: vec!["reached".to_owned()], old: None, new: None, ..leaf };
                    }
                    out.push(always(key, leaf));
                }
            }
        }
        out
    }

    /// Returns the differences in a node that's in both trees, at these places.
    fn of_node<'k>(&self, key: &'k str, places: &[Vec<usize>; 2]) -> Vec<NodeChange<'k>> {
        let is_own = |pair: &NodePair| self.trees[0].nodes[pair.places[0]].key == key;
        let pairs: Vec<usize> = (0..self.pairs.len()).filter(|at| is_own(&self.pairs[*at])).collect();
        let mut compared: Vec<_> = pairs.iter().map(|at| (Some(*at), self.pairs[*at].places)).collect();
        // A node that's reached after different answers than before is compared with a copy that reads the same or, if
        // there isn't one, with the first copy.
        for side in [0, 1] {
            let paired: HashSet<usize> = pairs.iter().map(|at| self.pairs[*at].places[side]).collect();
            for place in places[side].iter().filter(|place| !paired.contains(place)) {
                let differs = |there: &&usize| self.values[1 - side][**there] != self.values[side][*place];
                let partner = places[1 - side].iter().min_by_key(differs).unwrap_or(place);
                compared.push((None, if side == 0 { [*place, *partner] } else { [*partner, *place] }));
            }
        }
        let mut told: Told<Leaf, usize> = Told::new();
        for (at, places) in compared {
            for leaf in self.of_pair(places) {
                told.entry(leaf).or_default().extend(at);
            }
        }
        let change = |(leaf, at): (Leaf, Vec<usize>)| {
            let rest: Vec<usize> = pairs.iter().copied().filter(|pair| !at.contains(pair)).collect();
            let after = (!at.is_empty() && !rest.is_empty()).then(|| self.after(&at, &rest));
            NodeChange { key, leaf, after }
        };
        told.into_iter().map(change).collect()
    }

    /// Returns the differences between two nodes.
    fn of_pair(&self, [then, now]: [usize; 2]) -> impl Iterator<Item = Leaf> {
        // A node's value doesn't include its id.
        let id = Leaf::of_text("id", &self.trees[0].nodes[then].id, &self.trees[1].nodes[now].id);
        id.into_iter().chain(differences(&self.values[0][then], &self.values[1][now]))
    }

    /// Describes, in plain words, which answers lead to the pairs in `some` rather than to `others` with the same key.
    fn after(&self, some: &[usize], others: &[usize]) -> String {
        let [to_some, to_others] = [some, others].map(|pairs| self.leading_to(pairs));
        let steps = self.pairs.iter().enumerate();
        let steps =
            steps.flat_map(|(to, pair)| pair.before.iter().map(move |(from, given)| (*from, given, to)));
        let (shared, own): (Vec<_>, Vec<_>) = steps.partition(|(.., to)| to_others[*to]);
        // The answers that decide it: from then on, only `some` can be reached.
        let deciding = own.into_iter().filter(|(from, _, to)| to_others[*from] && to_some[*to]);
        let deciding: IndexSet<&str> = deciding.map(|(_, given, _)| given.as_str()).collect();
        if deciding.len() <= NAMED && !shared.iter().any(|(_, given, _)| deciding.contains(given.as_str())) {
            return deciding.into_iter().collect::<Vec<_>>().join(" or ");
        }
        let before = |at: usize| self.pairs[at].before.first();
        let path = std::iter::successors(before(some[0]), |(from, _)| before(*from));
        let mut path: Vec<&str> = path.map(|(_, given)| given.as_str()).collect();
        path.reverse();
        format!("some answers, such as {}", path.join(" → "))
    }

    /// Returns, for each pair, whether it's one of these or leads to one.
    fn leading_to(&self, pairs: &[usize]) -> Vec<bool> {
        let mut leads = vec![false; self.pairs.len()];
        pairs.iter().for_each(|at| leads[*at] = true);
        // A pair comes after the ones that lead to it.
        for (at, pair) in self.pairs.iter().enumerate().rev() {
            if leads[at] {
                pair.before.iter().for_each(|(from, _)| leads[*from] = true);
            }
        }
        leads
    }
}

/// The most deciding answers to name.
const NAMED: usize = 4;
