//! Places in the files: who gets which option of content that isn't the same for everyone, who reads the value at a
//! pointer, and the days that a value names.

use serde_json::Value;

use super::calendar::{date, day, in_words};
use super::conditions::{Conditions, Taken, all_of, taken};
use super::guidance::Guidance;
use super::readers::Readers;
use super::set::ReaderSet;
use super::slots::{Choice, Slot, Take, gate};
use super::without_region::{EmergencyReading, FaqReading};
use crate::content::Draft;
use crate::content::model::{Condition, Window};

/// The kind of list that a place contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// The first case that applies is used.
    Cases,
    /// All parts that apply are used.
    Parts,
    /// A single item that's shown or not.
    Gate,
}

/// A place whose text, route, or visibility depends on the reader.
#[derive(Debug)]
pub struct VaryingPlace<'r> {
    pub pointer: String,
    pub kind: PlaceKind,
    /// The choices, in file order.
    pub choices: Vec<PlaceChoice<'r>>,
    /// The readers who can get here with a history for which no option applies.
    pub left: ReaderSet,
}

/// A case, a part, or the single item of a gate. The sets cover all readers, including those of past periods, whether
/// or not they get here. If the choice depends on earlier answers, the sets cover only readers who get here, after any
/// history.
#[derive(Debug)]
pub struct PlaceChoice<'r> {
    pub pointer: String,
    pub when: Option<&'r Condition>,
    pub window: Window,
    /// Everyone who meets the choice's condition and dates.
    pub fits: ReaderSet,
    /// Everyone who gets the choice.
    pub takes: ReaderSet,
}

impl PlaceChoice<'_> {
    /// Returns whether the choice has neither a condition nor dates.
    pub fn is_open(&self) -> bool {
        self.when.is_none() && self.window.is_open()
    }

    /// Returns whether the choice depends on earlier answers.
    pub fn asks_for_answers(&self) -> bool {
        self.when.is_some_and(|when| when.parts().iter().any(|part| part.answered.is_some()))
    }
}

impl<'a> Guidance<'a> {
    /// Returns every place in the decision tree that isn't plain text or a plain route, node by node. Omits places that
    /// depend on earlier answers in a node that nobody reaches.
    pub fn places(&self, readers: &Readers) -> Vec<VaryingPlace<'a>> {
        let regions = readers.in_regions();
        let mut out = Vec::new();
        if self.start.listed {
            out.push(place(&self.start, [(self.start_taken(), regions)].into_iter(), readers.none()));
        }
        for (at, entry) in self.entries.iter().enumerate() {
            for (slot_at, slot) in entry.slots.iter().enumerate().filter(|(_, slot)| slot.depends()) {
                match self.fixed(at, slot_at) {
                    Some(fixed) => out.push(place(slot, [(fixed, regions)].into_iter(), readers.none())),
                    None => {
                        let readings = self.readings_of(at, slot_at);
                        if !readings.is_empty() {
                            let readings = readings.iter().map(|(reading, who)| (&reading[..], who));
                            out.push(place(slot, readings, readers.none()));
                        }
                    }
                }
            }
        }
        out
    }

    /// Returns every place in what's shown beside the steps that isn't the same for everyone.
    pub fn places_beside(&self, readers: &Readers) -> Vec<VaryingPlace<'a>> {
        let all = self.all_beside(readers.in_regions());
        let slots = self.beside.slots.iter().enumerate().filter(|(_, slot)| slot.depends());
        let readings = |at: usize| all.iter().map(move |(slots, who)| (&slots[at][..], who));
        slots.map(|(at, slot)| place(slot, readings(at), readers.none())).collect()
    }
}

impl<'a> FaqReading<'a> {
    /// Returns the place of the answer, if the answer isn't plain text. Includes readers without a region.
    pub fn place(&self, readers: &Readers) -> Option<VaryingPlace<'a>> {
        let readings = [(self.taken.as_slice(), &self.shown)].into_iter();
        self.answer.depends().then(|| place(&self.answer, readings, readers.none()))
    }
}

impl<'a> EmergencyReading<'a> {
    /// Returns every place that isn't plain text, with everyone who reaches it. Includes readers without a region.
    pub fn places(&self, readers: &Readers) -> Vec<VaryingPlace<'a>> {
        let slots = self.slots.iter().zip(&self.taken);
        let some = slots.filter(|(slot, _)| slot.depends());
        some.map(|(slot, taken)| {
            let here = self.readers_at(readers, outer(&slot.pointer));
            place(slot, [(taken.as_slice(), &here)].into_iter(), readers.none())
        })
        .collect()
    }
}

impl<'a> VaryingPlace<'a> {
    /// Returns the place of content that's either shown or not shown to the readers in `among`.
    pub fn of_gate(
        conditions: Conditions<'_>,
        pointer: String,
        when: Option<&'a Condition>,
        window: Window,
        among: &ReaderSet,
    ) -> Self {
        let slot = gate(pointer, when, window);
        let taken = taken(&slot, conditions, &|_| false);
        place(&slot, [(taken.as_slice(), among)].into_iter(), conditions.readers.none())
    }
}

/// Returns the pointer's parent.
fn outer(pointer: &str) -> &str {
    pointer.rsplit_once('/').map_or("", |(outer, _)| outer)
}

impl Slot<'_> {
    /// Returns whether the slot isn't the same for everyone.
    fn depends(&self) -> bool {
        self.listed || !self.choices.iter().all(Choice::is_open)
    }
}

