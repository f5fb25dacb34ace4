//! The tree as one reader walks it: options chosen, routes followed, with the blanks still open. Regions whose outlines
//! are equal read the same.

use std::collections::HashMap;
use std::rc::Rc;

use super::flaws::Flaw;
use super::guidance::{Guidance, Lead};
use super::slots::{EntryBody, ScriptSlots, Slot};
use crate::api::tree::{Channel, Fact, Tone};
use crate::content::model::Solution;

/// Longer paths than this are no help to a volunteer, and the calls nest once a node.
pub const MAX_PATH: usize = 200;

/// Words as content writes them: one text, or the parts that are shown, in order.
pub type Words<'a> = Vec<&'a str>;

/// The tree of one reader. Made by [`Outline::of`] only, so that every `next` is the place of a node.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outline<'a> {
    /// Place of the first node.
    pub start: usize,
    /// What a node leads to stands before it.
    pub nodes: Vec<OutlineNode<'a>>,
}

/// A node after the histories that make no difference from here on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OutlineNode<'a> {
    /// Its key in the content.
    pub key: &'a str,
    pub body: OutlineBody<'a>,
    /// What stands beside it, where earlier answers change that.
    pub beside: Option<OutlineBeside<'a>>,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OutlineBody<'a> {
    Question {
        text: Words<'a>,
        short: Option<Words<'a>>,
        scripts: Vec<OutlineScript<'a>>,
        /// What is noted for the ticket.
        ask_for: Vec<&'a Fact>,
        answers: Vec<OutlineAnswer<'a>>,
    },
    Solution {
        id_from: Option<&'a str>,
        kind: &'a str,
        agreement_required: bool,
        title: Words<'a>,
        text: Words<'a>,
        scripts: Vec<OutlineScript<'a>>,
        /// Label and words.
        note: Vec<(&'a str, Words<'a>)>,
    },
}

/// Words to say or to send.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OutlineScript<'a> {
    pub note: Option<Words<'a>>,
    pub say: Words<'a>,
    pub channel: Channel,
}

/// What one reader has beside a step.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OutlineBeside<'a> {
    pub badges: Vec<(&'a str, Tone)>,
    /// The names and labels of official pages.
    pub links: Vec<(&'a str, &'a str)>,
    pub scripts: Vec<OutlineScript<'a>>,
}

/// An answer and the place of the node that follows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OutlineAnswer<'a> {
    pub id: &'a str,
    pub text: &'a str,
    pub shortcut: Option<&'a str>,
    /// What is noted for the ticket once it was given.
    pub ask_for: Vec<&'a Fact>,
    pub next: usize,
}

impl<'a> Outline<'a> {
    /// The tree of `reader`.
    ///
    /// # Errors
    /// Every flaw that keeps this reader from having a tree.
    pub fn of(guidance: &'a Guidance<'a>, reader: usize) -> Result<Self, Vec<Flaw>> {
        let mut walk = Walk {
            guidance,
            reader,
            done: HashMap::new(),
            places: HashMap::new(),
            nodes: Vec::new(),
            open: Vec::new(),
            flaws: Vec::new(),
            flawed: 0,
        };
        let start = walk.lead(&guidance.starts, &guidance.start);
        let Walk { nodes, flaws, .. } = walk;
        match start {
            Some(start) if flaws.is_empty() => Ok(Self { start, nodes }),
            _ => Err(flaws),
        }
    }

    /// The node at a place of this outline.
    pub fn node(&self, place: usize) -> &OutlineNode<'a> {
        &self.nodes[place]
    }
}

impl<'a> OutlineBeside<'a> {
    /// Where nothing was answered yet.
    pub fn at_first(guidance: &Guidance<'a>, reader: usize) -> Self {
        Self::of(guidance, 0, reader)
    }

    /// At a copy of a node; `None` where the answers change nothing of it.
    fn at(guidance: &Guidance<'a>, copy: usize, reader: usize) -> Option<Self> {
        let here = guidance.copies[copy].beside;
        let shown = (here > 0).then(|| Self::of(guidance, here, reader))?;
        (shown != Self::at_first(guidance, reader)).then_some(shown)
    }

