//! What a region shows beside every step of a contact: badges, official pages and scripts. Any of these may depend on
//! earlier answers, so each copy of a node has its own readings of them.

use std::collections::HashMap;

use super::conditions::Conditions;
use super::histories::{Histories, History};
use super::slots::{ScriptSlots, Slot, gate, put, scripts};
use super::taken::{Reading, taken};
use crate::content::document::{child, item};
use crate::content::model::{Answered, States};
use callguide_search::api::tree::Tone;

/// Everything shown beside a step, and who reads what after which answers.
#[derive(Debug, Default)]
pub struct Beside<'a> {
    pub(super) slots: Vec<Slot<'a>>,
    /// Text and tone, with the gate that decides whether it's shown.
    pub(super) badges: Vec<(&'a str, Tone, usize)>,
    /// Name and label, with the gate.
    pub(super) links: Vec<(&'a str, &'a str, usize)>,
    pub(super) scripts: Vec<ScriptSlots<'a>>,
    /// One reading of each slot per set of earlier answers that makes a difference. The first is for a contact with no
    /// answers yet.
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

    /// The earlier answers that it depends on.
    pub(super) fn asks(&self) -> impl Iterator<Item = (&Answered, &str)> {
        self.slots.iter().flat_map(Slot::asks)
    }

    /// Index of the readings after a history.
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