/// Builds the place of a slot from its readings, each with the readers who have it.
fn place<'r, 's>(
    slot: &Slot<'r>,
    readings: impl Iterator<Item = (&'s [Taken], &'s ReaderSet)>,
    nobody: ReaderSet,
) -> VaryingPlace<'r> {
    let choice = |choice: &Choice<'r>| PlaceChoice {
        pointer: choice.pointer.clone(),
        when: choice.when,
        window: choice.window,
        fits: nobody.clone(),
        takes: nobody.clone(),
    };
    let mut choices: Vec<PlaceChoice<'r>> = slot.choices.iter().map(choice).collect();
    let mut left = nobody.clone();
    for (taken, who) in readings {
        for (choice, taken) in choices.iter_mut().zip(taken) {
            choice.fits.add(&taken.fits.and(who));
            choice.takes.add(&taken.takes.and(who));
        }
        left.add(&who.but(&all_of(taken, who)));
    }
    let kind = match (slot.listed, slot.take) {
        (false, _) => PlaceKind::Gate,
        (true, Take::First) => PlaceKind::Cases,
        (true, Take::Every) => PlaceKind::Parts,
    };
    VaryingPlace { pointer: slot.pointer.clone(), kind, choices, left }
}

impl Guidance<'_> {
    /// Returns everyone who reaches the node with this key, in any period.
    pub fn comes_to(&self, readers: &Readers, key: &str) -> ReaderSet {
        self.entry(key).and_then(|entry| self.come_to(entry)).unwrap_or_else(|| readers.none())
    }

    /// Returns everyone who reads the value at a pointer in the decision tree, in any period: they reach its node, see
    /// its script and take its case. The set is empty if the value isn't part of a node or of `start`.
    pub fn readers_at(&self, readers: &Readers, pointer: &str) -> ReaderSet {
        let none = readers.none();
        if inside(pointer, &self.start.pointer) {
            let taken = || self.start_taken().get(self.start.choice_at(pointer)?);
            let all = readers.in_regions();
            return taken().map_or_else(|| all.clone(), |taken| taken.takes.and(all));
        }
        let Some(at) = self.entry_at(pointer) else { return none };
        // The slot for text comes after that of the script around it.
        let slots = self.entries[at].slots.iter().enumerate().rev();
        let inside = slots.filter(|(_, slot)| inside(pointer, &slot.pointer));
        let option = inside.filter_map(|(place, slot)| Some((place, slot.choice_at(pointer)?))).next();
        let Some((slot, choice)) = option else { return self.come_to(at).unwrap_or(none) };
        let shown = self.readings_shown(at, slot).into_iter();
        ReaderSet::union(readers.count(), shown.map(|(reading, here)| reading[choice].takes.and(&here)))
    }

    /// Returns everyone who reads the value at a pointer in the file that defines what's shown beside the steps, after
    /// any answers.
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

    /// Returns the index of the node that contains a pointer.
    fn entry_at(&self, pointer: &str) -> Option<usize> {
        let (_, rest) = pointer.strip_prefix('/')?.split_once('/')?;
        let at = self.entry(rest.split('/').next()?)?;
        inside(pointer, &self.entries[at].pointer).then_some(at)
    }
}

impl Slot<'_> {
    /// Returns the index of the option that contains a pointer; `None` if none does.
    fn choice_at(&self, pointer: &str) -> Option<usize> {
        self.choices.iter().position(|choice| inside(pointer, &choice.pointer))
    }
}

impl FaqReading<'_> {
    /// Returns everyone who reads the value at a pointer in its file: they are shown the entry and take its case.
    /// Includes readers without a region. `None` if the pointer isn't in this entry.
    pub(super) fn readers_at(&self, pointer: &str) -> Option<ReaderSet> {
        let taken = || Some(self.taken.get(self.answer.choice_at(pointer)?)?.takes.and(&self.shown));
        inside(pointer, &self.pointer).then(|| taken().unwrap_or_else(|| self.shown.clone()))
    }
}

impl EmergencyReading<'_> {
    /// Returns everyone who reads the value at a pointer in the file, in any period: they see its choice and script,
    /// and take its case.
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

/// Returns whether `pointer` is `outer` or inside it.
fn inside(pointer: &str, outer: &str) -> bool {
    pointer.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// When something is shown, worded as in its file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SaidDays {
    /// `from October 5, 2026`, `past registration_deadline`.
    pub words: Vec<String>,
    /// Whether any of these days is today or later for someone.
    pub to_come: bool,
}

/// Returns the days that a value in a file of `draft` names directly: its own and its condition's, but not those of
/// values inside it.
pub fn said_days(value: &Value, draft: &Draft, readers: &Readers) -> SaidDays {
    let mut said = SaidDays::default();
    for key in ["from", "until"] {
        if let Some(own) = value.get(key).and_then(day) {
            said.words.push(format!("{key} {}", in_words(own)));
            said.to_come |= (0..=readers.general()).any(|region| !readers.is_over(region, own));
        }
    }
    if let Some(when) = value.get("when") {
        compared(when, draft, readers, &mut said);
    }
    said
}

/// Adds the dates that a condition compares with today.
fn compared(when: &Value, draft: &Draft, readers: &Readers, said: &mut SaidDays) {
    match when {
        Value::Object(parts) => {
            for (key, part) in parts {
                match (key.as_str(), part.as_str()) {
                    ("past" | "before", Some(path)) => {
                        said.words.push(format!("{key} {path}"));
                        let mut regions = draft.regions.iter().enumerate();
                        said.to_come |= regions.any(|(region, state)| {
                            date(state, path).is_some_and(|day| !readers.is_over(region, day))
                        });
                    }
                    ("is", Some(name)) => {
                        let named = draft.conditions.written(name).into_iter();
                        named.for_each(|when| compared(when, draft, readers, said));
                    }
                    _ => compared(part, draft, readers, said),
                }
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| compared(part, draft, readers, said)),
        _ => {}
    }
}
