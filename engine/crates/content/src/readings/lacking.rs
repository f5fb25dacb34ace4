//! Finds readers without a route, a text or an id. Works on sets, since there can be many readers.

use std::collections::HashMap;

use super::fill::Filled;
use super::flaws::{Flaw, Found};
use super::guidance::{Guidance, Lead};
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::{EntryBody, Slot};
use super::taken::all_of;
use crate::content::document::child;

impl Found {
    /// Finds routes that lead nowhere or have no case for someone, and questions that offer someone no answer.
    pub fn routes(&mut self, guidance: &Guidance<'_>, among: &ReaderSet) {
        self.route(&guidance.starts, &guidance.start, among);
        for (at, copy) in guidance.copies.iter().enumerate() {
            let entry = &guidance.entries[copy.entry];
            let EntryBody::Question { answers, .. } = &entry.body else { continue };
            let here = copy.readers.and(among);
            let mut left = here.clone();
            for (place, (own, leads)) in answers.iter().zip(&copy.leads).enumerate() {
                let offered = guidance.offered(at, place);
                left.remove(offered);
                self.route(leads, &entry.slots[own.route], &here.and(offered));
            }
            if !answers.is_empty() {
                self.add(|| Flaw::NoAnswer { pointer: child(&entry.pointer, "answers") }, &left);
            }
        }
    }

    fn route(&mut self, leads: &[Lead], route: &Slot<'_>, here: &ReaderSet) {
        let mut left = here.clone();
        for lead in leads {
            left.remove(&lead.readers);
            if !lead.meant {
                self.add(|| Flaw::NoNode { pointer: route.go(lead.choice) }, &lead.readers.and(here));
            }
        }
        self.add(|| Flaw::NoCase { pointer: route.pointer.clone() }, &left);
    }

    /// Finds shown texts that have no case or part for someone.
    pub fn texts(&mut self, guidance: &Guidance<'_>, among: &ReaderSet) {
        for (at, entry) in guidance.entries.iter().enumerate() {
            for (slot_at, slot) in entry.slots.iter().enumerate() {
                // Something that's merely shown or not is never missing.
                if entry.answer_of(slot_at).is_some() || slot.is_gate() {
                    continue;
                }
                for (reading, here) in guidance.readings_shown(at, slot_at) {
                    let here = here.and(among);
                    self.add(
                        || Flaw::NoCase { pointer: slot.pointer.clone() },
                        &here.but(&all_of(reading, &here)),
                    );
                }
            }
        }
    }

    /// Finds solutions that have no id for a region, or the same id as another node.
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
