//! Who reads the value at a given place in a file.

use super::emergency::EmergencyReading;
use super::faq::FaqReading;
use super::guidance::Guidance;
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::Slot;

impl Guidance<'_> {
    /// Everyone who gets to the node with this key, in any period.
    pub fn comes_to(&self, readers: &Readers, key: &str) -> ReaderSet {
        self.entry(key).and_then(|entry| self.come_to(entry)).unwrap_or_else(|| readers.none())
    }

    /// Everyone who reads the value at a pointer in the decision tree, in any period: they get to its node, see its
    /// script and take its case. Nobody, if it's not part of a node or of `start`.
    pub fn readers_at(&self, readers: &Readers, pointer: &str) -> ReaderSet {
        let none = readers.none();
        if inside(pointer, &self.start.pointer) {
            let taken = || self.start_taken().get(self.start.choice_at(pointer)?);
            let all = readers.in_regions();
            return taken().map_or_else(|| all.clone(), |taken| taken.takes.and(all));
        }
        let Some(at) = self.entry_at(pointer) else { return none };
        // A text's slot comes after its script's.
        let slots = self.entries[at].slots.iter().enumerate().rev();
        let inside = slots.filter(|(_, slot)| inside(pointer, &slot.pointer));
        let option = inside.filter_map(|(place, slot)| Some((place, slot.choice_at(pointer)?))).next();
        let Some((slot, choice)) = option else { return self.come_to(at).unwrap_or(none) };
        let shown = self.readings_shown(at, slot).into_iter();
        ReaderSet::union(readers.count(), shown.map(|(reading, here)| reading[choice].takes.and(&here)))
    }
}

impl Guidance<'_> {
    /// Everyone who reads the value at a pointer beside the steps, after any answers.
    pub fn readers_beside(&self, readers: &Readers, pointer: &str) -> ReaderSet {
        let mut all = readers.none();
        for (slots, mut here) in self.all_beside(readers.in_regions()) {
            for (slot, taken) in self.beside.slots.iter().zip(slots) {
                if let Some(taken) = slot.choice_at(pointer).and_then(|choice| taken.get(choice)) {
                    here.keep(&taken.takes);
                }
            }
            all.add(&here);
        }
        all
    }

    /// Index of the node that contains a pointer.
    fn entry_at(&self, pointer: &str) -> Option<usize> {
        let (_, rest) = pointer.strip_prefix('/')?.split_once('/')?;
        let at = self.entry(rest.split('/').next()?)?;
        inside(pointer, &self.entries[at].pointer).then_some(at)
    }
}

impl Slot<'_> {
    /// Index of the option that contains a pointer; `None` if none does.
    fn choice_at(&self, pointer: &str) -> Option<usize> {
        self.choices.iter().position(|choice| inside(pointer, &choice.pointer))
    }
}

impl FaqReading<'_> {
    /// Everyone who reads the value at a pointer in its file: they are shown the entry and take its case. Includes
    /// readers without a region. `None` if the pointer isn't in this entry.
    pub(super) fn readers_at(&self, pointer: &str) -> Option<ReaderSet> {
        let taken = || Some(self.taken.get(self.answer.choice_at(pointer)?)?.takes.and(&self.shown));
        inside(pointer, &self.pointer).then(|| taken().unwrap_or_else(|| self.shown.clone()))
    }
}

impl EmergencyReading<'_> {
    /// Everyone who reads the value at a pointer in the file, in any period: they see its choice and script, and take
    /// its case.
    pub(super) fn readers_at(&self, readers: &Readers, pointer: &str) -> ReaderSet {
        let mut all = readers.everybody().clone();
        for (slot, taken) in self.slots.iter().zip(&self.taken) {
            if let Some(taken) = slot.choice_at(pointer).and_then(|choice| taken.get(choice)) {
                all.keep(&taken.takes);
            }
        }
        all
    }
}

/// Whether `pointer` is `outer` or inside it.
fn inside(pointer: &str, outer: &str) -> bool {
    pointer.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
