//! From a query to its answer: who matches, in which order, and what of it to show.

use std::borrow::Cow;
use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::best;
use super::bounds::{self, Work};
use super::collection::Collection;
use super::expand::{self, Slot};
use super::laid::{Laid, Short, Wanted};
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
pub struct Matched<'a> {
    pub query: String,
    pub slots: Vec<Slot>,
    pub scores: Scores,
    /// Those in the first places that were asked for, the best first.
    pub ranked: Vec<Ranked>,
    /// How many match in the chosen category.
    pub total: usize,
    /// Matches in each category.
    pub counts: Vec<usize>,
    /// Finds what matched in a text; none where nothing was asked.
    marker: Option<Marker<'a>>,
    /// The short texts that the closer look has cut, by their entry.
    shorts: FxHashMap<u32, Cow<'a, Short>>,
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
    let mut matched = run(collection, query);
    let marker = matched.marker.as_ref();
    let nothing = Wanted::default();
    let wanted = marker.map_or(&nothing, Marker::wanted);
    let hits = matched.ranked.iter().skip(query.offset).take(query.limit.min(MAX_LIMIT));
    let hits = hits
        .map(|ranked| {
            let at = ranked.scored.entry as usize;
            let source = &collection.entries[at];
            let ranges = |text: &Laid| {
                let marks = marker.map(|marker| marker.marks(text));
                marks.into_iter().flatten().map(|mark| [mark.start, mark.end]).collect()
            };
            let cut = matched.shorts.remove(&ranked.scored.entry);
            let short = cut.unwrap_or_else(|| collection.short(at, wanted));
            let marks = marker.map(|marker| marker.marks(&collection.answer(at, wanted)));
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
        total: matched.total,
        categories: categories
            .map(|(name, count)| CategoryCount { name: name.clone(), count: *count })
            .collect(),
        hits,
        work: matched.work,
    }
}

/// Reads and matches a query.
pub fn run<'a>(collection: &'a Collection, query: &Query) -> Matched<'a> {
    let text = clean(&query.text);
    let mut work = Work::default();
    let slots = expand::expand(collection, &text, &mut work);
    let wanted = query.offset.saturating_add(query.limit.min(MAX_LIMIT));
    let chosen = query.category.as_deref();
    let in_category = |entry: u32| {
        chosen.is_none_or(|name| collection.categories[collection.category_of[entry as usize]] == name)
    };
    let mut counts = vec![0; collection.categories.len()];
    // Nothing but spaces and punctuation asks for nothing yet: everything, in content's order.
    let mut shorts = FxHashMap::default();
    let marker = (!slots.is_empty()).then(|| Marker::new(collection, &slots));
    let (scores, ranked) = if let Some(marker) = &marker {
        let scores = score::score(collection, &slots, &mut work);
        for one in &scores.entries {
            counts[collection.category_of[one.entry as usize]] += 1;
        }
        let closer = |entry| {
            let short = collection.short(entry as usize, marker.wanted());
            let factor = refine::factor(collection, marker, &slots, &scores, entry, &short);
            shorts.insert(entry, short);
            factor
        };
        let ranked = order(&scores, closer, in_category, wanted);
        (scores, ranked)
    } else {
        collection.category_of.iter().for_each(|category| counts[*category] += 1);
        let all = (0..collection.entries.len() as u32).filter(|entry| in_category(*entry)).take(wanted);
        let scored = all.map(|entry| Scored { entry, score: 0.0, coverage: 1.0 });
        (Scores::default(), scored.map(|scored| Ranked { scored, weak: false }).collect())
    };
    let named = collection.categories.iter().zip(&counts);
    let total =
        named.filter(|(name, _)| chosen.is_none_or(|chosen| chosen == *name)).map(|(_, count)| count).sum();
    Matched { query: text.trim().to_owned(), slots, scores, ranked, total, counts, marker, shorts, work }
}

/// The text that is searched for: bounded, control characters as spaces.
fn clean(text: &str) -> String {
    let bounded = text.trim_start().chars().take(bounds::QUERY_CHARS);
    bounded.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Tells the weak matches from the others.
fn weigh(scores: &Scores) -> impl Fn(&Scored) -> Ranked {
    let coverage = scores.entries.iter().map(|one| one.coverage).fold(0.0, f32::max);
    let score = scores.entries.iter().map(|one| one.score).fold(0.0, f32::max);
    let all_weak = coverage < WEAK_COVERAGE;
    let enough = WEAK_COVERAGE.max(WEAK_BESIDE_BEST * coverage);
    let strong = STRONG_BESIDE_BEST * score;
    move |one| Ranked { scored: *one, weak: all_weak || (one.coverage < enough && one.score < strong) }
}

/// The best first.
fn by_rank(a: &Ranked, b: &Ranked) -> Ordering {
    a.weak
        .cmp(&b.weak)
        .then_with(|| b.scored.score.total_cmp(&a.scored.score))
        .then_with(|| a.scored.entry.cmp(&b.scored.entry))
}

/// The first `wanted` of those in the category, in order; the score of the best of all is multiplied by
/// what the `closer` look at them says.
fn order(
    scores: &Scores,
    mut closer: impl FnMut(u32) -> f32,
    in_category: impl Fn(u32) -> bool,
    wanted: usize,
) -> Vec<Ranked> {
    let weighed = weigh(scores);
    let all = || scores.entries.iter().map(&weighed);
    // The closer look is at the best of all categories, so that choosing one changes no order. It
    // only ever raises a score, so whoever was not among the best stays behind them.
    let mut ranked = best::of(all(), bounds::REFINED, by_rank);
    let last = ranked.iter().copied().max_by(by_rank);
    let behind = |one: &Ranked| last.is_some_and(|last| by_rank(one, &last).is_gt());
    for one in &mut ranked {
        one.scored.score *= closer(one.scored.entry);
    }
    ranked.retain(|one| in_category(one.scored.entry));
    let others = all().filter(|one| behind(one) && in_category(one.scored.entry));
    let missing = wanted.min(scores.entries.len()).saturating_sub(ranked.len());
    ranked.extend(best::of(others, missing, by_rank));
    ranked.sort_unstable_by(by_rank);
    ranked.truncate(wanted);
    ranked
}
