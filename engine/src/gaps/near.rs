//! The entries as gaps are compared with them: their words, and the tag that tells each from the others.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::api::faq::FaqEntry;
use crate::diagnostics;
use crate::faq::{self, Index};
use crate::text::english;

/// Letters of a word from which one that is spelled alike means something: "dog" is like anything.
const SPELLED_ALIKE: usize = 4;

/// Letters of a word from which a query's word is compared with it.
const SHORTEST: usize = 3;

/// An entry beside a gap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Near {
    pub id: String,
    pub question: String,
}

/// The entries, by their place in content's order.
pub struct Collection {
    entries: Vec<FaqEntry>,
    /// The words of questions and tags, in one order on every run, each with the entries that have it.
    words: BTreeMap<String, Vec<usize>>,
    /// How many entries have a tag.
    tagged: FxHashMap<String, usize>,
}

impl Collection {
    pub fn new(index: &Index) -> Self {
        let entries: Vec<FaqEntry> = index.entries().collect();
        let mut words: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut tagged: FxHashMap<String, usize> = FxHashMap::default();
        for (at, entry) in entries.iter().enumerate() {
            for text in entry.tags.iter().chain([&entry.question]) {
                for word in faq::words(text) {
                    if word.len() < SHORTEST || english::stop_word(&word).is_some() {
                        continue;
                    }
                    let having = words.entry(word).or_default();
                    if having.last() != Some(&at) {
                        having.push(at);
                    }
                }
            }
            for tag in &entry.tags {
                *tagged.entry(tag.clone()).or_default() += 1;
            }
        }
        Self { entries, words, tagged }
    }

    pub fn near(&self, entry: usize) -> Near {
        let entry = &self.entries[entry];
        Near { id: entry.id.clone(), question: entry.question.clone() }
    }

    /// The word of a question or a tag that is spelled most like `word`, if any is, with its entries.
    pub fn near_word(&self, word: &str) -> Option<(&str, &[usize])> {
        if word.chars().count() < SPELLED_ALIKE {
            return None;
        }
        let near = diagnostics::nearest(word, self.words.keys().map(String::as_str))?;
        Some((near, &self.words[near]))
    }

    /// A line of `search.yaml` by which typing `words` also finds what only this entry is tagged with, or
    /// as few others as can be.
    pub fn proposal(&self, words: &str, entry: usize) -> String {
        let entry = &self.entries[entry];
        let own = entry.tags.iter().min_by_key(|tag| self.tagged[*tag]);
        // A JSON text is a YAML text.
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        format!("- {{ words: [{}], finds: [{}] }}", quoted(words), quoted(own.unwrap_or(&entry.question)))
    }
}
