//! Compares questions, answers, solutions and scripts. Each pair of trees is compared once for everyone who reads
//! that pair, by walking them side by side.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::{Value, json};

use super::both::{Both, Stretch, Told, TreePairs};
use super::change::{Change, said_in_node};
use super::values::{INSIDE, Leaf, differences, readable};
use crate::content::Kind;
use crate::content::model::DecisionTree;
use crate::readings::Tree;
use callguide_search::api::changes::ChangeKind;

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

/// A tree, the content it's from, and its nodes as values.
pub struct Side<'a> {
    content: &'a DecisionTree,
    tree: &'a Tree<'a>,
    pub values: Vec<Value>,
}

impl<'a> Side<'a> {
    /// `open` says whether the tree's placeholders are unfilled.
    pub fn of(content: &'a DecisionTree, tree: &'a Tree<'a>, open: bool) -> Self {
        let value = |place| value(tree, place, open.then_some(content));
        Self { content, tree, values: (0..tree.nodes.len()).map(value).collect() }
    }
}

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
    let content = [both.old.tree, both.new.tree];
    let mut told: Told<NodeChange<'_>, Stretch> = Told::default();
    for ([old, new], who) in trees.pairs() {
        if old != new {
            for found in between(&[Side::of(content[0], old, true), Side::of(content[1], new, true)]) {
                told.add(found, who.iter().copied());
            }
        }
    }
    let mut found: Vec<_> = told.into_iter().collect();
    let keys = keys(content);
    found.sort_by_key(|(found, _)| keys.iter().position(|key| *key == found.key));
    let file = Kind::DecisionTree.file().unwrap_or_default();
    let change = |(found, stretches): (NodeChange<'_>, Vec<Stretch>)| {
        let subject = subject(content, found.key);
        let who = both.who(&stretches).into_iter();
        let moved = found.leaf.kind == ChangeKind::Order;
        let field = found.leaf.at.join(INSIDE);
        let (subject, field) = match moved {
            true => ([subject, field].join(INSIDE), String::new()),
            false => (subject, field),
        };
        let said_to_voters = said_in_node(&found.leaf, asks(content, found.key));
        let change = |who| Change {
            said_to_voters,
            readers: both.codes(&readers(trees, found.key)),
            after: found.after.clone(),
            ..Change::of(file, subject.clone(), field.clone(), found.leaf.clone()).told_of(both, who)
        };
        who.map(change).collect::<Vec<_>>()
    };
    found.into_iter().flat_map(change).collect()
}

/// Returns the regions that get to a node in either version.
fn readers(trees: &TreePairs<'_>, key: &str) -> Vec<usize> {
    let come = trees.pairs().filter(|(sides, _)| sides.iter().any(|tree| has(tree, key)));
    let mut regions: Vec<usize> =
        come.flat_map(|(_, who)| who.iter().map(|stretch| stretch.region)).collect();
    regions.sort_unstable();
    regions.dedup();
    regions
}

fn has(tree: &Tree<'_>, key: &str) -> bool {
    tree.nodes.iter().any(|node| node.key == key)
}

/// Returns the keys of both trees' nodes, those of the new tree first.
fn keys<'a>([old, new]: [&'a DecisionTree; 2]) -> Vec<&'a str> {
    let of = |tree: &'a DecisionTree| tree.questions.names().chain(tree.solutions.names());
    let mut seen = HashSet::new();
    of(new).chain(of(old)).filter(|key| seen.insert(*key)).collect()
}

/// Returns a node's name in a report.
fn subject(trees: [&DecisionTree; 2], key: &str) -> String {
    if key.is_empty() {
        return "start".to_owned();
    }
    format!("{} {key}", if asks(trees, key) { "question" } else { "solution" })
}

fn asks(trees: [&DecisionTree; 2], key: &str) -> bool {
    trees.iter().any(|tree| tree.questions.contains(key))
}

/// Returns every difference between two trees, node by node in the order of [`keys`].
pub fn between<'a>(sides: &[Side<'a>; 2]) -> Vec<NodeChange<'a>> {
    let [old, new] = sides.each_ref().map(|side| side.tree);
    let values = sides.each_ref().map(|side| side.values.as_slice());
    let product = TreeProduct::of([old, new]);
    let start = |tree: &Tree<'_>| json!({ "begins at": tree.nodes[tree.start].key });
    let mut out: Vec<NodeChange<'a>> = differences(&start(old), &start(new))
        .into_iter()
        .map(|leaf| NodeChange { key: "", leaf, after: None })
        .collect();
    for key in keys(sides.each_ref().map(|side| side.content)) {
        let places = [old, new].map(|tree| places(tree, key));
        match places.each_ref().map(|places| places.first()) {
            [None, None] => {}
            [Some(_), Some(_)] => {
                let found = of_node(key, [old, new], &product, &places, values);
                out.extend(found.into_iter().map(|(leaf, after)| NodeChange { key, leaf, after }));
            }
            here => {
                let [was, is] = [0, 1].map(|side| Some(readable(&values[side][*here[side]?])));
                let mut leaf = Leaf::of(Vec::new(), was, is);
                // If the other version has the node, its text is left out, since only its readers differ.
                let other = sides[usize::from(here[0].is_some())].content;
                let known = other.questions.contains(key) || other.solutions.contains(key);
                if known {
                    leaf = Leaf { at: vec!["reached".to_owned()], old: None, new: None, ..leaf };
                }
                out.push(NodeChange { key, leaf, after: None });
            }
        }
    }
    out
}

