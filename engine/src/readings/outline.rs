//! The tree as one reader walks it: options chosen, routes followed, with the blanks still open. Regions whose outlines
//! are equal read the same.

use std::collections::HashMap;

use super::flaws::Flaw;
use super::guidance::{Guidance, Lead};
use super::slots::{EntryBody, Slot};
use crate::api::tree::Channel;
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
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OutlineBody<'a> {
    Question {
        text: Words<'a>,
        short: Option<Words<'a>>,
        scripts: Vec<OutlineScript<'a>>,
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

/// An answer and the place of the node that follows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OutlineAnswer<'a> {
    pub id: &'a str,
    pub text: &'a str,
    pub shortcut: Option<&'a str>,
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
        };
        let start = walk.lead(&guidance.starts, &guidance.start);
        let Walk { nodes, flaws, .. } = walk;
        match start {
            Some(start) if flaws.is_empty() => Ok(Self { start, nodes }),
            _ => Err(flaws),
        }
    }

    /// Follows answers, each a question's and an answer's id. `Ok` has the place of the node where they end.
    ///
    /// # Errors
    /// The index of the first that fits no node, and the node that it was asked of.
    pub fn follow(&self, answers: &[(&str, &str)]) -> Result<usize, (usize, &OutlineNode<'a>)> {
        let mut at = self.start;
        for (index, (asked, given)) in answers.iter().enumerate() {
            let node = &self.nodes[at];
            let OutlineBody::Question { answers, .. } = &node.body else { return Err((index, node)) };
            let answer = answers.iter().find(|answer| answer.id == *given).filter(|_| node.key == *asked);
            at = answer.ok_or((index, node))?.next;
        }
        Ok(at)
    }

    /// Places of the solutions that can be reached from a node, itself included.
    pub fn ends(&self, from: usize) -> Vec<usize> {
        let (mut seen, mut waiting, mut ends) = (vec![false; self.nodes.len()], vec![from], Vec::new());
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match &self.nodes[at].body {
                OutlineBody::Solution { .. } => ends.push(at),
                OutlineBody::Question { answers, .. } => {
                    waiting.extend(answers.iter().map(|answer| answer.next))
                }
            }
        }
        ends.sort_unstable();
        ends
    }

    /// The node at a place of this outline.
    pub fn node(&self, place: usize) -> &OutlineNode<'a> {
        &self.nodes[place]
    }
}

/// A copy that has been resolved.
struct Done {
    place: usize,
    /// Keys of itself and all nodes behind it, by their entries' places.
    keys: Vec<usize>,
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
    flaws: Vec<Flaw>,
}

impl<'a> Walk<'a> {
    /// The place of the node that one of `leads`, of this route, leads this reader to.
    fn lead(&mut self, leads: &[Lead], route: &Slot<'_>) -> Option<usize> {
        let Some(lead) = leads.iter().find(|lead| lead.readers.contains(self.reader)) else {
            self.flaws.push(Flaw::NoCase { pointer: route.pointer.clone() });
            return None;
        };
        let choice = &route.choices[lead.choice];
        let pointer = if route.listed { format!("{}/go", choice.pointer) } else { choice.pointer.clone() };
        // A misspelled name leads to what it's nearest to, for lint's sake alone.
        let meant =
            |copy: &usize| self.guidance.entries[self.guidance.copies[*copy].entry].key == choice.value;
        let Some(copy) = lead.to.filter(meant) else {
            self.flaws.push(Flaw::NoNode { pointer });
            return None;
        };
        self.node(copy, &pointer)
    }

    fn node(&mut self, copy: usize, pointer: &str) -> Option<usize> {
        let entry = self.guidance.copies[copy].entry;
        if self.circle(&[entry], pointer) {
            return None;
        }
        if !self.done.contains_key(&copy) {
            if self.open.len() >= MAX_PATH {
                self.flaws.push(Flaw::TooLong { pointer: pointer.to_owned() });
                return None;
            }
            self.open.push(copy);
            let done = self.resolve(copy);
            self.open.pop();
            self.done.insert(copy, done);
        } else if let Some(Some(done)) = self.done.get(&copy) {
            // Resolved after other questions: with those asked now it could come round, or become too long.
            let (keys, length) = (done.keys.clone(), done.length);
            if self.circle(&keys, pointer) {
                return None;
            }
            if self.open.len() + length > MAX_PATH {
                self.flaws.push(Flaw::TooLong { pointer: pointer.to_owned() });
                return None;
            }
        }
        self.done.get(&copy)?.as_ref().map(|done| done.place)
    }

    /// Notes a flaw where one of `entries` is being asked already.
    fn circle(&mut self, entries: &[usize], pointer: &str) -> bool {
        let asked = |copy: &usize| entries.contains(&self.guidance.copies[*copy].entry);
        let Some(first) = self.open.iter().position(asked) else { return false };
        let ids = self.open[first..]
            .iter()
            .map(|copy| self.guidance.entries[self.guidance.copies[*copy].entry].key.to_owned());
        self.flaws.push(Flaw::Cycle { pointer: pointer.to_owned(), ids: ids.collect() });
        true
    }

    fn resolve(&mut self, copy: usize) -> Option<Done> {
        let entry = &self.guidance.entries[self.guidance.copies[copy].entry];
        let flaws = self.flaws.len();
        let text = self.words(copy, entry.text);
        let scripts = self.scripts(copy);
        let mut keys = vec![self.guidance.copies[copy].entry];
        let mut length = 0;
        let body = match &entry.body {
            EntryBody::Question { short, answers } => {
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
                        keys.extend(&done.keys);
                        length = length.max(done.length + 1);
                    }
                    led.push(OutlineAnswer {
                        id: &answer.id,
                        text: &answer.text,
                        shortcut: answer.shortcut.as_deref(),
                        next,
                    });
                }
                OutlineBody::Question { text, short, scripts, answers: led }
            }
            EntryBody::Solution { solution, title, note } => {
                let title = self.words(copy, *title);
                let note = note.iter().filter(|(_, gate, _)| self.takes(copy, *gate));
                let note: Vec<_> = note.map(|(line, _, text)| (line.label.as_str(), *text)).collect();
                let note = note.into_iter().map(|(label, text)| (label, self.words(copy, text))).collect();
                self.solution(solution, title, text, scripts, note)
            }
        };
        if self.flaws.len() > flaws {
            return None;
        }
        keys.sort_unstable();
        keys.dedup();
        let node = OutlineNode { key: entry.key, body };
        let next = self.nodes.len();
        let place = *self.places.entry(node.clone()).or_insert(next);
        if place == next {
            self.nodes.push(node);
        }
        Some(Done { place, keys, length })
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
            self.flaws.push(Flaw::NoCase { pointer: slot_of.pointer.clone() });
        }
        words
    }
}
