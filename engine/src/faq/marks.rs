//! Which words of a text the query matched: the ground of highlights, snippets and refinement.

use rustc_hash::FxHashMap;

use super::collection::Collection;
use super::expand::{Slot, Term};
use super::text;
use super::vocabulary::Stemmer;

/// A stretch of a text that the query matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    pub start: usize,
    pub end: usize,
    /// The words of the query that it answers, a bit each.
    pub slots: u32,
}

/// Finds what the words of one query match in any text.
pub struct Marker<'a> {
    collection: &'a Collection,
    /// Words of the collection that a word of the query means.
    words: FxHashMap<&'a str, u32>,
    /// Phrases of the synonym table that a word of the query means.
    phrases: FxHashMap<usize, u32>,
}

impl<'a> Marker<'a> {
    /// Light words are marked only where the query has no others.
    pub fn new(collection: &'a Collection, slots: &'a [Slot]) -> Self {
        let all_light = slots.iter().all(Slot::is_light);
        let mut marker = Self { collection, words: FxHashMap::default(), phrases: FxHashMap::default() };
        for (number, slot) in slots.iter().enumerate() {
            if slot.is_light() && !all_light {
                continue;
            }
            let bit = 1_u32 << number;
            for reading in &slot.readings {
                match &reading.term {
                    Term::Word(word) => *marker.words.entry(word).or_default() |= bit,
                    Term::Stem(stem) => marker.add_stem(stem, bit),
                    Term::Pair(left, right) => {
                        marker.add_stem(left, bit);
                        marker.add_stem(right, bit);
                    }
                    Term::Phrase(id) => *marker.phrases.entry(*id).or_default() |= bit,
                }
            }
        }
        marker
    }

    fn add_stem(&mut self, stem: &str, bit: u32) {
        for word in self.collection.vocabulary.words_of(stem) {
            *self.words.entry(word).or_default() |= bit;
        }
    }

    /// What the query matched in `text`, in order, nothing twice. `short` texts have phrases
    /// wherever their words are, as when the index was built.
    pub fn marks(&self, text: &str, short: bool) -> Vec<Mark> {
        let mut marks = Vec::new();
        text::tokenize(text, |token| {
            if let Some(slots) = self.words.get(token.word) {
                marks.push(Mark { start: token.start, end: token.end, slots: *slots });
            }
        });
        if !self.phrases.is_empty() {
            self.mark_phrases(text, short, &mut marks);
        }
        merge(marks)
    }

    fn mark_phrases(&self, text: &str, short: bool, marks: &mut Vec<Mark>) {
        let words: Vec<text::Word> = text::words(text).into_iter().filter(|word| !word.joined).collect();
        let mut stemmer = Stemmer::default();
        let stems: Vec<String> = words.iter().map(|word| stemmer.stem(&word.text)).collect();
        let pairs: Vec<(&str, &str)> =
            words.iter().zip(&stems).map(|(word, stem)| (word.text.as_str(), stem.as_str())).collect();
        self.collection.table.find_in(&pairs, short, |phrase, places| {
            if let Some(slots) = self.phrases.get(&phrase) {
                marks.extend(places.iter().map(|place| Mark {
                    start: words[*place].start,
                    end: words[*place].end,
                    slots: *slots,
                }));
            }
        });
    }
}

/// Puts marks in order and joins those that overlap.
fn merge(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.sort_by_key(|mark| (mark.start, mark.end));
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
