//! The text that's also read without a region (the FAQ entries and the emergency page), and which readers get which
//! version of it.

use super::conditions::{Conditions, Taken, taken};
use super::fill::Blanks;
use super::set::ReaderSet;
use super::slots::{ScriptSlots, Slot, gate, of_text, put, scripts};
use super::tree;
use crate::content::Draft;
use crate::content::document::{child, item};
use crate::content::model::{DangerChoice, Emergency, Entry, Upset};
use callguide_search::api;
use callguide_search::api::content::{EmergencyChoice, EmergencyWords};

/// An entry. Readers without a region get the general answer, that is, the one without a condition.
#[derive(Debug)]
pub struct FaqReading<'a> {
    pub entry: &'a Entry,
    /// Index of its file among the draft's categories.
    pub category: usize,
    /// The entry's pointer in its file.
    pub pointer: String,
    /// Everyone who is shown the entry.
    pub shown: ReaderSet,
    pub answer: Slot<'a>,
    /// The readers of each option.
    pub taken: Vec<Taken>,
}

/// Returns the entries of a draft, in content order.
pub(super) fn faq<'a>(draft: &'a Draft, conditions: Conditions<'_>) -> Vec<FaqReading<'a>> {
    let mut out = Vec::new();
    for (category, file) in draft.faq.iter().enumerate() {
        for (index, entry) in file.entries.indexed() {
            let pointer = item("/entries", index);
            let answer = of_text(child(&pointer, "answer"), None, &entry.answer);
            let shown = conditions.holds(None, entry.window, &|_| false);
            let taken = taken(&answer, conditions, &|_| false);
            out.push(FaqReading { entry, category, pointer, shown, answer, taken });
        }
    }
    out
}

impl<'a> FaqReading<'a> {
    /// Returns everyone who is shown the entry and reads this option.
    pub fn readers_of(&self, choice: usize) -> ReaderSet {
        self.shown.and(&self.taken[choice].takes)
    }

    /// Returns whether everyone always reads the same answer.
    pub fn is_the_same_for_all(&self) -> bool {
        !self.answer.listed && self.entry.window.is_open()
    }

    /// Returns the parts of the answer for `reader`, in order, with placeholders unfilled; `None` if there are none or
    /// the entry isn't shown.
    pub fn words(&self, reader: usize) -> Option<Vec<&'a str>> {
        let words = self.answer.words(&self.taken, reader);
        (self.shown.contains(reader) && !words.is_empty()).then_some(words)
    }
}

/// The parts of the emergency file with their readers. Readers without a region only get parts without a condition.
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

    /// Returns the text for `reader`.
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
