//! The words for an emergency, each with who reads what.

use super::conditions::Conditions;
use super::slots::{ScriptSlots, Slot, gate, of_text, put, scripts};
use super::taken::{Taken, taken};
use crate::api::tree::Channel;
use crate::content::document::item;
use crate::content::model::{DangerChoice, Emergency, Upset};

/// What is read of the file. Who has chosen no region reads what has no condition.
#[derive(Debug)]
pub struct EmergencyReading<'a> {
    pub emergency: &'a Emergency,
    /// Each with the readers of its options.
    pub(super) slots: Vec<(Slot<'a>, Vec<Taken>)>,
    text: usize,
    /// With the gate and the scripts of each.
    choices: Vec<(&'a DangerChoice, usize, Vec<ScriptSlots<'a>>)>,
    upset: Option<(&'a Upset, Vec<ScriptSlots<'a>>)>,
}

/// A script as a reader has it: the parts of its note and of its words, blanks open.
#[derive(Debug)]
pub struct Said<'a> {
    pub note: Option<Vec<&'a str>>,
    pub say: Vec<&'a str>,
    pub channel: Channel,
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
        let slots = slots.into_iter().map(|slot| {
            let taken = taken(&slot, conditions, &|_| false);
            (slot, taken)
        });
        Self { emergency, slots: slots.collect(), text, choices, upset }
    }

    /// What the volunteer does, in parts.
    pub fn text(&self, reader: usize) -> Vec<&'a str> {
        self.words(self.text, reader)
    }

    /// The choices that `reader` has, with their scripts.
    pub fn choices(&self, reader: usize) -> impl Iterator<Item = (&'a DangerChoice, Vec<Said<'a>>)> {
        let shown = self.choices.iter().filter(move |(_, gate, _)| self.takes_any(*gate, reader));
        shown.map(move |(choice, _, scripts)| (*choice, self.said(scripts, reader)))
    }

    /// The words for someone who is upset.
    pub fn upset(&self, reader: usize) -> Option<(&'a Upset, Vec<Said<'a>>)> {
        self.upset.as_ref().map(|(upset, scripts)| (*upset, self.said(scripts, reader)))
    }

    fn said(&self, scripts: &[ScriptSlots<'a>], reader: usize) -> Vec<Said<'a>> {
        let shown = scripts.iter().filter(|script| self.takes_any(script.gate, reader));
        let said = shown.map(|script| Said {
            note: script.note.map(|note| self.words(note, reader)),
            say: self.words(script.say, reader),
            channel: script.script.channel,
        });
        said.collect()
    }

    fn takes_any(&self, slot: usize, reader: usize) -> bool {
        !self.words(slot, reader).is_empty()
    }

    fn words(&self, slot: usize, reader: usize) -> Vec<&'a str> {
        let (slot, taken) = &self.slots[slot];
        slot.words(taken, reader)
    }
}
