//! The decision tree and everything shown beside a step, resolved once for all readers: which readers reach which node
//! after which answers, and which options they get there.
//!
//! A node that depends on earlier answers is unfolded into copies, one for each history that matters later.

use std::collections::HashMap;

use super::bounds::Bound;
use super::conditions::{Conditions, Reading, Taken, all_of, taken};
use super::histories::{Histories, History};
use super::set::ReaderSet;
use super::slots::{NodeSlots, ScriptSlots, Slot, gate, put, scripts};
use crate::content::document::{child, item};
use crate::content::model::{Answered, States};
use callguide_search::api::tree::Tone;

/// A node after one history, with everyone who reaches the node with that history.
#[derive(Debug, Clone)]
pub struct Unfolded {
    /// Index of the node in [`Guidance::entries`].
    pub entry: usize,
    pub history: History,
    pub readers: ReaderSet,
    /// Where each answer leads, in the order of the route's options.
    pub leads: Vec<Vec<Lead>>,
    /// Readings of the slots that depend on earlier answers, by slot index.
    pub(super) own: HashMap<usize, Reading>,
    /// Index of the readings of what's shown beside the node.
    pub(super) beside: usize,
}

/// Where an answer, or the start, leads some readers.
#[derive(Debug, Clone)]
pub struct Lead {
    /// Index in [`Guidance::copies`]; absent if the content doesn't have a node with this key.
    pub to: Option<usize>,
    /// Index of the route's option.
    pub choice: usize,
    /// Whether this is the node that the route names. A misspelled name leads to the closest one, for lint only.
    pub meant: bool,
    pub readers: ReaderSet,
}

/// The tree for all readers.
#[derive(Debug)]
pub struct Guidance<'a> {
    /// The nodes in the content, questions first.
    pub entries: Vec<NodeSlots<'a>>,
    pub histories: Histories,
    pub start: Slot<'a>,
    /// Where everyone starts.
    pub starts: Vec<Lead>,
    pub copies: Vec<Unfolded>,
    pub beside: BesideSlots<'a>,
    /// The node with too many copies, and the limit that it exceeded. Unfolding stops at this node.
    pub too_many: Option<(usize, Bound)>,
    pub(super) index: HashMap<&'a str, usize>,
    /// For each node, whether it's part of a circle for anyone.
    pub(super) circular: Vec<bool>,
    pub(super) start_taken: Reading,
    /// Readings of every slot that doesn't depend on earlier answers, by node and slot.
    pub(super) fixed: Vec<Vec<Option<Reading>>>,
    /// The copies of each node.
    pub(super) of_entry: Vec<Vec<usize>>,
}

impl<'a> Guidance<'a> {
    /// Adds a copy and returns its index.
    pub(super) fn add(&mut self, copy: Unfolded) -> usize {
        let place = self.copies.len();
        self.of_entry[copy.entry].push(place);
        self.copies.push(copy);
        place
    }

    /// Returns a lead to a copy from an option that names this key.
    pub(super) fn lead(&self, to: Option<usize>, key: &str, choice: usize, readers: ReaderSet) -> Lead {
        let meant = to.is_some_and(|to| self.entries[self.copies[to].entry].key == key);
        Lead { to, choice, meant, readers }
    }

    /// Returns the readers of each option of a slot in the copy `at`, whether or not they get there.
    pub fn taken(&self, at: usize, slot: usize) -> &[Taken] {
        self.reading(at, slot).map_or(&[], |reading| reading)
    }

    /// Returns the readers who are offered an answer in the copy `at`, whether or not they get there.
    pub fn offered(&self, at: usize, answer: usize) -> &ReaderSet {
        &self.taken(at, self.entries[self.copies[at].entry].answers()[answer].gate)[0].takes
    }

