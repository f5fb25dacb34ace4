//! Walking the tree with answers, for many readers at once.

use std::collections::BTreeMap;

use super::guidance::{Guidance, Lead};
use super::set::ReaderSet;
use super::slots::{Entry, EntryBody, Slot};

/// A node to which some readers have come.
#[derive(Debug, Clone)]
pub struct Step {
    /// Place among [`Guidance::copies`].
    pub copy: usize,
    pub readers: ReaderSet,
}

impl Guidance<'_> {
    /// The node that some have come to.
    pub fn node(&self, step: &Step) -> &Entry<'_> {
        &self.entries[self.copies[step.copy].entry]
    }

    /// Where those of `among` begin.
    pub fn begin(&self, among: &ReaderSet) -> Vec<Step> {
        let mut steps = BTreeMap::new();
        self.lead_on(&self.starts, &self.start, among, &mut steps);
        Self::steps(steps)
    }

    /// Where those of `from` come who are asked this question and give this answer. The others are left behind.
    pub fn next(&self, from: &[Step], question: &str, answer: &str) -> Vec<Step> {
        let mut steps = BTreeMap::new();
        for step in from {
            if let Some((route, leads)) = self.route(step, question, answer) {
                self.lead_on(leads, route, &step.readers, &mut steps);
            }
        }
        Self::steps(steps)
    }

    /// The route of an answer to a question that some have come to, with where it leads whom; `None` where they are asked
    /// something else.
    pub fn route(&self, from: &Step, question: &str, answer: &str) -> Option<(&Slot<'_>, &[Lead])> {
        let copy = &self.copies[from.copy];
        let entry = &self.entries[copy.entry];
        let EntryBody::Question { answers, .. } = &entry.body else { return None };
        let given = answers.iter().position(|(known, _)| entry.key == question && known.id == answer)?;
        Some((&entry.slots[answers[given].1], &copy.leads[given]))
    }

    /// The solutions to which those of `from` can come, whatever they answer, by their places among the nodes.
    pub fn ends(&self, from: &[Step]) -> BTreeMap<usize, ReaderSet> {
        let mut ends: BTreeMap<usize, ReaderSet> = BTreeMap::new();
        let mut known: BTreeMap<usize, ReaderSet> = BTreeMap::new();
        let mut waiting: BTreeMap<usize, ReaderSet> = BTreeMap::new();
        for step in from {
            add(&mut waiting, step.copy, &step.readers);
        }
        while let Some((at, mut new)) = waiting.pop_first() {
            if let Some(known) = known.get(&at) {
                new.remove(known);
            }
            if new.is_empty() {
                continue;
            }
            add(&mut known, at, &new);
            let entry = &self.entries[self.copies[at].entry];
            match &entry.body {
                EntryBody::Solution { .. } => add(&mut ends, self.copies[at].entry, &new),
                EntryBody::Question { answers, .. } => {
                    for ((_, route), leads) in answers.iter().zip(&self.copies[at].leads) {
                        self.lead_on(leads, &entry.slots[*route], &new, &mut waiting);
                    }
                }
            }
        }
        ends
    }

    fn lead_on(
        &self,
        leads: &[Lead],
        route: &Slot<'_>,
        who: &ReaderSet,
        steps: &mut BTreeMap<usize, ReaderSet>,
    ) {
        for lead in leads.iter().filter(|lead| lead.is_meant(self, route)) {
            let who = lead.readers.and(who);
            if let Some(to) = lead.to.filter(|_| !who.is_empty()) {
                add(steps, to, &who);
            }
        }
    }

    fn steps(steps: BTreeMap<usize, ReaderSet>) -> Vec<Step> {
        steps.into_iter().map(|(copy, readers)| Step { copy, readers }).collect()
    }
}

fn add(steps: &mut BTreeMap<usize, ReaderSet>, at: usize, who: &ReaderSet) {
    steps.entry(at).or_insert_with(|| ReaderSet::none(who.capacity())).add(who);
}
