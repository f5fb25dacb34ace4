//! The FAQ entries, and who reads which answer.

use super::conditions::Conditions;
use super::set::ReaderSet;
use super::slots::{Slot, of_text};
use super::taken::{Taken, taken};
use crate::content::Draft;
use crate::content::document::{child, item};
use crate::content::model::Entry;

/// An entry. Without a region, the general answer is read: the one without a condition.
#[derive(Debug)]
pub struct FaqReading<'a> {
    pub entry: &'a Entry,
    /// Index of its file among the draft's categories.
    pub category: usize,
    /// The entry's pointer in its file.
    pub pointer: String,
    /// Everyone in whose period the entry is shown.
    pub shown: ReaderSet,
    pub answer: Slot<'a>,
    /// The readers of each option.
    pub taken: Vec<Taken>,
}

/// The entries of a draft, in content order.
pub(super) fn of<'a>(draft: &'a Draft, conditions: Conditions<'_>) -> Vec<FaqReading<'a>> {
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
    /// Everyone who is shown the entry and reads this option.
    pub fn readers_of(&self, choice: usize) -> ReaderSet {
        self.shown.and(&self.taken[choice].takes)
    }

    /// Whether everyone always reads the same answer.
    pub fn is_the_same_for_all(&self) -> bool {
        !self.answer.listed && self.entry.window.is_open()
    }

    /// The parts of the answer for `reader`, in order, with placeholders unfilled; `None` if there are none or the
    /// entry isn't shown.
    pub fn words(&self, reader: usize) -> Option<Vec<&'a str>> {
        let words = self.answer.words(&self.taken, reader);
        (self.shown.contains(reader) && !words.is_empty()).then_some(words)
    }
}
