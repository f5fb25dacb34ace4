//! What stands beside every step of a contact, as far as it's the region's own: badges, official pages, and what can be
//! said of the region. Each may ask what was answered, so it has readings of its own in every copy of a node.

use std::collections::HashMap;

use super::conditions::Conditions;
use super::histories::{Histories, History};
use super::slots::{ScriptSlots, Slot, gate, put, scripts};
use super::taken::{Reading, taken};
use crate::api::tree::Tone;
use crate::content::document::{child, item};
use crate::content::model::{Answered, States};

/// The pieces, and who reads which after which answers.
#[derive(Debug, Default)]
pub struct Beside<'a> {
    pub(super) slots: Vec<Slot<'a>>,
    /// Each with its gate.
    pub(super) badges: Vec<(&'a str, Tone, usize)>,
    /// Names and labels.
    pub(super) links: Vec<(&'a str, &'a str, usize)>,
    pub(super) scripts: Vec<ScriptSlots<'a>>,
    /// Of every slot, once for all histories after which the same of what is asked for holds. The first is that of a
    /// contact in which nothing was answered.
    pub(super) readings: Vec<Vec<Reading>>,
    by_answers: HashMap<Vec<bool>, usize>,
}

impl<'a> Beside<'a> {
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

    /// What earlier answers it asks for.
    pub(super) fn asks(&self) -> impl Iterator<Item = (&Answered, &str)> {
        self.slots.iter().flat_map(Slot::asks)
    }

    /// The place of its readings after a history.
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
