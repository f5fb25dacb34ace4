//! The decision tree resolved once for all readers: who comes to which node, after which answers, and who takes which
//! option there.
//!
//! A node that earlier answers change is unfolded into copies, one for each history that something later tells apart.

use std::collections::HashMap;

use super::beside::Beside;
use super::bounds::Bound;
use super::histories::{Histories, History};
use super::set::ReaderSet;
use super::slots::{Entry, Slot};
use super::taken::{Reading, Taken, all_of};

/// A node after one history, for everyone who comes to it so.
#[derive(Debug, Clone)]
pub struct Unfolded {
    /// Place of the node among [`Guidance::entries`].
    pub entry: usize,
    pub history: History,
    pub readers: ReaderSet,
    /// By answer, each in the order of the options.
    pub leads: Vec<Vec<Lead>>,
    /// Readings of the slots that ask for earlier answers, by the slots' places.
    pub(super) own: HashMap<usize, Reading>,
    /// Place of the readings of what stands beside it.
    pub(super) beside: usize,
}

/// Where an answer, or the beginning, leads some readers.
#[derive(Debug, Clone)]
pub struct Lead {
    /// Place among [`Guidance::copies`]; absent where content has no node of this key.
    pub to: Option<usize>,
    /// Place of the option that says so.
    pub choice: usize,
    /// Whether that's the node that is written: a misspelled name leads to what it's nearest to, for lint's sake alone.
    pub meant: bool,
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
    pub beside: Beside<'a>,
    /// The node whose copies became too many, and for which bound: nothing behind it is unfolded.
    pub too_many: Option<(usize, Bound)>,
    pub(super) index: HashMap<&'a str, usize>,
    /// By node: whether it leads to itself, for whomever, or stands between two that do.
    pub(super) circular: Vec<bool>,
    pub(super) start_taken: Reading,
    /// Readings of every slot that asks for no earlier answer, by node and slot.
    pub(super) fixed: Vec<Vec<Option<Reading>>>,
    /// The copies of each node.
    pub(super) of_entry: Vec<Vec<usize>>,
}

impl<'a> Guidance<'a> {
    /// Puts a copy in its place.
    pub(super) fn add(&mut self, copy: Unfolded) -> usize {
        let place = self.copies.len();
        self.of_entry[copy.entry].push(place);
        self.copies.push(copy);
        place
    }

    /// That readers are led to a copy by an option that names this key.
    pub(super) fn lead(&self, to: Option<usize>, key: &str, choice: usize, readers: ReaderSet) -> Lead {
        let meant = to.is_some_and(|to| self.entries[self.copies[to].entry].key == key);
        Lead { to, choice, meant, readers }
    }

    /// Who takes which option of a slot of the copy `at`, whoever comes to it.
    pub fn taken(&self, at: usize, slot: usize) -> &[Taken] {
        self.reading(at, slot).map_or(&[], |reading| reading)
    }

    /// Whom an answer of a copy is offered, whoever comes to it.
    pub fn offered(&self, at: usize, answer: usize) -> &ReaderSet {
        &self.taken(at, self.entries[self.copies[at].entry].answers()[answer].gate)[0].takes
    }

    /// The words of the options of a slot of the copy `at` that `reader` has, in order.
    pub fn words(&self, at: usize, slot: usize, reader: usize) -> Vec<&'a str> {
        self.entries[self.copies[at].entry].slots[slot].words(self.taken(at, slot), reader)
    }

    /// Who takes which option of a slot, shared with the other copies for which the slot reads so.
    pub(super) fn reading(&self, at: usize, slot: usize) -> Option<&Reading> {
        let copy = &self.copies[at];
        self.fixed[copy.entry][slot].as_ref().or_else(|| copy.own.get(&slot))
    }

    /// The different readings of a slot, each with everyone who comes to a copy in which it reads so.
    pub(super) fn readings_of(&self, entry: usize, slot: usize) -> Vec<(&Reading, ReaderSet)> {
        self.readings_within(entry, slot, None).into_iter().map(|(reading, _, who)| (reading, who)).collect()
    }

    /// The same, each with those alone for whom the slot is there: what's in a script, who sees that.
    pub(super) fn readings_shown(&self, entry: usize, slot: usize) -> Vec<(&Reading, ReaderSet)> {
        let within = self.readings_within(entry, slot, self.entries[entry].slots[slot].within);
        let shown = |(reading, gate, who): (_, Option<&Reading>, ReaderSet)| {
            let who = gate.map_or_else(|| who.clone(), |gate| all_of(gate, &who));
            (reading, who)
        };
        within.into_iter().map(shown).collect()
    }

    /// By slot and the slot that it's within: copies share readings, and what is the same for them is looked at once.
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

    /// Who takes which option of the beginning's route.
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

    /// Everyone who comes to a node, in whatever period.
    pub(super) fn come_to(&self, entry: usize) -> Option<ReaderSet> {
        let count = self.copies.first()?.readers.capacity();
        Some(ReaderSet::union(count, self.copies_of(entry).map(|(_, copy)| &copy.readers)))
    }

    /// Readings of a slot that hold after every history; `None` where earlier answers count.
    pub fn fixed(&self, entry: usize, slot: usize) -> Option<&[Taken]> {
        self.fixed[entry][slot].as_deref()
    }

    /// All readings of what stands beside, each with those who come to it: `everybody` has the first one.
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

    /// Every route with where it leads whom: that of the beginning first, then those of every copy.
    pub fn routes(&self) -> impl Iterator<Item = (&Slot<'a>, &[Lead])> {
        let of_copies = self.copies.iter().flat_map(|copy| {
            let node = &self.entries[copy.entry];
            let routes = node.answers().iter().map(|own| &node.slots[own.route]);
            routes.zip(copy.leads.iter().map(Vec::as_slice))
        });
        std::iter::once((&self.start, self.starts.as_slice())).chain(of_copies)
    }

    /// The keys of the nodes that an option of this node leads to, whoever takes it.
    pub fn targets(&self, entry: usize) -> Vec<&'a str> {
        let node = &self.entries[entry];
        let choices = node.answers().iter().flat_map(|own| &node.slots[own.route].choices);
        choices.map(|choice| choice.value).collect()
    }
}
