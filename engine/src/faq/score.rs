//! Scoring: how well each entry answers each word of the query, then all of them together.
//!
//! A word counts by the best part that has it, by how rare everything is that it may mean (so a
//! rare misspelling gains nothing by being rare), and by how sure the reading is. What covers more
//! of the query comes before what has one word of it often.

use super::best;
use super::bounds::{self, Work};
use super::collection::Collection;
use super::expand::Slot;
use super::lists::PARTS;
use super::postings::{self, Extent, List};
use super::side_by_side::side_by_side;
use super::span::{self, ScoredSpan, Span, Weighed};

/// Question over tags over answer.
pub const PART_WEIGHTS: [f32; PARTS] = [1.0, 0.9, 0.5];

/// What a word in a second part adds to the best one.
const OTHER_PARTS: f32 = 0.2;

/// How soon a word's repetition stops counting, and how much the length of the text matters.
const SATURATION: [f32; PARTS] = [0.35, 0.3, 0.9];
const LENGTH: [f32; PARTS] = [0.4, 0.0, 0.5];

/// How strongly rarity counts: in a small collection chance makes words rare.
const RARITY: f32 = 0.75;

/// How strongly the covered share of the query counts.
const COVERAGE: f32 = 0.4;

/// A word that nothing matches weighs this much of what a rare one does.
const UNMATCHED: f32 = 0.5;

/// Scores are given on a scale on which a perfect match is about ten.
pub const SCALE: f32 = 10.0;

/// An entry that matches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    pub entry: u32,
    pub score: f32,
    /// Share of the query, by weight, that it covers.
    pub coverage: f32,
}

/// All entries that match and what each word weighed.
#[derive(Debug, Default)]
pub struct Scores {
    /// In the collection's order, parted as the work was.
    pub spans: Vec<ScoredSpan>,
    /// Weight of each word: its rarity, lightness included.
    pub weights: Vec<f32>,
}

impl Scores {
    pub fn total_weight(&self) -> f32 {
        self.weights.iter().sum::<f32>().max(f32::EPSILON)
    }
}

/// The score of an entry from the weighted sum over its words.
pub fn combine(sum: f32, coverage: f32, total_weight: f32) -> f32 {
    SCALE * sum / total_weight * coverage.powf(COVERAGE)
}

/// Where the score of one word in one entry came from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Source {
    /// The reading, by its number in the slot.
    pub reading: usize,
    pub part: usize,
    pub score: f32,
}

/// Scores every entry that has anything of the query.
pub fn score(collection: &Collection, slots: &[Slot], work: &mut Work) -> Scores {
    let mut order: Vec<(usize, Vec<List>)> =
        slots.iter().enumerate().map(|(at, slot)| (at, postings::lists(collection, slot, work))).collect();
    // The words that say most are read first, so that what does not fit is what says least.
    order.sort_by_key(|(at, lists)| (slots[*at].is_light(), lists.iter().map(List::cost).sum::<usize>()));

    let count = collection.entries.len();
    let mut spans = side_by_side(collection.spans(), Span::new);
    let mut weights = vec![0.0; slots.len()];
    let mut content_found = false;
    let mut before: Option<Weighed> = None;
    let mut candidates = Vec::new();
    for (at, lists) in order {
        let slot = &slots[at];
        let cost: usize = lists.iter().map(List::cost).sum();
        if work.postings + cost > bounds::POSTINGS && candidates.is_empty() {
            candidates = choose_candidates(&mut spans, before.take());
        }
        let lists: Vec<(&List, Extent)> = lists
            .iter()
            .map(|list| (list, postings::extent(collection, list, candidates.len(), work)))
            .collect();
        let touched = side_by_side(&mut spans, |span| {
            before.into_iter().for_each(|before| span.add(before));
            span.read(collection, &lists, &candidates)
        });
        let touched: usize = touched.into_iter().sum();
        let matched = lists.iter().map(|(list, _)| list.len()).fold(touched, usize::max);
        let rarity = if matched == 0 { UNMATCHED * rarity(count, 1) } else { rarity(count, matched) };
        weights[at] = rarity * slot.weight;
        // Beside words that say something, light ones add to a match but don't make one.
        content_found |= !slot.is_light() && touched > 0;
        before = Some(Weighed { word: at, weight: weights[at], joins: !(slot.is_light() && content_found) });
    }
    let spans = side_by_side(&mut spans, |span| {
        before.into_iter().for_each(|before| span.add(before));
        span.scored(collection, &weights)
    });
    Scores { spans, weights }
}

/// The entries that are worth asking a list about that is too long to read, in order, after the word `before`.
fn choose_candidates(spans: &mut [Span], before: Option<Weighed>) -> Vec<u32> {
    let all = side_by_side(spans, |span| {
        before.into_iter().for_each(|before| span.add(before));
        span.candidates()
    });
    let best = best::of(all.into_iter().flatten(), bounds::CANDIDATES, span::by_sum);
    let mut all: Vec<u32> = best.into_iter().map(|(entry, _)| entry).collect();
    all.sort_unstable();
    all
}

/// Where the score of one word in one entry comes from, best first; empty where it has none.
pub fn sources(collection: &Collection, slot: &Slot, entry: u32) -> Vec<Source> {
    let mut all = Vec::new();
    for (reading, read) in slot.readings.iter().enumerate() {
        for part in 0..PARTS {
            let frequency = postings::frequency(collection, part, &read.term, entry);
            if frequency > 0 {
                let score = read.quality * part_score(collection, part, entry, frequency);
                all.push(Source { reading, part, score });
            }
        }
    }
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    all
}

/// What a word scores in an entry, from its sources.
pub fn word_score(sources: &[Source]) -> f32 {
    let mut parts = [0.0_f32; PARTS];
    for source in sources {
        parts[source.part] = parts[source.part].max(source.score);
    }
    best_part(parts)
}

fn rarity(count: usize, matched: usize) -> f32 {
    let (count, matched) = (count.max(matched) as f32, matched as f32);
    (1.0 + (count - matched + 0.5) / (matched + 0.5)).ln().max(0.05).powf(RARITY)
}

/// How slowly repeating a word adds to its score, in a part that is `length` times as long as the average.
pub fn slowness(part: usize, length: f32) -> f32 {
    SATURATION[part] * (1.0 - LENGTH[part] + LENGTH[part] * length)
}

fn part_score(collection: &Collection, part: usize, entry: u32, frequency: u32) -> f32 {
    PART_WEIGHTS[part] * saturated(frequency, collection.slowness[part][entry as usize])
}

/// What a word scores that a part has so often.
pub fn saturated(frequency: u32, slowness: f32) -> f32 {
    let frequency = frequency as f32;
    frequency / (frequency + slowness)
}

/// What a word scores from the best score that each part gives it.
pub fn best_part(parts: [f32; PARTS]) -> f32 {
    let best = parts.into_iter().fold(0.0, f32::max);
    best + OTHER_PARTS * (parts.iter().sum::<f32>() - best)
}
