//! The decision tree resolved once for all readers: who comes to which node, after which answers, and who takes which
//! option there.
//!
//! A node that earlier answers change is unfolded into copies, one for each history that something later tells apart.

use std::collections::{BTreeSet, HashMap};

use super::conditions::Conditions;
use super::histories::{Histories, History};
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::{Entry, EntryBody, Slot, of_route};
use super::taken::{Taken, taken};
use crate::content::model::{DecisionTree, State};
use crate::diagnostics::nearest;

/// Beyond one copy for each node, so many more may come of earlier answers.
pub const MAX_COPIES: usize = 5_000;

/// Fewer where readers are many: each copy has several sets of them.
const MAX_CELLS: usize = 100_000_000;

/// A node after one history, for everybody who comes to it so.
#[derive(Debug, Clone)]
pub struct Unfolded {
    /// Place of the node among [`Guidance::entries`].
    pub entry: usize,
    pub history: History,
    pub readers: ReaderSet,
    /// By answer.
    pub leads: Vec<Vec<Lead>>,
    /// Readings of the slots that ask for earlier answers, by the slots' places.
    own: HashMap<usize, Vec<Taken>>,
}

/// Where an answer, or the beginning, leads some readers.
#[derive(Debug, Clone)]
pub struct Lead {
    /// Place among [`Guidance::copies`]; absent where content has no node of this key.
    pub to: Option<usize>,
    /// Place of the option that says so.
    pub choice: usize,
    pub readers: ReaderSet,
}

/// The tree for all readers.
#[derive(Debug)]
pub struct Guidance<'a> {
    /// The nodes as content has them, questions first.
    pub entries: Vec<Entry<'a>>,
    pub histories: Histories,
    pub start: Slot<'a>,
    /// Who begins where.
    pub starts: Vec<Lead>,
    pub copies: Vec<Unfolded>,
    /// The node whose copies became too many: nothing behind the bound is unfolded.
    pub too_many: Option<usize>,
    index: HashMap<&'a str, usize>,
    start_taken: Vec<Taken>,
    /// Readings of every slot that asks for no earlier answer, by node and slot.
    fixed: Vec<Vec<Option<Vec<Taken>>>>,
    by_history: HashMap<(usize, History), usize>,
    /// The copies of each node.
    of_entry: Vec<Vec<usize>>,
}

impl<'a> Guidance<'a> {
    /// Resolves `tree` for all `readers`, who are of these `regions`.
    pub fn of(tree: &'a DecisionTree, regions: &[State], readers: &Readers) -> Self {
        let conditions = Conditions { readers, regions };
        let questions = tree.questions.iter().map(|(key, question)| Entry::question(key, question));
        let solutions = tree.solutions.iter().map(|(key, solution)| Entry::solution(key, solution));
        let entries: Vec<Entry<'a>> = questions.chain(solutions).collect();
        let index: HashMap<&str, usize> =
            entries.iter().enumerate().map(|(place, entry)| (entry.key, place)).collect();
        let histories = Histories::of(&entries, &index);
        let fixed =
            entries.iter().map(|entry| entry.slots.iter().map(|slot| fixed(slot, conditions)).collect());
        let start = of_route("/start".to_owned(), &tree.start);
        let start_taken = taken(&start, conditions, &|_| false);
        let mut this = Self {
            fixed: fixed.collect(),
            of_entry: vec![Vec::new(); entries.len()],
            entries,
            histories,
            start,
            starts: Vec::new(),
            copies: Vec::new(),
            too_many: None,
            index,
            start_taken,
            by_history: HashMap::new(),
        };
        this.unfold(tree, conditions);
        this
    }

    fn unfold(&mut self, tree: &DecisionTree, conditions: Conditions<'_>) {
        let readers = conditions.readers;
        let ranks = self.ranks();
        // Nodes that lead to others come before them, so that most are looked at once.
        let mut waiting: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut news: Vec<ReaderSet> = Vec::new();
        let none = self.histories.none();
        let begin: Vec<(usize, ReaderSet)> = self
            .start_taken
            .iter()
            .enumerate()
            .map(|(choice, taken)| (choice, taken.takes.and(readers.in_regions())))
            .collect();
        for (choice, who) in begin {
            let key = self.start.choices[choice].value;
            let to = self
                .target(tree, key)
                .and_then(|entry| self.copy(entry, none.clone(), conditions, &mut news));
            self.starts.push(Lead { to, choice, readers: who.clone() });
            if let Some(to) = to {
                news[to].add(&who);
                waiting.insert((ranks[self.copies[to].entry], to));
            }
        }
        while let Some((_, at)) = waiting.pop_first() {
            let mut new = std::mem::replace(&mut news[at], readers.none());
            new.remove(&self.copies[at].readers);
            if new.is_empty() {
                continue;
            }
            self.copies[at].readers.add(&new);
            let entry = self.copies[at].entry;
            let EntryBody::Question { answers, .. } = &self.entries[entry].body else { continue };
            let answers: Vec<(String, usize)> =
                answers.iter().map(|(answer, route)| (answer.id.clone(), *route)).collect();
            for (place, (answer, route)) in answers.iter().enumerate() {
                for choice in 0..self.entries[entry].slots[*route].choices.len() {
                    let who = self.taken(at, *route)[choice].takes.and(&new);
                    if who.is_empty() {
                        continue;
                    }
                    let key = self.entries[entry].slots[*route].choices[choice].value;
                    let to = self.target(tree, key).and_then(|to| {
                        let history = &self.copies[at].history;
                        let history = self.histories.after(history, self.entries[entry].key, answer, to);
                        self.copy(to, history, conditions, &mut news)
                    });
                    self.lead(at, place, Lead { to, choice, readers: who.clone() });
                    if let Some(to) = to {
                        news[to].add(&who);
                        waiting.insert((ranks[self.copies[to].entry], to));
                    }
                }
            }
        }
    }

