//! Compares questions, answers, solutions and scripts. Each pair of trees is compared once for everyone who reads
//! that pair, by walking them side by side.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::{Value, json};

use super::both::{Both, Stretch, Told, TreePairs};
use super::change::{Change, is_said};
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

/// A question's and an answer's id.
type GivenAnswer<'a> = (&'a str, &'a str);

/// The old tree and the new one.
pub struct SideBySide<'a> {
    trees: [&'a Tree<'a>; 2],
    /// Their nodes, as they're compared.
    pub values: [Vec<Value>; 2],
    /// The pairs of nodes with the same key to which the same answers lead, in the order in which they're reached.
    pairs: Vec<NodePair<'a>>,
}

/// A node of the old tree and one of the new.
struct NodePair<'a> {
    places: [usize; 2],
    /// The pairs that lead to this one, by index, each with its answer. Empty for the start.
    before: Vec<(usize, GivenAnswer<'a>)>,
}

impl<'a> SideBySide<'a> {
    /// Walks both trees for as long as they ask the same questions. `open` says whether their placeholders are
    /// unfilled.
    pub fn of(content: [&DecisionTree; 2], trees: [&'a Tree<'a>; 2], open: bool) -> Self {
        let values = [0, 1].map(|side: usize| {
            let value = |place| value(trees[side], place, open.then_some(content[side]));
            (0..trees[side].nodes.len()).map(value).collect()
        });
        let mut pairs: Vec<NodePair<'a>> = Vec::new();
        let [old, new] = trees;
        let same = |[a, b]: [usize; 2]| old.nodes[a].key == new.nodes[b].key;
        // In a tree, each node comes after the ones it leads to. If the highest indices are taken first, no pair is
        // reached again after it has been processed.
        let mut waiting: BTreeMap<[usize; 2], Vec<(usize, GivenAnswer<'a>)>> = BTreeMap::new();
        if same([old.start, new.start]) {
            waiting.insert([old.start, new.start], Vec::new());
        }
        while let Some((places, before)) = waiting.pop_last() {
            let at = pairs.len();
            pairs.push(NodePair { places, before });
            let (then, now) = (&old.nodes[places[0]], &new.nodes[places[1]]);
            for (answer, next) in now.answers() {
                let earlier = then.answers().find(|(other, _)| other.id == answer.id);
                if let Some(next) = earlier.map(|(_, earlier)| [earlier, next]).filter(|next| same(*next)) {
                    waiting.entry(next).or_default().push((at, (now.key, answer.id.as_str())));
                }
            }
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
        let is_own = |pair: &NodePair<'_>| self.trees[0].nodes[pair.places[0]].key == key;
        let pairs: Vec<usize> = (0..self.pairs.len()).filter(|at| is_own(&self.pairs[*at])).collect();
        let mut told: Told<Leaf, usize> = Told::new();
        for at in &pairs {
            for leaf in self.of_pair(self.pairs[*at].places) {
                told.entry(leaf).or_default().push(*at);
            }
        }
        // A node that's reached after different answers than before is compared with a copy that reads the same or, if
        // there isn't one, with the first copy.
        for side in [0, 1] {
            let paired: HashSet<usize> = pairs.iter().map(|at| self.pairs[*at].places[side]).collect();
            let [own, other] = [side, 1 - side].map(|side| (&places[side], &self.values[side]));
            for place in own.0.iter().copied().filter(|place| !paired.contains(place)) {
                let alike = other.0.iter().copied().find(|there| other.1[*there] == own.1[place]);
                let partner = alike.unwrap_or(other.0[0]);
                let pair = if side == 0 { [place, partner] } else { [partner, place] };
                for leaf in self.of_pair(pair) {
                    told.entry(leaf).or_default();
                }
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

    /// Describes, in plain words, which answers lead to `some` pairs of one key rather than to `others`.
    fn after(&self, some: &[usize], others: &[usize]) -> String {
        let [may, may_also] = [some, others].map(|pairs| self.answers_before(pairs));
        let mut left: Vec<GivenAnswer<'a>> = may.difference(&may_also).copied().collect();
        left.sort_by_key(|given| Reverse(self.first_given(*given)));
        left.reverse();
        // The earliest answers are enough; questions asked only after them don't add anything.
        for at in (0..left.len()).rev() {
            let given = left.remove(at);
            if !self.only_after(some, &left) {
                left.insert(at, given);
            }
        }
        let written = |answers: &[GivenAnswer<'_>], between: &str| {
            let answers = answers.iter().map(|(question, answer)| format!("{question}.{answer}"));
            answers.collect::<Vec<_>>().join(between)
        };
        if left.len() <= NAMED && self.only_after(some, &left) {
            return written(&left, " or ");
        }
        format!("some answers, such as {}", written(&self.path(some[0]), " → "))
    }

    /// Returns all answers that may be given on the way to these pairs.
    fn answers_before(&self, pairs: &[usize]) -> BTreeSet<GivenAnswer<'a>> {
        let mut answers = BTreeSet::new();
        let mut seen = vec![false; self.pairs.len()];
        let mut waiting = pairs.to_vec();
        while let Some(at) = waiting.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                answers.extend(self.pairs[at].before.iter().map(|(_, given)| *given));
                waiting.extend(self.pairs[at].before.iter().map(|(from, _)| *from));
            }
        }
        answers
    }

    /// Returns the index of the first pair that the answer leads to.
    fn first_given(&self, given: GivenAnswer<'a>) -> usize {
        let given = |pair: &NodePair<'a>| pair.before.iter().any(|(_, other)| *other == given);
        self.pairs.iter().position(given).unwrap_or(usize::MAX)
    }

    /// Whether every path to these pairs includes one of `answers`.
    fn only_after(&self, some: &[usize], answers: &[GivenAnswer<'a>]) -> bool {
        // A pair comes after the ones that lead to it.
        let mut without = vec![false; self.pairs.len()];
        for (at, pair) in self.pairs.iter().enumerate() {
            let open = |(from, given): &(usize, GivenAnswer<'a>)| without[*from] && !answers.contains(given);
            without[at] = pair.before.is_empty() || pair.before.iter().any(open);
        }
        some.iter().all(|at| !without[*at])
    }

    /// Returns one path to a pair.
    fn path(&self, at: usize) -> Vec<GivenAnswer<'a>> {
        let before = |at: usize| self.pairs[at].before.first().copied();
        let steps = std::iter::successors(before(at), |(from, _)| before(*from));
        let mut path: Vec<GivenAnswer<'a>> = steps.map(|(_, given)| given).collect();
        path.reverse();
        path
    }
}

/// The maximum number of answers to name as the reason for a difference.
const NAMED: usize = 4;
