//! Follows every answer for all readers at once, and unfolds the nodes that depend on earlier answers.

use std::collections::{BTreeSet, HashMap};

use super::bounds::{Bound, MAX_CELLS, MAX_COPIES, MAX_SERVED, MAX_WORK};
use super::conditions::{Conditions, Reading, taken};
use super::guidance::{BesideSlots, Guidance, Lead, Unfolded};
use super::histories::{Histories, History};
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::{AnswerSlots, NodeBody, NodeSlots, Slot, of_route};
use crate::content::circular::circular;
use crate::content::model::{DecisionTree, State, States};
use callguide_search::diagnostics::nearest;

/// The number of bytes that a copy takes up in addition to its text.
const NODE: usize = 100;

impl<'a> Guidance<'a> {
    /// Resolves `tree`, which consists of `entries`, for all `readers` in these `regions`.
    pub fn of(
        tree: &'a DecisionTree,
        entries: Vec<NodeSlots<'a>>,
        states: Option<&'a States>,
        regions: &[State],
        readers: &Readers,
    ) -> Self {
        let conditions = Conditions { readers, regions };
        let index: HashMap<&str, usize> =
            entries.iter().enumerate().map(|(place, entry)| (entry.key, place)).collect();
        let beside = BesideSlots::of(states, conditions);
        let start = of_route("/start".to_owned(), &tree.start);
        let targets = targets(tree, &entries, &index, &start);
        let histories = Histories::of(&entries, &index, &targets, beside.asks());
        let fixed =
            entries.iter().map(|entry| entry.slots.iter().map(|slot| fixed(slot, conditions)).collect());
        let start_taken = taken(&start, conditions, &|_| false).into();
        let mut this = Self {
            fixed: fixed.collect(),
            of_entry: vec![Vec::new(); entries.len()],
            entries,
            histories,
            start,
            starts: Vec::new(),
            copies: Vec::new(),
            beside,
            too_many: None,
            index,
            circular: Vec::new(),
            start_taken,
        };
        Unfolding::run(&mut this, targets, conditions);
        let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
        for copy in &this.copies {
            let to = copy.leads.iter().flatten().filter_map(|lead| lead.to);
            edges.extend(to.map(|to| (copy.entry, this.copies[to].entry)));
        }
        (_, this.circular) = circular(&edges, this.entries.len());
        this
    }
}

fn fixed(slot: &Slot<'_>, conditions: Conditions<'_>) -> Option<Reading> {
    slot.asks().next().is_none().then(|| taken(slot, conditions, &|_| false).into())
}

struct Unfolding<'g, 'a, 'c> {
    guidance: &'g mut Guidance<'a>,
    /// The node that each name in a route refers to, even if the name is misspelled.
    targets: HashMap<&'a str, usize>,
    conditions: Conditions<'c>,
    /// For each node, a number that, except in circles, is lower than the numbers of the nodes it leads to.
    ranks: Vec<usize>,
    /// For each copy, the readers who have arrived but haven't been sent on to the next nodes.
    news: Vec<ReaderSet>,
    /// The worklist: copies with new readers, by rank, so that most copies are processed only once.
    waiting: BTreeSet<(usize, usize)>,
    by_history: HashMap<(usize, History), usize>,
    /// Readings of slots that depend on earlier answers, by node, slot, and which of those answers were given.
    shared: HashMap<(usize, usize, Vec<bool>), Reading>,
    /// The number of copies beyond the first of each node.
    extra: usize,
    served: usize,
    cells: usize,
    work: usize,
}

impl<'g, 'a, 'c> Unfolding<'g, 'a, 'c> {
    /// Finds all copies and the readers who reach them.
    fn run(guidance: &'g mut Guidance<'a>, targets: HashMap<&'a str, usize>, conditions: Conditions<'c>) {
        let mut this = Self {
            ranks: ranks(guidance),
            guidance,
            targets,
            conditions,
            news: Vec::new(),
            waiting: BTreeSet::new(),
            by_history: HashMap::new(),
            shared: HashMap::new(),
            extra: 0,
            served: 0,
            cells: 0,
            work: 0,
        };
        this.begin();
        while let Some((_, at)) = this.waiting.pop_first() {
            if this.work > MAX_WORK {
                this.guidance.too_many = Some((this.guidance.copies[at].entry, Bound::Work));
                return;
            }
            this.lead_on(at);
        }
    }