    fn lead(&mut self, at: usize, answer: usize, lead: Lead) {
        let leads = &mut self.copies[at].leads[answer];
        match leads.iter_mut().find(|known| known.choice == lead.choice) {
            Some(known) => known.readers.add(&lead.readers),
            None => leads.push(lead),
        }
    }

    /// The node of this key; for a misspelled one that it's nearest to, so that one mistake isn't told twice.
    fn target(&self, tree: &DecisionTree, key: &str) -> Option<usize> {
        if let Some(entry) = self.index.get(key) {
            return Some(*entry);
        }
        // What's there and can't be read leads nowhere.
        if tree.questions.contains(key) || tree.solutions.contains(key) {
            return None;
        }
        nearest(key, self.entries.iter().map(|entry| entry.key))
            .and_then(|near| self.index.get(near))
            .copied()
    }

    fn copy(
        &mut self,
        entry: usize,
        history: History,
        conditions: Conditions<'_>,
        news: &mut Vec<ReaderSet>,
    ) -> Option<usize> {
        if let Some(known) = self.by_history.get(&(entry, history.clone())) {
            return Some(*known);
        }
        let room = MAX_COPIES.min(MAX_CELLS / conditions.readers.count().max(1));
        if self.copies.len() >= self.entries.len() + room {
            let most = (0..self.entries.len()).max_by_key(|entry| self.of_entry[*entry].len());
            self.too_many = most;
            return None;
        }
        let node = &self.entries[entry];
        let slots = node.slots.iter().enumerate();
        let own = slots
            .filter(|(place, _)| self.fixed[entry][*place].is_none())
            .map(|(place, slot)| {
                // An answer has been given when its route is taken: a score counts the last one as well.
                let history = match node.answer_of(place) {
                    Some(answer) => self.histories.after(&history, node.key, &answer.id, entry),
                    None => history.clone(),
                };
                (place, taken(slot, conditions, &|answered| self.histories.holds(&history, answered)))
            })
            .collect();
        let answers = match &self.entries[entry].body {
            EntryBody::Question { answers, .. } => answers.len(),
            EntryBody::Solution { .. } => 0,
        };
        let place = self.copies.len();
        let readers = conditions.readers.none();
        self.by_history.insert((entry, history.clone()), place);
        self.copies.push(Unfolded { entry, history, readers, leads: vec![Vec::new(); answers], own });
        self.of_entry[entry].push(place);
        news.push(conditions.readers.none());
        Some(place)
    }

    /// For each node a number: lower than those of all that it leads to, but where that goes in a circle.
    fn ranks(&self) -> Vec<usize> {
        let next = |entry: usize| -> Vec<usize> {
            let EntryBody::Question { answers, .. } = &self.entries[entry].body else { return Vec::new() };
            let choices = answers.iter().flat_map(|(_, route)| &self.entries[entry].slots[*route].choices);
            choices.filter_map(|choice| self.index.get(choice.value).copied()).collect()
        };
        let mut ranks = vec![usize::MAX; self.entries.len()];
        let mut left = self.entries.len();
        let mut seen = vec![false; self.entries.len()];
        for first in 0..self.entries.len() {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            // Depth first without recursion: content may be as deep as it likes.
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

    /// Who takes which option of a slot of the copy `at`, whoever comes to it.
    pub fn taken(&self, at: usize, slot: usize) -> &[Taken] {
        let copy = &self.copies[at];
        match &self.fixed[copy.entry][slot] {
            Some(fixed) => fixed,
            None => copy.own.get(&slot).map_or(&[], Vec::as_slice),
        }
    }

    /// The same of the beginning.
    pub fn start_taken(&self) -> &[Taken] {
        &self.start_taken
    }

    /// Place of the node with this key.
    pub fn entry(&self, key: &str) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// The copies of a node, at least one reader comes to each.
    pub fn copies_of(&self, entry: usize) -> impl Iterator<Item = (usize, &Unfolded)> {
        self.of_entry[entry].iter().map(|at| (*at, &self.copies[*at]))
    }

    /// Readings of a slot that hold after every history; `None` where earlier answers count.
    pub fn fixed(&self, entry: usize, slot: usize) -> Option<&[Taken]> {
        self.fixed[entry][slot].as_deref()
    }
}

fn fixed(slot: &Slot<'_>, conditions: Conditions<'_>) -> Option<Vec<Taken>> {
    slot.asks().next().is_none().then(|| taken(slot, conditions, &|_| false))
}
