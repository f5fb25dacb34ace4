//! What to show of a match: which words the query matched, and the part of an answer around its best match.

use rustc_hash::FxHashMap;

use super::expansion::QueryWord;
use super::library::Term;
use super::texts::TokenizedText;
use super::vocabulary::Vocabulary;
use crate::api::faq::Snippet;

/// A range of text that the query matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    pub start: usize,
    pub end: usize,
    /// The words of the query that this range matches, as a bit set.
    pub words: u32,
}

/// Finds the matches of one query's words in a collection's text.
pub struct Marker {
    /// For each word of the vocabulary, the words of the query that may mean it, as a bit set.
    words: FxHashMap<u32, u32>,
    /// The same for each phrase.
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

    /// Returns the matches in `text`, in order and without overlaps.
    pub fn marks(&self, text: &TokenizedText) -> Vec<Mark> {
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

/// The number of characters in a snippet, not counting the ellipses. Snippets are more than half of the response to a
/// keystroke: 20 snippets of 120 characters each made it 2.1 KB at p95, compressed.
const LENGTH: usize = 100;

/// The number of characters before the first match.
const LEAD: usize = 32;

/// Stands for omitted text.
const CUT: &str = "…";

/// Cuts the part of `text` that matches the query best. `marks` are the matches in it; `weights` are the weights of the
/// query's words.
pub fn snippet(text: &str, marks: &[Mark], weights: &[f32]) -> Snippet {
    let chars: Vec<char> = text.chars().collect();
    let [start, end] = window(&chars, marks, weights);
    let mut cut = String::new();
    if start > 0 {
        cut.push_str(CUT);
    }
    let shift = cut.chars().count();
    cut.extend(chars[start..end].iter().map(|c| if c.is_whitespace() { ' ' } else { *c }));
    if end < chars.len() {
        cut.push_str(CUT);
    }
    let highlights = marks
        .iter()
        .filter(|mark| mark.start >= start && mark.end <= end)
        .map(|mark| [mark.start - start + shift, mark.end - start + shift])
        .collect();
    Snippet { text: cut, highlights }
}

/// Returns the best window, which begins and ends at word boundaries.
fn window(chars: &[char], marks: &[Mark], weights: &[f32]) -> [usize; 2] {
    let worth = |bits: u32| -> f32 {
        let numbers = (0..weights.len()).filter(|number| bits & (1 << number) != 0);
        numbers.map(|number| weights[number]).sum()
    };
    let mut best = (0, 0.0_f32);
    for (number, first) in marks.iter().enumerate() {
        let inside = marks[number..].iter().take_while(|mark| mark.end <= first.start + LENGTH - LEAD);
        let (bits, count) = inside.fold((0, 0), |(bits, count), mark| (bits | mark.words, count + 1));
        let value = worth(bits) + 0.01 * count as f32;
        if value > best.1 {
            best = (first.start, value);
        }
    }
    let mut start = best.0.saturating_sub(LEAD);
    if start <= LEAD / 2 {
        start = 0;
    }
    let mut end = (start + LENGTH).min(chars.len());
    if chars.len() - end <= LEAD / 2 {
        end = chars.len();
    }
    while start > 0 && start < best.0 && !chars[start - 1].is_whitespace() {
        start += 1;
    }
    let whole = end;
    while end < chars.len() && end > start && !chars[end].is_whitespace() {
        end -= 1;
    }
    // Text without spaces is cut mid-word.
    if end <= start + LENGTH / 2 {
        end = whole;
    }
    let keeps = marks.iter().find(|mark| mark.start == best.0).map_or(end, |mark| mark.end);
    while end > start && end < keeps.min(chars.len()) {
        end += 1;
    }
    while end > start && chars[end - 1].is_whitespace() {
        end -= 1;
    }
    [start, end]
}
