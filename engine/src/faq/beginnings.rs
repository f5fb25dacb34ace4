//! What a half word may become: the words of a collection in order, with how common each is.

use tantivy::termdict::TermStreamer;

use super::best;
use super::bounds::{self, Work};
use super::collection::Part;
use super::lists::ANSWER;

/// Words that can be asked for by their beginning.
#[derive(Debug, Default)]
pub struct Beginnings {
    /// In the order of their bytes.
    words: Vec<Box<str>>,
    /// How common each is: 0 or more, a word in ten times as many entries by 2.3 more.
    common: Vec<f32>,
}

impl Beginnings {
    /// The words of all parts.
    ///
    /// # Errors
    /// Where a dictionary can't be read.
    pub fn new(parts: &[Part]) -> tantivy::Result<Self> {
        let mut all: Vec<(Box<str>, u32)> = Vec::new();
        for (part, fields) in parts.iter().enumerate() {
            let weight = if part == ANSWER { 1 } else { 3 };
            let mut stream: TermStreamer<'_> = fields.exact.terms().stream()?;
            while stream.advance() {
                if let Ok(word) = std::str::from_utf8(stream.key()) {
                    all.push((word.into(), stream.value().doc_freq * weight));
                }
            }
        }
        all.sort_unstable();
        all.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                earlier.1 += later.1;
            }
            same
        });
        let (words, entries): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let common = entries.into_iter().map(|entries| (1.0 + entries as f32).ln()).collect();
        Ok(Self { words, common })
    }

    /// The words that begin with `typed`, of which `most` are looked at, and how sure each is, the likeliest first.
    pub fn completions(&self, typed: &str, most: usize, work: &mut Work) -> Vec<(&str, f32)> {
        let start = self.words.partition_point(|word| **word <= *typed);
        let begun = self.words[start..].iter().take(most).take_while(|word| word.starts_with(typed));
        let mut examined = 0;
        let ranked = (start..).zip(begun).map(|(at, word)| {
            examined += 1;
            let quality = completeness(typed, word);
            (at, quality, quality * self.common[at])
        });
        let likeliest =
            |a: &(usize, f32, f32), b: &(usize, f32, f32)| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0));
        let mut best = best::of(ranked, bounds::COMPLETIONS, likeliest);
        work.terms += examined;
        best.sort_unstable_by(likeliest);
        best.into_iter().map(|(at, quality, _)| (&*self.words[at], quality)).collect()
    }
}

/// How sure it is that `typed` is the beginning of `word`.
pub fn completeness(typed: &str, word: &str) -> f32 {
    0.5 + 0.4 * (typed.len() as f32 / word.len().max(1) as f32).min(1.0)
}
