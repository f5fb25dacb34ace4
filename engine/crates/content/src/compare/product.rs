//! Walks two trees side by side from the start, giving the same answers in both.

use std::collections::{BTreeMap, BTreeSet};

use crate::readings::Tree;

/// A question's and an answer's id.
type Given<'a> = (&'a str, &'a str);

/// The pairs of nodes with the same key that the same answers lead to, in the order in which they're reached.
pub struct Product<'a> {
    pairs: Vec<Pair<'a>>,
}

/// A node of the old tree and one of the new.
struct Pair<'a> {
    places: [usize; 2],
    /// The pairs that lead here, by index, each with its answer. Empty for the start.
    before: Vec<(usize, Given<'a>)>,
}

impl<'a> Product<'a> {
    /// Walks both trees for as long as they ask the same questions.
    pub fn of([old, new]: [&'a Tree<'a>; 2]) -> Self {
        let mut pairs: Vec<Pair<'a>> = Vec::new();
        let same = |[a, b]: [usize; 2]| old.nodes[a].key == new.nodes[b].key;
        // In a tree, each node comes after the ones it leads to. So, taking the highest indices first, no pair is
        // reached again after it has been processed.
        let mut waiting: BTreeMap<[usize; 2], Vec<(usize, Given<'a>)>> = BTreeMap::new();
        if same([old.start, new.start]) {
            waiting.insert([old.start, new.start], Vec::new());
        }
        while let Some((places, before)) = waiting.pop_last() {
            let at = pairs.len();
            pairs.push(Pair { places, before });
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
    pub fn of_key<'p>(
        &'p self,
        old: &'p Tree<'a>,
        key: &'p str,
    ) -> impl Iterator<Item = (usize, [usize; 2])> + 'p {
        let pairs = self.pairs.iter().enumerate();
        pairs
            .filter(move |(_, pair)| old.nodes[pair.places[0]].key == key)
            .map(|(at, pair)| (at, pair.places))
    }

    /// Says, in plain words, which answers lead to `some` pairs of one key rather than to `others`.
    pub fn after(&self, some: &[usize], others: &[usize]) -> String {
        let may = |pairs: &[usize]| -> BTreeSet<Given<'a>> {
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
        let mut telling: Vec<Given<'a>> = may(some).difference(&may(others)).copied().collect();
        // The earliest answers are enough; questions asked only after them add nothing.
        telling.sort_by_key(|given| std::cmp::Reverse(self.first_given(*given)));
        let mut left = telling.clone();
        for given in &telling {
            let fewer: Vec<Given<'a>> = left.iter().copied().filter(|other| other != given).collect();
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
    fn first_given(&self, given: Given<'a>) -> usize {
        let given = |pair: &Pair<'a>| pair.before.iter().any(|(_, other)| *other == given);
        self.pairs.iter().position(given).unwrap_or(usize::MAX)
    }

    /// Whether every path to these pairs includes one of `answers`.
    fn only_after(&self, some: &[usize], answers: &[Given<'a>]) -> bool {
        // A pair comes after the ones that lead to it.
        let mut without = vec![false; self.pairs.len()];
        for (at, pair) in self.pairs.iter().enumerate() {
            let open = |(from, given): &(usize, Given<'a>)| without[*from] && !answers.contains(given);
            without[at] = pair.before.is_empty() || pair.before.iter().any(open);
        }
        some.iter().all(|at| !without[*at])
    }

    /// Returns one path to a pair.
    fn path(&self, at: usize) -> Vec<Given<'a>> {
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

/// The most answers to name as the ones that make the difference.
const NAMED: usize = 4;

fn written((question, answer): &Given<'_>) -> String {
    format!("{question}.{answer}")
}
