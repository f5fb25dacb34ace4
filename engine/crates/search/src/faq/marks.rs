//! Which words of a text the query matched: the basis of highlights and snippets.

use rustc_hash::FxHashMap;

use super::collection::Term;
use super::expansion::QueryWord;
use super::texts::Text;
use super::vocabulary::Vocabulary;

/// A range of a text that the query matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    pub start: usize,
    pub end: usize,
    /// The query's words that it matches, as a bit set.
    pub words: u32,
}

/// Finds the matches of one query's words in the texts of a collection.
pub struct Marker {
    /// By word of the vocabulary: the query's words that mean it, as a bit set.
    words: FxHashMap<u32, u32>,
    /// The same by phrase.
    phrases: FxHashMap<u32, u32>,
}

impl Marker {
    /// Creates a marker. Stop words are marked only if the query has no others.
    pub fn new(vocabulary: &Vocabulary, query: &[QueryWord]) -> Self {
        let all_stop = query.iter().all(QueryWord::is_stop_word);
        let mut marker = Self { words: FxHashMap::default(), phrases: FxHashMap::default() };
        for (number, word) in query.iter().enumerate() {
            if word.is_stop_word() && !all_stop {
                continue;
            }
            let bit = 1_u32 << number;
            for expansion in &word.expansions {
                match expansion.term {
                    Term::Word(word) => marker.add(&[word], bit),
                    Term::Stem(stem) => {
                        marker.add(vocabulary.words_of(stem), bit);
                        *marker.phrases.entry(stem).or_default() |= bit;
                    }
                }
            }
        }
        marker
    }

    fn add(&mut self, words: &[u32], bit: u32) {
        for word in words {
            *self.words.entry(*word).or_default() |= bit;
        }
    }

    /// Returns the matches in a text, in order and without overlaps.
    pub fn marks(&self, text: &Text) -> Vec<Mark> {
        let mark = |at: usize, words: u32| {
            let cut = text.words[at];
            Mark { start: cut.start as usize, end: cut.end as usize, words }
        };
        let words = text.words.iter().enumerate();
        let words = words.filter_map(|(at, cut)| Some(mark(at, *self.words.get(&cut.word)?)));
        let mut marks: Vec<Mark> = words.collect();
        for (phrase, places) in &text.phrases {
            if let Some(words) = self.phrases.get(phrase) {
                marks.extend(places.iter().map(|at| mark(*at, *words)));
            }
        }
        merge(marks)
    }
}

/// Sorts marks and merges those that overlap.
fn merge(mut marks: Vec<Mark>) -> Vec<Mark> {
    marks.sort_unstable_by_key(|mark| (mark.start, mark.end));
    let mut merged: Vec<Mark> = Vec::with_capacity(marks.len());
    for mark in marks {
        match merged.last_mut() {
            Some(last) if mark.start < last.end => {
                last.end = last.end.max(mark.end);
                last.words |= mark.words;
            }
            _ => merged.push(mark),
        }
    }
    merged
}