    /// Returns the text of each option that `reader` gets in a slot of the copy `at`, in order.
    pub fn words(&self, at: usize, slot: usize, reader: usize) -> Vec<&'a str> {
        self.entries[self.copies[at].entry].slots[slot].words(self.taken(at, slot), reader)
    }

    /// Returns the readers of each option of a slot; copies with the same reading share it.
    pub(super) fn reading(&self, at: usize, slot: usize) -> Option<&Reading> {
        let copy = &self.copies[at];
        self.fixed[copy.entry][slot].as_ref().or_else(|| copy.own.get(&slot))
    }

    /// Returns the distinct readings of a slot, each with everyone who reaches a copy with that reading.
    pub(super) fn readings_of(&self, entry: usize, slot: usize) -> Vec<(&Reading, ReaderSet)> {
        self.readings_within(entry, slot, None).into_iter().map(|(reading, _, who)| (reading, who)).collect()
    }

    /// Like [`Self::readings_of`], but limited to readers who are shown the slot: a script's text, for example, is only
    /// shown to readers who see the script.
    pub(super) fn readings_shown(&self, entry: usize, slot: usize) -> Vec<(&Reading, ReaderSet)> {
        let within = self.readings_within(entry, slot, self.entries[entry].slots[slot].within);
        let shown = |(reading, gate, who): (_, Option<&Reading>, ReaderSet)| {
            let who = gate.map_or_else(|| who.clone(), |gate| all_of(gate, &who));
            (reading, who)
        };
        within.into_iter().map(shown).collect()
    }

    /// Groups the readers by the slot's reading and the reading of the gate around it, since copies share readings.
    fn readings_within(
        &self,
        entry: usize,
        slot: usize,
        within: Option<usize>,
    ) -> Vec<(&Reading, Option<&Reading>, ReaderSet)> {
        let mut found: Vec<(&Reading, Option<&Reading>, ReaderSet)> = Vec::new();
        let mut known: HashMap<_, usize> = HashMap::new();
        for at in &self.of_entry[entry] {
            let Some(reading) = self.reading(*at, slot) else { continue };
            let gate = within.and_then(|gate| self.reading(*at, gate));
            let readers = &self.copies[*at].readers;
            let next = found.len();
            match *known.entry((reading.as_ptr(), gate.map(|gate| gate.as_ptr()))).or_insert(next) {
                place if place == next => found.push((reading, gate, readers.clone())),
                place => found[place].2.add(readers),
            }
        }
        found
    }

    /// Returns the readers of each option of the `start` route.
    pub fn start_taken(&self) -> &[Taken] {
        &self.start_taken
    }

    /// Returns the index of the node with this key.
    pub fn entry(&self, key: &str) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// Returns the copies of a node, each with at least one reader.
    pub fn copies_of(&self, entry: usize) -> impl Iterator<Item = (usize, &Unfolded)> {
        self.of_entry[entry].iter().map(|at| (*at, &self.copies[*at]))
    }

    /// Returns everyone who reaches a node, in any period.
    pub(super) fn come_to(&self, entry: usize) -> Option<ReaderSet> {
        let count = self.copies.first()?.readers.capacity();
        Some(ReaderSet::union(count, self.copies_of(entry).map(|(_, copy)| &copy.readers)))
    }

    /// Returns the reading of a slot that's the same after every history; `None` if it depends on earlier answers.
    pub fn fixed(&self, entry: usize, slot: usize) -> Option<&[Taken]> {
        self.fixed[entry][slot].as_deref()
    }

    /// Returns all readings of what's shown beside a step, each with everyone who gets it. All readers in `everybody`
    /// get the first one.
    pub(super) fn all_beside(&self, everybody: &ReaderSet) -> Vec<(&[Reading], ReaderSet)> {
        let readings = self.beside.readings.iter();
        let mut all: Vec<_> =
            readings.map(|slots| (slots.as_slice(), ReaderSet::none(everybody.capacity()))).collect();
        if let Some((_, who)) = all.first_mut() {
            who.add(everybody);
            self.copies.iter().for_each(|copy| all[copy.beside].1.add(&copy.readers));
        }
        all
    }

    /// Returns every route with its leads: `start` first, then the routes of every copy.
    pub fn routes(&self) -> impl Iterator<Item = (&Slot<'a>, &[Lead])> {
        let of_copies = self.copies.iter().flat_map(|copy| {
            let node = &self.entries[copy.entry];
            let routes = node.answers().iter().map(|own| &node.slots[own.route]);
            routes.zip(copy.leads.iter().map(Vec::as_slice))
        });
        std::iter::once((&self.start, self.starts.as_slice())).chain(of_copies)
    }

    /// Returns the keys that this node's routes name, whether or not anyone takes those routes.
    pub fn targets(&self, entry: usize) -> Vec<&'a str> {
        let node = &self.entries[entry];
        let choices = node.answers().iter().flat_map(|own| &node.slots[own.route].choices);
        choices.map(|choice| choice.value).collect()
    }
}