    fn begin(&mut self) {
        let none = self.guidance.histories.none();
        for choice in 0..self.guidance.start.choices.len() {
            let takes = &self.guidance.start_taken()[choice].takes;
            let who = takes.and(self.conditions.readers.in_regions());
            let key = self.guidance.start.choices[choice].value;
            let to = self.targets.get(key).copied().and_then(|entry| self.copy(entry, none.clone()));
            self.tell(to, &who);
            let lead = self.guidance.lead(to, key, choice, who);
            self.guidance.starts.push(lead);
        }
    }

    /// Sends everyone who just reached a copy on to the next nodes.
    fn lead_on(&mut self, at: usize) {
        let mut new = std::mem::replace(&mut self.news[at], self.conditions.readers.none());
        new.remove(&self.guidance.copies[at].readers);
        if new.is_empty() {
            return;
        }
        self.guidance.copies[at].readers.add(&new);
        let entry = self.guidance.copies[at].entry;
        let NodeBody::Question { answers, .. } = &self.guidance.entries[entry].body else { return };
        for (place, AnswerSlots { answer, gate, route }) in answers.clone().into_iter().enumerate() {
            let mut left = new.and(&self.guidance.taken(at, gate)[0].takes);
            for choice in 0..self.guidance.entries[entry].slots[route].choices.len() {
                self.work += self.words();
                let who = self.guidance.taken(at, route)[choice].takes.and(&left);
                if who.is_empty() {
                    continue;
                }
                left.remove(&who);
                let key = self.guidance.entries[entry].slots[route].choices[choice].value;
                let to = self.targets.get(key).copied().and_then(|to| {
                    let Guidance { histories, entries, copies, .. } = &*self.guidance;
                    let history = histories.after(&copies[at].history, entries[entry].key, &answer.id, to);
                    self.copy(to, history)
                });
                self.tell(to, &who);
                let lead = self.guidance.lead(to, key, choice, who);
                self.lead(at, place, lead);
                if left.is_empty() {
                    break;
                }
            }
        }
    }

    /// Records that these readers arrive at a copy.
    fn tell(&mut self, to: Option<usize>, who: &ReaderSet) {
        let Some(to) = to else { return };
        self.work += self.words();
        self.news[to].add(who);
        self.waiting.insert((self.ranks[self.guidance.copies[to].entry], to));
    }

    fn lead(&mut self, at: usize, answer: usize, lead: Lead) {
        let leads = &mut self.guidance.copies[at].leads[answer];
        match leads.binary_search_by_key(&lead.choice, |known| known.choice) {
            Ok(known) => leads[known].readers.add(&lead.readers),
            Err(place) => {
                leads.insert(place, lead);
                self.cells += self.conditions.readers.count();
            }
        }
    }

    fn words(&self) -> usize {
        self.conditions.readers.count() / 64 + 1
    }

    /// Returns the copy of a node after this history; `None` if there are too many.
    fn copy(&mut self, entry: usize, history: History) -> Option<usize> {
        if let Some(known) = self.by_history.get(&(entry, history.clone())) {
            return Some(*known);
        }
        let is_first = self.guidance.copies_of(entry).next().is_none();
        if !is_first {
            self.served += self.weight(entry);
        }
        if let Some(bound) = self.bound().filter(|_| !is_first) {
            let copies = |entry: &usize| self.guidance.copies_of(*entry).count();
            let most = || (0..self.guidance.entries.len()).max_by_key(copies).map(|entry| (entry, bound));
            self.guidance.too_many = self.guidance.too_many.or_else(most);
            return None;
        }
        self.extra += usize::from(!is_first);
        let mut own = HashMap::new();
        for slot in 0..self.guidance.entries[entry].slots.len() {
            if self.guidance.fixed(entry, slot).is_none() {
                own.insert(slot, self.reading(entry, slot, &history));
            }
        }
        let answers = match &self.guidance.entries[entry].body {
            NodeBody::Question { answers, .. } => answers.len(),
            NodeBody::Solution { .. } => 0,
        };
        let readers = self.conditions.readers.none();
        self.news.push(readers.clone());
        let leads = vec![Vec::new(); answers];
        let Guidance { beside, histories, .. } = &mut *self.guidance;
        let known = beside.readings.len();
        let at = beside.after(self.conditions, histories, &history);
        if at == known {
            self.cells += 2 * beside.slots.len() * self.conditions.readers.count();
        }
        let copy = Unfolded { entry, history: history.clone(), readers, leads, own, beside: at };
        let place = self.guidance.add(copy);
        self.by_history.insert((entry, history), place);
        Some(place)
    }

