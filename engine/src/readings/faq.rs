//! The entries of the FAQ, each with who reads which answer.

use super::conditions::Conditions;
use super::set::ReaderSet;
use super::slots::{Slot, of_text};
use super::taken::{Taken, taken};
use crate::content::Draft;
use crate::content::document::{child, item};
use crate::content::model::Entry;

/// An entry. Who has chosen no region reads the general answer: what has no condition.
#[derive(Debug)]
pub struct FaqReading<'a> {
    pub entry: &'a Entry,
    /// Place of its file among the draft's categories.
    pub category: usize,
    /// Of the entry in its file.
    pub pointer: String,
    /// Those who have it on a day that counts for them.
    pub shown: ReaderSet,
    pub answer: Slot<'a>,
    /// By option.
    pub taken: Vec<Taken>,
}

/// The entries of a draft, in content's order.
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
    /// Those who are shown the entry and read one of its options.
    pub fn readers_of(&self, choice: usize) -> ReaderSet {
        self.shown.and(&self.taken[choice].takes)
    }

    /// Whether everyone reads the same at any time.
    pub fn is_the_same_for_all(&self) -> bool {
        !self.answer.listed && self.entry.window.is_open()
    }

    /// The answer as `reader` has it, parts in order, blanks open; `None` where it has none or isn't shown the entry.
    pub fn words(&self, reader: usize) -> Option<Vec<&'a str>> {
        let words = self.answer.words(&self.taken, reader);
        (self.shown.contains(reader) && !words.is_empty()).then_some(words)
    }
}