/// Everything shown beside a step (badges, official pages and scripts), and which readers get what after which answers.
/// All of it may depend on earlier answers, so each copy of a node has its own readings.
#[derive(Debug, Default)]
pub struct BesideSlots<'a> {
    pub(super) slots: Vec<Slot<'a>>,
    /// Text and tone, with the gate that decides whether the badge is shown.
    pub(super) badges: Vec<(&'a str, Tone, usize)>,
    /// Name and label, with the gate.
    pub(super) links: Vec<(&'a str, &'a str, usize)>,
    pub(super) scripts: Vec<ScriptSlots<'a>>,
    /// One reading of each slot per set of earlier answers that makes a difference. The first is for a contact that has
    /// no answers yet.
    pub(super) readings: Vec<Vec<Reading>>,
    by_answers: HashMap<Vec<bool>, usize>,
}

impl<'a> BesideSlots<'a> {
    pub(super) fn of(states: Option<&'a States>, conditions: Conditions<'_>) -> Self {
        let Some(states) = states else { return Self::default() };
        let mut slots = Vec::new();
        let badges = states.badges.indexed().map(|(index, badge)| {
            let gate = gate(item("/badges", index), badge.when.as_ref(), badge.window);
            (badge.text.as_str(), badge.tone, put(&mut slots, gate))
        });
        let badges = badges.collect();
        let links = states.link_labels.iter().map(|(name, label)| {
            let gate = gate(child("/link_labels", name), label.0.when.as_ref(), label.0.window);
            (name, label.0.text.as_str(), put(&mut slots, gate))
        });
        let links = links.collect();
        let scripts = scripts("", states.scripts().indexed(), &mut slots);
        let mut this =
            Self { slots, badges, links, scripts, readings: Vec::new(), by_answers: HashMap::new() };
        this.reading(conditions, &|_| false);
        this
    }

    /// Returns the earlier answers that conditions here refer to.
    pub(super) fn asks(&self) -> impl Iterator<Item = (&Answered, &str)> {
        self.slots.iter().flat_map(Slot::asks)
    }

    /// Returns the index in `readings` of those that apply after a history.
    pub(super) fn after(
        &mut self,
        conditions: Conditions<'_>,
        histories: &Histories,
        history: &History,
    ) -> usize {
        self.reading(conditions, &|answered| histories.holds(history, answered))
    }

    fn reading(&mut self, conditions: Conditions<'_>, given: &dyn Fn(&Answered) -> bool) -> usize {
        let holds = self.asks().map(|(answered, _)| given(answered)).collect();
        let next = self.readings.len();
        let place = *self.by_answers.entry(holds).or_insert(next);
        if place == next {
            let first = self.readings.first();
            let of_slot = |(at, slot): (usize, &Slot<'_>)| match first {
                Some(first) if slot.asks().next().is_none() => Reading::clone(&first[at]),
                _ => taken(slot, conditions, given).into(),
            };
            self.readings.push(self.slots.iter().enumerate().map(of_slot).collect());
        }
        place
    }
}
