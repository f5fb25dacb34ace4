//! The words that a half-typed word may become.

use super::word::{Means, QueryWord};
use crate::faq::bounds;
use crate::faq::collection::{Collection, Term};
use crate::faq::ranking::Ranking;

/// The fewest letters with which an unknown word that isn't the last may be unfinished.
const MIN_HALF_WORD: usize = 3;

pub fn add(collection: &Collection, ranking: &Ranking, word: &mut QueryWord, all_stop: bool) {
    let long = word.word.chars().count() >= MIN_HALF_WORD;
    if !(word.open || (word.unknown && long)) {
        return;
    }
    // "can i do" is more likely to go on with another word than to become "can i document".
    let unlikely = !word.open || (word.is_stop_word() && !all_stop);
    let sure = if unlikely { ranking.half_word } else { 1.0 };
    for (longer, quality) in completions(collection, &word.word) {
        word.add(Term::Word(longer), Means::Prefix, quality * sure);
    }
}

/// Returns the words that begin with `typed`, most likely first, each with its certainty.
fn completions(collection: &Collection, typed: &str) -> Vec<(u32, f32)> {
    let mut all: Vec<(String, f32, f32)> = Vec::new();
    for (word, entries) in collection.index.similar(typed, 0, true) {
        let quality = completeness(typed, &word);
        all.push((word, quality, quality * (1.0 + entries as f32).ln()));
    }
    all.sort_unstable_by(|a, b| b.2.total_cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
    let known = all.into_iter().take(bounds::COMPLETIONS);
    known.filter_map(|(word, quality, _)| Some((collection.vocabulary.word(&word)?, quality))).collect()
}

/// Returns how certain it is that `typed` is the beginning of `word`.
pub fn completeness(typed: &str, word: &str) -> f32 {
    0.5 + 0.4 * (typed.len() as f32 / word.len().max(1) as f32).min(1.0)
}
