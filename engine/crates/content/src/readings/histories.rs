//! Remembers earlier answers, but only those that a condition further along the path still refers to.

use std::collections::{BTreeSet, HashMap};

use super::slots::NodeSlots;
use crate::content::model::Answered;

/// A condition on earlier answers, and the options that have it.
#[derive(Debug, Clone)]
pub struct AskedAnswer {
    pub answered: Answered,
    /// The pointers of the options that have this condition.
    pub pointers: Vec<String>,
}

/// For each [`AskedAnswer`], how many of its answers were given, or their points, capped at the number that it
/// requires. The number is 0 if no later node refers to it.
pub type History = Box<[u16]>;

/// The earlier answers that conditions refer to, and the nodes where they still matter.
#[derive(Debug, Clone)]
pub struct Histories {
    pub asked: Vec<AskedAnswer>,
    index: HashMap<Answered, usize>,
    /// For each answer, as `QUESTION.ANSWER`: the conditions that count it (indices in `asked`), and how much it
    /// counts.
    counted_by: HashMap<String, Vec<(usize, u16)>>,
    /// For each node and each [`AskedAnswer`]: whether this node, or one after it, refers to it.
    alive: Vec<Vec<bool>>,
}

impl Histories {
    /// Collects the earlier answers that `entries`, and everything shown `beside` a step, refer to. `index` maps keys
    /// to entries; `targets` maps the names in routes to entries.
    pub fn of<'b>(
        entries: &[NodeSlots<'_>],
        index: &HashMap<&str, usize>,
        targets: &HashMap<&str, usize>,
        beside: impl Iterator<Item = (&'b Answered, &'b str)>,
    ) -> Self {
        let mut this =
            Self { asked: Vec::new(), index: HashMap::new(), counted_by: HashMap::new(), alive: Vec::new() };
        let mut own: Vec<Vec<usize>> = Vec::new();
        let beside: Vec<usize> =
            beside.map(|(answered, pointer)| this.ask(answered, pointer, entries, index)).collect();
        for entry in entries {
            let asks = entry.slots.iter().flat_map(|slot| slot.asks());
            let asks = asks.map(|(answered, pointer)| this.ask(answered, pointer, entries, index));
            own.push(asks.chain(beside.iter().copied()).collect());
        }
        this.alive = vec![vec![false; this.asked.len()]; entries.len()];
        if !this.asked.is_empty() {
            this.spread(entries, targets, &own);
        }
        this
    }

    fn ask(
        &mut self,
        answered: &Answered,
        pointer: &str,
        entries: &[NodeSlots<'_>],
        index: &HashMap<&str, usize>,
    ) -> usize {
        let next = self.asked.len();
        let place = *self.index.entry(answered.clone()).or_insert(next);
        if place == next {
            self.asked.push(AskedAnswer { answered: answered.clone(), pointers: Vec::new() });
            for name in answered.of().iter().collect::<BTreeSet<_>>() {
                if !matches!(answered, Answered::Points { .. }) {
                    self.counted_by.entry(name.clone()).or_default().push((place, 1));
                    continue;
                }
                let answers = index.get(name.as_str()).map_or(&[][..], |entry| entries[*entry].answers());
                for answer in answers.iter().map(|own| own.answer) {
                    let counted = self.counted_by.entry(format!("{name}.{}", answer.id));
                    counted.or_default().push((place, answer.points));
                }
            }
        }
        self.asked[place].pointers.push(pointer.to_owned());
        place
    }

    /// Marks the earlier answers that a node refers to as alive at every node that can lead to it.
    fn spread(&mut self, entries: &[NodeSlots<'_>], targets: &HashMap<&str, usize>, own: &[Vec<usize>]) {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); entries.len()];
        for (from, entry) in entries.iter().enumerate() {
            let routes = entry.answers().iter().flat_map(|own| &entry.slots[own.route].choices);
            for to in routes.filter_map(|choice| targets.get(choice.value)) {
                before[*to].push(from);
            }
        }
        let mut waiting: Vec<(usize, usize)> =
            own.iter().enumerate().flat_map(|(at, asks)| asks.iter().map(move |ask| (at, *ask))).collect();
        while let Some((at, ask)) = waiting.pop() {
            if !std::mem::replace(&mut self.alive[at][ask], true) {
                waiting.extend(before[at].iter().map(|from| (*from, ask)));
            }
        }
    }

    /// Returns the history at the start of a contact.
    pub fn none(&self) -> History {
        vec![0; self.asked.len()].into()
    }

    /// Returns the history at the node `to`, after answering `question` with `answer`.
    pub fn after(&self, before: &History, question: &str, answer: &str, to: usize) -> History {
        let mut counts = before.clone();
        if counts.is_empty() {
            return counts;
        }
        for (ask, worth) in self.counted_by.get(&format!("{question}.{answer}")).into_iter().flatten() {
            let most = self.asked[*ask].answered.at_least();
            counts[*ask] = counts[*ask].saturating_add(*worth).min(most);
        }
        for (count, alive) in counts.iter_mut().zip(&self.alive[to]) {
            *count = if *alive { *count } else { 0 };
        }
        counts
    }

    /// Returns whether `answered` is met after this history.
    pub fn holds(&self, history: &History, answered: &Answered) -> bool {
        self.index.get(answered).is_some_and(|ask| history[*ask] >= answered.at_least())
    }

    /// Returns the earlier answers that a node, or one after it, refers to.
    pub fn alive(&self, node: usize) -> impl Iterator<Item = &AskedAnswer> {
        self.asked.iter().zip(&self.alive[node]).filter(|(_, alive)| **alive).map(|(asked, _)| asked)
    }
}