    /// Returns the limit that has been exceeded, if any, so that no more copies are made.
    fn bound(&self) -> Option<Bound> {
        let bounds = [
            (self.extra == MAX_COPIES, Bound::Copies),
            (self.served > MAX_SERVED, Bound::Served),
            (self.cells > MAX_CELLS, Bound::Cells),
        ];
        bounds.into_iter().find_map(|(reached, bound)| reached.then_some(bound))
    }

    /// Returns the reading of a slot after a history, shared by all histories that the slot doesn't tell apart.
    fn reading(&mut self, entry: usize, slot: usize, history: &History) -> Reading {
        let Guidance { histories, entries, .. } = &*self.guidance;
        let (node, of) = (&entries[entry], &entries[entry].slots[slot]);
        // When an answer's route is taken, the answer has already been given, so a score includes it.
        let history = &match node.answer_of(slot) {
            Some(answer) => histories.after(history, node.key, &answer.id, entry),
            None => history.clone(),
        };
        let holds = of.asks().map(|(answered, _)| histories.holds(history, answered)).collect();
        let known = self.shared.entry((entry, slot, holds));
        known
            .or_insert_with(|| {
                self.cells += 2 * of.choices.len() * self.conditions.readers.count();
                taken(of, self.conditions, &|answered| histories.holds(history, answered)).into()
            })
            .clone()
    }

    /// Returns an upper bound on the bytes that a copy adds to the served trees.
    fn weight(&self, entry: usize) -> usize {
        let choices = self.guidance.entries[entry].slots.iter().flat_map(|slot| &slot.choices);
        let words: usize = choices.map(|choice| choice.value.len()).sum();
        (NODE + words) * self.conditions.regions.len()
    }
}

/// Maps each name in a route to the node it means: the one with this key or, if it's misspelled, the closest one, so
/// that one mistake isn't reported twice.
fn targets<'a>(
    tree: &DecisionTree,
    entries: &[NodeSlots<'a>],
    index: &HashMap<&'a str, usize>,
    start: &Slot<'a>,
) -> HashMap<&'a str, usize> {
    let routes = entries.iter().flat_map(|entry| entry.answers().iter().map(|own| &entry.slots[own.route]));
    let keys: BTreeSet<&str> =
        routes.chain([start]).flat_map(|route| &route.choices).map(|choice| choice.value).collect();
    let meant = |key: &str| {
        // The name of a node that exists but couldn't be read doesn't lead anywhere.
        let is_there = tree.questions.contains(key) || tree.solutions.contains(key);
        let near = || nearest(key, entries.iter().map(|entry| entry.key)).and_then(|near| index.get(near));
        index.get(key).or_else(|| if is_there { None } else { near() }).copied()
    };
    keys.into_iter().filter_map(|key| Some((key, meant(key)?))).collect()
}

/// Returns a number for each node that, except in circles, is lower than the numbers of the nodes it leads to.
fn ranks(guidance: &Guidance<'_>) -> Vec<usize> {
    let next = |entry: usize| -> Vec<usize> {
        guidance.targets(entry).into_iter().filter_map(|key| guidance.entry(key)).collect()
    };
    let count = guidance.entries.len();
    let mut ranks = vec![usize::MAX; count];
    let mut left = count;
    let mut seen = vec![false; count];
    for first in 0..count {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        // Depth first without recursion, since content can be arbitrarily deep.
        let mut open = vec![(first, next(first))];
        while let Some((entry, behind)) = open.last_mut() {
            match behind.pop() {
                Some(to) if !std::mem::replace(&mut seen[to], true) => open.push((to, next(to))),
                Some(_) => {}
                None => {
                    left -= 1;
                    ranks[*entry] = left;
                    open.pop();
                }
            }
        }
    }
    ranks
}
