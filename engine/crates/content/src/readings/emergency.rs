//! The emergency page's texts, and who reads which.

use super::conditions::Conditions;
use super::fill::Blanks;
use super::slots::{ScriptSlots, Slot, gate, of_text, put, scripts};
use super::taken::{Taken, taken};
use super::tree;
use crate::content::document::item;
use crate::content::model::{DangerChoice, Emergency, Upset};
use callguide_search::api;
use callguide_search::api::content::{EmergencyChoice, EmergencyWords};

/// The parts of the file with their readers. Without a region, only what has no condition is read.
#[derive(Debug)]
pub struct EmergencyReading<'a> {
    pub emergency: &'a Emergency,
    pub(super) slots: Vec<Slot<'a>>,
    /// The readers of each slot's options.
    pub(super) taken: Vec<Vec<Taken>>,
    text: usize,
    /// Each choice with its gate and scripts.
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

    /// The texts for `reader`.
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
