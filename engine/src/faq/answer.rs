//! From a query to its answer: who matches, in which order, and what of it to show.

use std::cmp::Ordering;

use super::best;
use super::bounds::{self, Work};
use super::collection::Collection;
use super::expand::{self, Slot};
use super::laid::Laid;
use super::marks::Marker;
use super::refine;
use super::score::{self, Scored, Scores};
use super::snippet;
use super::{MAX_LIMIT, Query};
use crate::api::faq::{CategoryCount, FaqAnswer, FaqEntry, FaqHit, Highlights, Snippet};

/// Where the best entry covers less of the query than this, every match is weak.
const WEAK_COVERAGE: f32 = 0.3;

/// Else an entry is weak that covers less than this share of what the best one covers…
const WEAK_BESIDE_BEST: f32 = 0.5;

/// …and does not make up for it by a score of at least this share of the best score.
const STRONG_BESIDE_BEST: f32 = 0.5;

/// What matches a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The query as it was understood: cut to its bound, control characters gone.
    pub query: String,
    /// How many entries match in the chosen category.
    pub total: usize,
    /// Every category, whatever is chosen.
    pub categories: Vec<CategoryCount>,
    pub hits: Vec<Hit>,
    /// What it took.
    pub work: Work,
}

/// An entry that matches.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub entry: FaqEntry,
    pub score: f32,
    pub weak: bool,
    pub highlights: Highlights,
    pub snippet: Snippet,
}

impl Answer {
    /// The body of the public interface.
    pub fn into_api(self, version: &str) -> FaqAnswer {
        let hits = self.hits.into_iter().map(|hit| FaqHit {
            entry: hit.entry,
            score: hit.score,
            weak: hit.weak,
            highlights: hit.highlights,
            snippet: hit.snippet,
        });
        FaqAnswer {
            version: version.to_owned(),
            query: self.query,
            total: self.total,
            categories: self.categories,
            entries: hits.collect(),
        }
    }
}

/// An entry in order, weak or not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    pub scored: Scored,
    pub weak: bool,
}

/// A query that was read and matched, before anything is cut or shown.
pub struct Matched {
    pub query: String,
    pub slots: Vec<Slot>,
    pub scores: Scores,
    /// The best first in the first places that were asked for; the rest in any order.
    pub ranked: Vec<Ranked>,
    /// Matches in each category.
    pub counts: Vec<usize>,
    pub work: Work,
}

/// The entry at a place, as the public interface has it.
pub fn entry(collection: &Collection, at: usize) -> FaqEntry {
    let entry = &collection.entries[at];
    FaqEntry {
        number: at + 1,
        id: entry.id.clone(),
        question: entry.question.clone(),
        answer: entry.answer.clone(),
        tags: entry.tags.clone(),
        category: entry.category.clone(),
    }
}

/// Answers a query.
pub fn search(collection: &Collection, query: &Query) -> Answer {
    let matched = run(collection, query);
    let marker = (!matched.slots.is_empty()).then(|| Marker::new(collection, &matched.slots));
    let hits = matched.ranked.iter().skip(query.offset).take(query.limit.min(MAX_LIMIT));
    let hits = hits
        .map(|ranked| {
            let at = ranked.scored.entry as usize;
            let source = &collection.entries[at];
            let ranges = |text: &Laid| {
                let marks = marker.as_ref().map(|marker| marker.marks(text));
                marks.into_iter().flatten().map(|mark| [mark.start, mark.end]).collect()
            };
            let phrases = marker.as_ref().is_some_and(Marker::has_phrases);
            let short = collection.short(at, phrases);
            let marks = marker.as_ref().map(|marker| marker.marks(&collection.answer(at, phrases)));
            Hit {
                entry: entry(collection, at),
                score: ranked.scored.score,
                weak: ranked.weak,
                highlights: Highlights {
                    question: ranges(&short.question),
                    tags: short.tags.iter().map(ranges).collect(),
                },
                snippet: snippet::snippet(
                    &source.answer_text,
                    &marks.unwrap_or_default(),
                    &matched.scores.weights,
                ),
            }
        })
        .collect();
    let categories = collection.categories.iter().zip(&matched.counts);
    Answer {
        query: matched.query,
        total: matched.ranked.len(),
        categories: categories
            .map(|(name, count)| CategoryCount { name: name.clone(), count: *count })
            .collect(),
        hits,
        work: matched.work,
    }
}

