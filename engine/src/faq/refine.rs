//! The last look at the best entries: how much of a question or tag the query is.
//!
//! Scores tell which words an entry has. Of entries that have the same ones, that comes first whose
//! question or tag *is* what was asked, and in which the words stand together as they were typed.

use super::collection::Collection;
use super::expand::Slot;
use super::laid::{self, Laid, Short};
use super::marks::{Mark, Marker};
use super::score::Scores;
use super::vocabulary::Vocabulary;

/// What a question or tag that is the whole query adds to the score.
const WHOLE: f32 = 0.35;

/// What words add that stand together as in the query.
const TOGETHER: f32 = 0.15;

/// The factor, 1 or more, by which the score of an entry grows, whose short texts these are.
pub fn factor(
    collection: &Collection,
    marker: &Marker<'_>,
    slots: &[Slot],
    scores: &Scores,
    entry: u32,
    short: &Short,
) -> f32 {
    let vocabulary = &collection.vocabulary;
    let mut whole = 0.0_f32;
    let mut together = 0.0_f32;
    let mut look = |text: &Laid, all: &[Mark], range: [usize; 2]| {
        let marks: Vec<Mark> =
            all.iter().filter(|mark| mark.start >= range[0] && mark.start < range[1]).copied().collect();
        if !marks.is_empty() {
            whole = whole.max(share(vocabulary, text, range, &marks) * covered(slots, scores, &marks));
            together = together.max(neighbours(vocabulary, slots, &marks, text));
        }
    };
    let marks = marker.marks(&short.question);
    if !marks.is_empty() {
        let alternatives = laid::alternatives(&collection.entries[entry as usize].question);
        for range in &alternatives {
            look(&short.question, &marks, *range);
        }
        if alternatives.len() > 1 {
            look(&short.question, &marks, [0, usize::MAX]);
        }
    }
    for tag in &short.tags {
        look(tag, &marker.marks(tag), [0, usize::MAX]);
    }
    1.0 + WHOLE * whole + TOGETHER * together
}

/// How much of the text, by weight, was matched.
fn share(vocabulary: &Vocabulary, text: &Laid, range: [usize; 2], marks: &[Mark]) -> f32 {
    let (mut all, mut matched) = (0.0, 0.0);
    for cut in text.apart() {
        let (start, end) = (cut.start as usize, cut.end as usize);
        if start < range[0] || start >= range[1] {
            continue;
        }
        let weight = vocabulary.weight_of(cut.word);
        all += weight;
        if marks.iter().any(|mark| mark.start <= start && end <= mark.end) {
            matched += weight;
        }
    }
    if all > 0.0 { matched / all } else { 0.0 }
}

/// How much of the query, by weight, matched.
fn covered(slots: &[Slot], scores: &Scores, marks: &[Mark]) -> f32 {
    let all_light = slots.iter().all(Slot::is_light);
    let bits = marks.iter().fold(0, |bits, mark| bits | mark.slots);
    let (mut all, mut matched) = (0.0, 0.0);
    for (number, slot) in slots.iter().enumerate() {
        if slot.is_light() && !all_light {
            continue;
        }
        all += scores.weights[number];
        if bits & (1 << number) != 0 {
            matched += scores.weights[number];
        }
    }
    if all > 0.0 { matched / all } else { 0.0 }
}

/// Of the neighbouring words of the query, the share that are neighbours in the text.
fn neighbours(vocabulary: &Vocabulary, slots: &[Slot], marks: &[Mark], text: &Laid) -> f32 {
    let content: Vec<usize> = (0..slots.len()).filter(|number| !slots[*number].is_light()).collect();
    let pairs = content.len().saturating_sub(1);
    if pairs == 0 {
        return 0.0;
    }
    let found = content
        .windows(2)
        .filter(|pair| {
            marks.windows(2).any(|next| {
                next[0].slots & (1 << pair[0]) != 0
                    && next[1].slots & (1 << pair[1]) != 0
                    && near(vocabulary, text, next[0].end, next[1].start)
            })
        })
        .count();
    found as f32 / pairs as f32
}

/// Whether nothing but light words stands between two places.
fn near(vocabulary: &Vocabulary, text: &Laid, from: usize, to: usize) -> bool {
    let between = |start: u32, end: u32| start as usize >= from && end as usize <= to;
    !text.apart().any(|cut| between(cut.start, cut.end) && vocabulary.weight_of(cut.word) >= 1.0)
}
