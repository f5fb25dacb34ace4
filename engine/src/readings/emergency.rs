//! The words for an emergency, each with who reads what.

use super::conditions::Conditions;
use super::fill::Blanks;
use super::slots::{ScriptSlots, Slot, gate, of_text, put, scripts};
use super::taken::{Taken, taken};
use super::tree;
use crate::api;
use crate::api::content::{EmergencyChoice, EmergencyWords};
use crate::content::document::item;
use crate::content::model::{DangerChoice, Emergency, Upset};

/// What is read of the file. Who has chosen no region reads what has no condition.
#[derive(Debug)]
pub struct EmergencyReading<'a> {
    pub emergency: &'a Emergency,
    pub(super) slots: Vec<Slot<'a>>,
    /// By slot: the readers of its options.
    pub(super) taken: Vec<Vec<Taken>>,
    text: usize,
    /// With the gate and the scripts of each.
    choices: Vec<(&'a DangerChoice, usize, Vec<ScriptSlots<'a>>)>,
    upset: Option<(&'a Upset, Vec<ScriptSlots<'a>>)>,
}

impl<'a> EmergencyReading<'a> {
    pub(super) fn of(emergency: &'a Emergency, conditions: Conditions<'_>) -> Self {
        let mut slots = Vec::new();
        let choices = emergency.choices.indexed().map(|(index, choice)| {
            let at = item("/choices", index);
            let gate = put(&mut slots, gate(at.clone(), choice.when.as_ref(), choice.window));
            (choice, gate, scripts(&at, choice.scripts.indexed(), &mut slots))
        });
        let choices = choices.collect();
        let upset = emergency.upset.as_ref();
        let upset = upset.map(|upset| (upset, scripts("/upset", upset.scripts.indexed(), &mut slots)));
        let text = put(&mut slots, of_text("/text".to_owned(), None, &emergency.text));
        let taken = slots.iter().map(|slot| taken(slot, conditions, &|_| false)).collect();
        Self { emergency, slots, taken, text, choices, upset }
    }

    /// What `reader` has of it.
    pub fn words(&self, reader: usize, blanks: Blanks<'_>) -> EmergencyWords {
        let said = |slot: usize| self.slots[slot].words(&self.taken[slot], reader);
        let shown = self.choices.iter().filter(|(_, gate, _)| !said(*gate).is_empty());
        let choice = |(choice, _, list): &(&DangerChoice, usize, Vec<ScriptSlots<'_>>)| EmergencyChoice {
            id: choice.id.clone(),
            label: choice.label.clone(),
            scripts: tree::scripts(list, &said, blanks),
        };
        let upset = |(upset, list): &(&Upset, Vec<ScriptSlots<'_>>)| api::content::Upset {
            title: upset.title.clone(),
            scripts: tree::scripts(list, &said, blanks),
        };
        EmergencyWords {
            choices: shown.map(choice).collect(),
            upset: self.upset.as_ref().map(upset),
            text: blanks.markdown(&said(self.text)),
        }
    }
}
