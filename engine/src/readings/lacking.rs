//! Routes, texts and ids that someone lacks: worked out on sets, since readers may be many.

use std::collections::HashMap;

use super::fill::Filled;
use super::flaws::{Flaw, Found};
use super::guidance::{Guidance, Lead};
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::{EntryBody, Slot};
use super::taken::all_of;

impl Found {
    /// Routes that lead nowhere, or for which nothing holds.
    pub fn routes(&mut self, guidance: &Guidance<'_>, among: &ReaderSet) {
        self.route(guidance, &guidance.starts, &guidance.start, among);
        for copy in &guidance.copies {
            let entry = &guidance.entries[copy.entry];
            let EntryBody::Question { answers, .. } = &entry.body else { continue };
            let here = copy.readers.and(among);
            for ((_, route), leads) in answers.iter().zip(&copy.leads) {
                self.route(guidance, leads, &entry.slots[*route], &here);
            }
        }
    }

    fn route(&mut self, guidance: &Guidance<'_>, leads: &[Lead], route: &Slot<'_>, here: &ReaderSet) {
        let mut left = here.clone();
        for lead in leads {
            left.remove(&lead.readers);
            if !lead.is_meant(guidance, route) {
                self.add(|| Flaw::NoNode { pointer: route.go(lead.choice) }, &lead.readers.and(here));
            }
        }
        self.add(|| Flaw::NoCase { pointer: route.pointer.clone() }, &left);
    }

    /// Texts for which nothing holds, of what is shown.
    pub fn texts(&mut self, guidance: &Guidance<'_>, among: &ReaderSet) {
        for (at, entry) in guidance.entries.iter().enumerate() {
            let routes: Vec<usize> = match &entry.body {
                EntryBody::Question { answers, .. } => answers.iter().map(|(_, route)| *route).collect(),
                EntryBody::Solution { .. } => Vec::new(),
            };
            for (slot_at, slot) in entry.slots.iter().enumerate() {
                // What is only there or not is never missing.
                if routes.contains(&slot_at) || slot.is_gate() {
                    continue;
                }
                match slot.within {
                    None => {
                        for (reading, readers) in guidance.readings_of(at, slot_at) {
                            let left =
                                readers.and(among).but(&all_of(reading, ReaderSet::none(among.capacity())));
                            self.add(|| Flaw::NoCase { pointer: slot.pointer.clone() }, &left);
                        }
                    }
                    Some(gate) => self.inside(guidance, at, (gate, slot_at), among),
                }
            }
        }
    }

    /// The same of a text that is shown only where its script or line is.
    fn inside(&mut self, guidance: &Guidance<'_>, at: usize, slots: (usize, usize), among: &ReaderSet) {
        let (gate, slot_at) = slots;
        let nobody = || ReaderSet::none(among.capacity());
        // By reading: those for whom nothing holds. Copies share readings.
        let mut lacking: HashMap<_, ReaderSet> = HashMap::new();
        for (copy_at, copy) in guidance.copies_of(at) {
            let Some(reading) = guidance.reading(copy_at, slot_at) else { continue };
            let lacks =
                lacking.entry(reading.as_ptr()).or_insert_with(|| among.but(&all_of(reading, nobody())));
            if !lacks.meets(&copy.readers) {
                continue;
            }
            let left = all_of(guidance.taken(copy_at, gate), nobody()).and(&copy.readers).and(lacks);
            let pointer = &guidance.entries[at].slots[slot_at].pointer;
            self.add(|| Flaw::NoCase { pointer: pointer.clone() }, &left);
        }
    }

    /// Solutions that have no id for a region, or one that another node has.
    pub fn ids<'d>(
        &mut self,
        guidance: &Guidance<'_>,
        readers: &Readers,
        filled: impl Fn(usize) -> Filled<'d>,
        among: &ReaderSet,
    ) {
        let mut named: HashMap<(usize, String), Vec<usize>> = HashMap::new();
        let mut come_to: HashMap<usize, ReaderSet> = HashMap::new();
        let nobody = || ReaderSet::none(among.capacity());
        let mut here = |entry: usize| -> ReaderSet {
            let here = || guidance.come_to(entry).map_or_else(nobody, |readers| readers.and(among));
            come_to.entry(entry).or_insert_with(here).clone()
        };
        for (at, entry) in guidance.entries.iter().enumerate() {
            let EntryBody::Solution { solution, .. } = &entry.body else { continue };
            let Some(path) = solution.id_from.as_deref() else { continue };
            let here_at = here(at);
            for region in readers.regions_of(&here_at) {
                let own = here_at.and(&readers.all_of_region(region));
                let Some(id) = filled(region).value(path) else {
                    self.add(|| Flaw::NoId { solution: entry.key.to_owned() }, &own);
                    continue;
                };
                let named = named.entry((region, id.clone())).or_default();
                let others = guidance
                    .entry(&id)
                    .filter(|other| *other != at && !guidance.entries[*other].has_own_id());
                for other in others.into_iter().chain(named.iter().copied()) {
                    let keys = || [guidance.entries[other].key.to_owned(), entry.key.to_owned()];
                    let flaw = || Flaw::SameId { id: id.clone(), keys: keys() };
                    self.add(flaw, &here(other).and(&own));
                }
                named.push(at);
            }
        }
    }
}