/// Reads and matches a query.
pub fn run(collection: &Collection, query: &Query) -> Matched {
    let text = clean(&query.text);
    let mut work = Work::default();
    let slots = expand::expand(collection, &text, &mut work);
    // Nothing but spaces and punctuation asks for nothing yet: everything, in content's order.
    let (scores, ranked) = if slots.is_empty() {
        let all = (0..collection.entries.len())
            .map(|at| Ranked { scored: Scored { entry: at as u32, score: 0.0, coverage: 1.0 }, weak: false });
        (Scores::default(), all.collect())
    } else {
        let scores = score::score(collection, &slots, &mut work);
        let ranked = weigh(&scores);
        (scores, ranked)
    };
    let mut counts = vec![0; collection.categories.len()];
    for one in &ranked {
        counts[collection.category_of[one.scored.entry as usize]] += 1;
    }
    let mut ranked: Vec<Ranked> = ranked;
    if !slots.is_empty() {
        let wanted = query.offset.saturating_add(query.limit.min(MAX_LIMIT)).max(bounds::REFINED);
        order(collection, &slots, &scores, &mut ranked, query.category.as_deref(), wanted);
    } else if let Some(category) = &query.category {
        ranked.retain(|one| in_category(collection, one, category));
    }
    Matched { query: text.trim().to_owned(), slots, scores, ranked, counts, work }
}

/// The text that is searched for: bounded, control characters as spaces.
fn clean(text: &str) -> String {
    let bounded = text.trim_start().chars().take(bounds::QUERY_CHARS);
    bounded.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn in_category(collection: &Collection, one: &Ranked, category: &str) -> bool {
    collection.categories[collection.category_of[one.scored.entry as usize]] == category
}

/// Tells the weak matches from the others.
fn weigh(scores: &Scores) -> Vec<Ranked> {
    let coverage = scores.entries.iter().map(|one| one.coverage).fold(0.0, f32::max);
    let score = scores.entries.iter().map(|one| one.score).fold(0.0, f32::max);
    let all_weak = coverage < WEAK_COVERAGE;
    let enough = WEAK_COVERAGE.max(WEAK_BESIDE_BEST * coverage);
    let strong = STRONG_BESIDE_BEST * score;
    let weak = |one: &Scored| all_weak || (one.coverage < enough && one.score < strong);
    scores.entries.iter().map(|one| Ranked { scored: *one, weak: weak(one) }).collect()
}

/// Puts the first `wanted` in order, the best of them looked at more closely.
fn order(
    collection: &Collection,
    slots: &[Slot],
    scores: &Scores,
    ranked: &mut Vec<Ranked>,
    category: Option<&str>,
    wanted: usize,
) {
    let by_rank = |a: &Ranked, b: &Ranked| {
        a.weak
            .cmp(&b.weak)
            .then_with(|| b.scored.score.total_cmp(&a.scored.score))
            .then_with(|| a.scored.entry.cmp(&b.scored.entry))
    };
    // The closer look is at the best of all categories, so that choosing one changes no order. It
    // only ever raises a score, so whoever was not among the best stays behind them.
    let closer = bounds::REFINED.min(ranked.len());
    let first = if category.is_some() { closer } else { wanted.min(ranked.len()) };
    part(ranked, first, by_rank);
    part(&mut ranked[..first], closer, by_rank);
    let marker = Marker::new(collection, slots);
    for one in &mut ranked[..closer] {
        one.scored.score *= refine::factor(collection, &marker, slots, scores, one.scored.entry);
    }
    if let Some(category) = category {
        ranked.retain(|one| in_category(collection, one, category));
        part(ranked, wanted, by_rank);
    }
    let sorted = wanted.min(ranked.len());
    ranked[..sorted].sort_unstable_by(by_rank);
}

/// Moves the best `count` to the front, in any order.
fn part(ranked: &mut [Ranked], count: usize, mut by_rank: impl FnMut(&Ranked, &Ranked) -> Ordering) {
    if count >= ranked.len() {
        return;
    }
    let all = ranked.iter().copied().enumerate();
    let mut places: Vec<usize> =
        best::of(all, count, |(_, a), (_, b)| by_rank(a, b)).into_iter().map(|(at, _)| at).collect();
    places.sort_unstable();
    // Each is at its number or behind it, so none that is to be moved is moved away.
    for (to, from) in places.into_iter().enumerate() {
        ranked.swap(to, from);
    }
}
