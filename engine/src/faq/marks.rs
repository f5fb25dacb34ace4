//! Which words of a text the query matched: the ground of highlights, snippets and refinement.

use super::collection::Collection;
use super::expand::{Slot, Term};
use super::laid::{Laid, Wanted};

/// A stretch of a text that the query matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    pub start: usize,
    pub end: usize,
    /// The words of the query that it answers, a bit each.
    pub slots: u32,
}

/// Finds what the words of one query match in the texts of a collection.
pub struct Marker<'a> {
    collection: &'a Collection,
    /// Words of the query, a bit each, that mean a word of the vocabulary.
    words: Vec<u32>,
    wanted: Wanted<'a>,
}

impl<'a> Marker<'a> {
    /// Light words are marked only where the query has no others.
    pub fn new(collection: &'a Collection, slots: &[Slot]) -> Self {
        let all_light = slots.iter().all(Slot::is_light);
        let [words, _] = collection.vocabulary.counts();
        let mut marker = Self { collection, words: vec![0; words], wanted: Wanted::default() };
        for (number, slot) in slots.iter().enumerate() {
            if slot.is_light() && !all_light {
                continue;
            }
            let bit = 1_u32 << number;
            for reading in &slot.readings {
                match &reading.term {
                    Term::Word(word) => marker.add(collection.vocabulary.number_of(word).as_slice(), bit),
                    Term::Stem(stem) => marker.add_stem(stem, bit),
                    Term::Pair(left, right) => {
                        marker.add_stem(left, bit);
                        marker.add_stem(right, bit);
                    }
                    Term::Phrase(id) => *marker.wanted.phrases.entry(*id).or_default() |= bit,
                }
            }
        }
        marker
    }

    /// What to look for in a text.
    pub fn wanted(&self) -> &Wanted<'a> {
        &self.wanted
    }

    fn add_stem(&mut self, stem: &str, bit: u32) {
        self.add(self.collection.vocabulary.words_of(stem), bit);
    }

    fn add(&mut self, words: &[u32], bit: u32) {
        for word in words {
            self.words[*word as usize] |= bit;
            self.wanted.words.insert(self.collection.vocabulary.text_of(*word), *word);
        }
    }

    /// What the query matched in a text, in order, nothing twice.
    pub fn marks(&self, text: &Laid) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut mark = |at: usize, slots: u32| {
            if slots != 0 {
                let cut = text.words[at];
                marks.push(Mark { start: cut.start as usize, end: cut.end as usize, slots });
            }
        };
        for (at, cut) in text.words.iter().enumerate() {
            mark(at, self.words[cut.word as usize]);
        }
        if !self.wanted.phrases.is_empty() {
            for (phrase, places) in &text.phrases {
                let slots = self.wanted.phrases.get(phrase).copied().unwrap_or_default();
                places.iter().for_each(|at| mark(*at, slots));
            }
        }
        merge(marks)
    }
}

/// Puts marks in order and joins those that overlap.
fn merge(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.sort_unstable_by_key(|mark| (mark.start, mark.end));
    let mut merged: Vec<Mark> = Vec::with_capacity(marks.len());
    for mark in marks {
        match merged.last_mut() {
            Some(last) if mark.start < last.end => {
                last.end = last.end.max(mark.end);
                last.slots |= mark.slots;
            }
            _ => merged.push(mark),
        }
    }
    merged
}