    fn of(guidance: &Guidance<'a>, reading: usize, reader: usize) -> Self {
        let beside = &guidance.beside;
        let slots = beside.readings.get(reading).map_or(&[][..], Vec::as_slice);
        let takes = |slot: usize| slots[slot].iter().any(|taken| taken.takes.contains(reader));
        let words = |slot: usize| -> Words<'a> {
            let options = slots[slot].iter().zip(&beside.slots[slot].choices);
            let options = options.filter(|(taken, _)| taken.takes.contains(reader));
            options.map(|(_, choice)| choice.value.trim_end()).collect()
        };
        let said = |script: &ScriptSlots<'a>| OutlineScript {
            note: script.note.map(words).filter(|note| !note.is_empty()),
            say: words(script.say),
            channel: script.script.channel,
        };
        let scripts = beside.scripts.iter().filter(|script| takes(script.gate)).map(said);
        Self {
            badges: beside.badges.iter().filter(|at| takes(at.2)).map(|at| (at.0, at.1)).collect(),
            links: beside.links.iter().filter(|at| takes(at.2)).map(|at| (at.0, at.1)).collect(),
            // Whoever has no case of the words has no script.
            scripts: scripts.filter(|script| !script.say.is_empty()).collect(),
        }
    }
}

/// A copy that has been resolved.
struct Done {
    place: usize,
    /// Which nodes that lead to themselves for someone are among it and all behind it, in order.
    circular: Rc<[usize]>,
    /// How many questions the longest way from here on has.
    length: usize,
}

struct Walk<'a> {
    guidance: &'a Guidance<'a>,
    reader: usize,
    /// By copy; `None` where it has a flaw.
    done: HashMap<usize, Option<Done>>,
    places: HashMap<OutlineNode<'a>, usize>,
    nodes: Vec<OutlineNode<'a>>,
    /// The copies that are being resolved, outermost first.
    open: Vec<usize>,
    /// The first of them.
    flaws: Vec<Flaw>,
    /// How many there are.
    flawed: usize,
}

/// More flaws of one tree than this are no help to anyone.
const MAX_FLAWS: usize = 100;

impl<'a> Walk<'a> {
    /// The place of the node that one of `leads`, of this route, leads this reader to.
    fn lead(&mut self, leads: &[Lead], route: &Slot<'_>) -> Option<usize> {
        let Some(lead) = leads.iter().find(|lead| lead.readers.contains(self.reader)) else {
            self.flaw(Flaw::NoCase { pointer: route.pointer.clone() });
            return None;
        };
        let Some(copy) = lead.to.filter(|_| lead.is_meant(self.guidance, route)) else {
            self.flaw(Flaw::NoNode { pointer: route.go(lead.choice) });
            return None;
        };
        let pointer = route.go(lead.choice);
        self.node(copy, &pointer)
    }

    fn node(&mut self, copy: usize, pointer: &str) -> Option<usize> {
        let entry = self.guidance.copies[copy].entry;
        if self.circle(&[entry], pointer) {
            return None;
        }
        if let Some(done) = self.done.get(&copy) {
            // Resolved after other questions: with those asked now it could come round, or become too long.
            let done = done.as_ref()?;
            let (place, circular, length) = (done.place, Rc::clone(&done.circular), done.length);
            if self.circle(&circular, pointer) || self.is_long(length, pointer) {
                return None;
            }
            return Some(place);
        }
        let is_question = matches!(self.guidance.entries[entry].body, EntryBody::Question { .. });
        if self.is_long(usize::from(is_question), pointer) {
            return None;
        }
        self.open.push(copy);
        let done = self.resolve(copy);
        self.open.pop();
        let place = done.as_ref().map(|done| done.place);
        self.done.insert(copy, done);
        place
    }

    fn flaw(&mut self, flaw: Flaw) {
        self.flawed += 1;
        if self.flaws.len() < MAX_FLAWS {
            self.flaws.push(flaw);
        }
    }

    /// Notes a flaw where so many questions more are too many.
    fn is_long(&mut self, more: usize, pointer: &str) -> bool {
        let is_long = self.open.len() + more > MAX_PATH;
        if is_long {
            self.flaw(Flaw::TooLong { pointer: pointer.to_owned() });
        }
        is_long
    }

    /// Notes a flaw where one of `entries`, which are in order, is being asked already.
    fn circle(&mut self, entries: &[usize], pointer: &str) -> bool {
        if entries.is_empty() {
            return false;
        }
        let asked = |copy: &usize| entries.binary_search(&self.guidance.copies[*copy].entry).is_ok();
        let Some(first) = self.open.iter().position(asked) else { return false };
        let ids = self.open[first..]
            .iter()
            .map(|copy| self.guidance.entries[self.guidance.copies[*copy].entry].key.to_owned());
        self.flaw(Flaw::Cycle { pointer: pointer.to_owned(), ids: ids.collect() });
        true
    }