fn places(tree: &Tree<'_>, key: &str) -> Vec<usize> {
    (0..tree.nodes.len()).filter(|place| tree.nodes[*place].key == key).collect()
}

/// Returns the differences in a node that's in both trees, each with the answers it depends on, if any.
fn of_node<'a>(
    key: &str,
    trees: [&Tree<'a>; 2],
    product: &TreeProduct<'a>,
    places: &[Vec<usize>; 2],
    values: [&[Value]; 2],
) -> Vec<(Leaf, Option<String>)> {
    let pairs: Vec<(usize, [usize; 2])> = product.of_key(trees[0], key).collect();
    // The served node doesn't include its own id.
    let id = |side: usize, place: usize| json!({ "id": trees[side].nodes[place].id });
    let differ = |then: usize, now: usize| {
        let id = differences(&id(0, then), &id(1, now)).into_iter();
        id.chain(differences(&values[0][then], &values[1][now])).collect::<Vec<_>>()
    };
    let mut told: Told<Leaf, usize> = Told::default();
    for (at, [then, now]) in &pairs {
        for leaf in differ(*then, *now) {
            told.add(leaf, [*at]);
        }
    }
    let all = |side: usize| pairs.iter().map(move |(_, pair)| pair[side]);
    let others = [0, 1].map(|side| {
        let paired: HashSet<usize> = all(side).collect();
        places[side].iter().copied().filter(|place| !paired.contains(place)).collect::<Vec<_>>()
    });
    // A node that's reached after different answers than before is compared with a copy that reads the same or, if
    // there isn't one, with the first copy.
    for (side, place) in [0, 1].into_iter().flat_map(|side| others[side].iter().map(move |at| (side, *at))) {
        let there = &places[1 - side];
        let own = &values[side][place];
        let alike = there.iter().copied().find(|other| values[1 - side][*other] == *own);
        let partner = alike.unwrap_or(there[0]);
        let [then, now] = if side == 0 { [place, partner] } else { [partner, place] };
        for leaf in differ(then, now) {
            told.add(leaf, []);
        }
    }
    let after = |(leaf, at): (Leaf, Vec<usize>)| {
        let rest: Vec<usize> =
            pairs.iter().map(|(pair, _)| *pair).filter(|pair| !at.contains(pair)).collect();
        let after = (!at.is_empty() && !rest.is_empty()).then(|| product.after(&at, &rest));
        (leaf, after)
    };
    told.into_iter().map(after).collect()
}

/// A question's and an answer's id.
type GivenAnswer<'a> = (&'a str, &'a str);

/// The pairs of nodes with the same key to which the same answers lead, in the order in which they're reached.
struct TreeProduct<'a> {
    pairs: Vec<NodePair<'a>>,
}

/// A node of the old tree and one of the new.
struct NodePair<'a> {
    places: [usize; 2],
    /// The pairs that lead to this one, by index, each with its answer. Empty for the start.
    before: Vec<(usize, GivenAnswer<'a>)>,
}

impl<'a> TreeProduct<'a> {
    /// Walks both trees for as long as they ask the same questions.
    fn of([old, new]: [&'a Tree<'a>; 2]) -> Self {
        let mut pairs: Vec<NodePair<'a>> = Vec::new();
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
                let Some((_, earlier)) = then.answers().find(|(other, _)| other.id == answer.id) else {
                    continue;
                };
                let next = [earlier, next];
                if same(next) {
                    waiting.entry(next).or_default().push((at, (now.key, answer.id.as_str())));
                }
            }
        }
        Self { pairs }
    }

    /// Returns the pairs with this key: the index of each pair and those of its nodes in both trees.
    fn of_key<'p>(
        &'p self,
        old: &'p Tree<'a>,
        key: &'p str,
    ) -> impl Iterator<Item = (usize, [usize; 2])> + 'p {
        let pairs = self.pairs.iter().enumerate();
        pairs
            .filter(move |(_, pair)| old.nodes[pair.places[0]].key == key)
            .map(|(at, pair)| (at, pair.places))
    }

    /// Describes, in plain words, which answers lead to `some` pairs of one key rather than to `others`.
    fn after(&self, some: &[usize], others: &[usize]) -> String {
        let may = |pairs: &[usize]| -> BTreeSet<GivenAnswer<'a>> {
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
        };
        let mut telling: Vec<GivenAnswer<'a>> = may(some).difference(&may(others)).copied().collect();
        // The earliest answers are enough; questions asked only after them don't add anything.
        telling.sort_by_key(|given| std::cmp::Reverse(self.first_given(*given)));
        let mut left = telling.clone();
        for given in &telling {
            let fewer: Vec<GivenAnswer<'a>> = left.iter().copied().filter(|other| other != given).collect();
            if self.only_after(some, &fewer) {
                left = fewer;
            }
        }
        left.reverse();
        if left.len() <= NAMED && self.only_after(some, &left) {
            return left.iter().map(written).collect::<Vec<_>>().join(" or ");
        }
        let path = some.first().map_or_else(Vec::new, |at| self.path(*at));
        format!("some answers, such as {}", path.iter().map(written).collect::<Vec<_>>().join(" → "))
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
        let mut path = Vec::new();
        let mut at = at;
        while let Some((from, given)) = self.pairs[at].before.first() {
            path.push(*given);
            at = *from;
        }
        path.reverse();
        path
    }
}

/// The most answers to name that make the difference.
const NAMED: usize = 4;

fn written((question, answer): &GivenAnswer<'_>) -> String {
    format!("{question}.{answer}")
}