    fn resolve(&mut self, copy: usize) -> Option<Done> {
        let entry = &self.guidance.entries[self.guidance.copies[copy].entry];
        let flawed = self.flawed;
        let text = self.words(copy, entry.text);
        let scripts = self.scripts(copy);
        let own = self.guidance.copies[copy].entry;
        let mut circular: Vec<usize> = self.guidance.circular[own].then_some(own).into_iter().collect();
        let mut length = 0;
        let body = match &entry.body {
            EntryBody::Question { short, ask_for, answers } => {
                length = 1;
                let short = short.map(|short| self.words(copy, short));
                let mut led = Vec::new();
                for (place, (answer, route)) in answers.iter().enumerate() {
                    let slot = &entry.slots[*route];
                    let leads = &self.guidance.copies[copy].leads[place];
                    let Some(next) = self.lead(leads, slot) else { continue };
                    if let Some(Some(done)) =
                        self.lead_copy(leads).map(|to| self.done.get(&to).and_then(Option::as_ref))
                    {
                        circular.extend(done.circular.iter());
                        length = length.max(done.length + 1);
                    }
                    led.push(OutlineAnswer {
                        id: &answer.id,
                        text: &answer.text,
                        shortcut: answer.shortcut.as_deref(),
                        ask_for: answer.ask_for.iter().collect(),
                        next,
                    });
                }
                OutlineBody::Question { text, short, scripts, ask_for: ask_for.clone(), answers: led }
            }
            EntryBody::Solution { solution, title, note } => {
                let title = self.words(copy, *title);
                let note = note.iter().filter(|(_, gate, _)| self.takes(copy, *gate));
                let note: Vec<_> = note.map(|(line, _, text)| (line.label.as_str(), *text)).collect();
                let note = note.into_iter().map(|(label, text)| (label, self.words(copy, text))).collect();
                self.solution(solution, title, text, scripts, note)
            }
        };
        if self.flawed > flawed {
            return None;
        }
        circular.sort_unstable();
        circular.dedup();
        let node =
            OutlineNode { key: entry.key, body, beside: OutlineBeside::at(self.guidance, copy, self.reader) };
        let next = self.nodes.len();
        let place = *self.places.entry(node.clone()).or_insert(next);
        if place == next {
            self.nodes.push(node);
        }
        Some(Done { place, circular: circular.into(), length })
    }

    fn solution(
        &self,
        solution: &'a Solution,
        title: Words<'a>,
        text: Words<'a>,
        scripts: Vec<OutlineScript<'a>>,
        note: Vec<(&'a str, Words<'a>)>,
    ) -> OutlineBody<'a> {
        OutlineBody::Solution {
            id_from: solution.id_from.as_deref(),
            kind: &solution.kind,
            agreement_required: solution.agreement_required.unwrap_or_default(),
            title,
            text,
            scripts,
            note,
        }
    }

    fn lead_copy(&self, leads: &[Lead]) -> Option<usize> {
        leads.iter().find(|lead| lead.readers.contains(self.reader))?.to
    }

    fn scripts(&mut self, copy: usize) -> Vec<OutlineScript<'a>> {
        let entry = &self.guidance.entries[self.guidance.copies[copy].entry];
        let mut out = Vec::new();
        for slots in entry.scripts.iter().filter(|slots| self.takes(copy, slots.gate)) {
            out.push((slots.script.channel, slots.note, slots.say));
        }
        out.into_iter()
            .map(|(channel, note, say)| OutlineScript {
                note: note.map(|note| self.words(copy, note)),
                say: self.words(copy, say),
                channel,
            })
            .collect()
    }

    fn takes(&self, copy: usize, slot: usize) -> bool {
        self.guidance.taken(copy, slot).iter().any(|taken| taken.takes.contains(self.reader))
    }

    fn words(&mut self, copy: usize, slot: usize) -> Words<'a> {
        let entry = &self.guidance.entries[self.guidance.copies[copy].entry];
        let slot_of = &entry.slots[slot];
        let taken = self.guidance.taken(copy, slot).iter().zip(&slot_of.choices);
        let words: Words<'a> = taken
            .filter(|(taken, _)| taken.takes.contains(self.reader))
            .map(|(_, choice)| choice.value.trim_end())
            .collect();
        if words.is_empty() {
            self.flaw(Flaw::NoCase { pointer: slot_of.pointer.clone() });
        }
        words
    }
}
