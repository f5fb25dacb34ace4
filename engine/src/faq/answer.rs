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
use super::side_by_side::{in_pieces, side_by_side};
use super::snippet;
use super::{MAX_LIMIT, Query};
use crate::api::faq::{CategoryCount, FaqEntry, Highlights, Snippet};

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
    /// How many of them aren't weak.
    pub strong: usize,
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

/// An entry in order, weak or not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    pub scored: Scored,
    pub weak: bool,
}

/// Tells whether an entry is wanted.
type Filter<'a> = dyn Fn(u32) -> bool + Sync + 'a;

/// A query that was read and matched, before anything is cut or shown.
pub struct Matched<'a> {
    pub query: String,
    pub slots: Vec<Slot>,
    pub scores: Scores,
    /// Those in the first places that were asked for, the best first.
    pub ranked: Vec<Ranked>,
    /// How many match in the chosen category.
    pub total: usize,
    /// How many of them aren't weak.
    pub strong: usize,
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
    let matched = run(collection, query);
    let ranked = &matched.ranked;
    let shown = ranked.get(query.offset..).unwrap_or_default();
    let shown = &shown[..shown.len().min(query.limit).min(MAX_LIMIT)];
    let hits = in_pieces(shown, matched.scores.spans.len(), |ranked| hit(collection, &matched, ranked));
    let categories = collection.categories.iter().zip(&matched.counts);
    Answer {
        query: matched.query,
        total: matched.total,
        strong: matched.strong,
        categories: categories
            .map(|(name, count)| CategoryCount { name: name.clone(), count: *count })
            .collect(),
        hits,
        work: matched.work,
    }
}

/// What is shown of an entry that matches.
fn hit(collection: &Collection, matched: &Matched<'_>, ranked: &Ranked) -> Hit {
    let at = ranked.scored.entry as usize;
    let marker = matched.marker.as_ref();
    let nothing = Wanted::default();
    let wanted = marker.map_or(&nothing, Marker::wanted);
    let marks = |text: &Laid| marker.map(|marker| marker.marks(text)).unwrap_or_default();
    let ranges = |text: &Laid| marks(text).into_iter().map(|mark| [mark.start, mark.end]).collect();
    let short = match matched.shorts.get(&ranked.scored.entry) {
        Some(short) => Cow::Borrowed(&**short),
        None => collection.short(at, wanted),
    };
    let text = &collection.entries[at].answer_text;
    let answer = marker.map(|marker| marker.marks(&collection.answer(at, wanted))).unwrap_or_default();
    Hit {
        entry: entry(collection, at),
        score: ranked.scored.score,
        weak: ranked.weak,
        highlights: Highlights {
            question: ranges(&short.question),
            tags: short.tags.iter().map(ranges).collect(),
        },
        snippet: snippet::snippet(text, &answer, &matched.scores.weights),
    }
}

/// Reads and matches a query.
pub fn run<'a>(collection: &'a Collection, query: &Query) -> Matched<'a> {
    let text = clean(&query.text);
    let mut work = Work::default();
    let slots = expand::expand(collection, &text, &mut work);
    let wanted = query.offset.saturating_add(query.limit.min(MAX_LIMIT));
    let chosen =
        query.category.as_ref().map(|chosen| collection.categories.iter().position(|name| name == chosen));
    let in_category =
        |entry: u32| chosen.is_none_or(|chosen| chosen == Some(collection.category_of[entry as usize]));
    let mut counts = vec![0; collection.categories.len()];
    let marker = (!slots.is_empty()).then(|| Marker::new(collection, &slots));
    let (scores, ranked, shorts) = if let Some(marker) = &marker {
        let scores = score::score(collection, &slots, &mut work);
        for span in &scores.spans {
            counts.iter_mut().zip(&span.counts).for_each(|(all, some)| *all += some);
        }
        let closer = |entry: u32| {
            let short = collection.short(entry as usize, marker.wanted());
            (refine::factor(collection, marker, &slots, &scores, entry, &short), short)
        };
        let of: Option<&Filter<'_>> = if chosen.is_some() { Some(&in_category) } else { None };
        let (ranked, shorts) = order(&scores, closer, of, wanted);
        (scores, ranked, shorts)
    } else {
        // Nothing but spaces and punctuation asks for nothing yet: everything, in content's order.
        collection.category_of.iter().for_each(|category| counts[*category] += 1);
        let all = (0..collection.entries.len() as u32).filter(|entry| in_category(*entry)).take(wanted);
        let scored = all.map(|entry| Scored { entry, score: 0.0, coverage: 1.0 });
        let ranked = scored.map(|scored| Ranked { scored, weak: false }).collect();
        (Scores::default(), ranked, FxHashMap::default())
    };
    let total = match chosen {
        Some(chosen) => chosen.map_or(0, |chosen| counts[chosen]),
        None => counts.iter().sum(),
    };
    let strong = if slots.is_empty() {
        total
    } else {
        let weighed = weigh(&scores);
        let all = scores.spans.iter().flat_map(|span| &span.entries);
        all.filter(|one| in_category(one.entry) && !weighed(one).weak).count()
    };
    Matched {
        query: text.trim().to_owned(),
        slots,
        scores,
        ranked,
        total,
        strong,
        counts,
        marker,
        shorts,
        work,
    }
}

/// The text that is searched for: bounded, control characters as spaces.
fn clean(text: &str) -> String {
    let bounded = text.trim_start().chars().take(bounds::QUERY_CHARS);
    bounded.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Tells the weak matches from the others.
fn weigh(scores: &Scores) -> impl Fn(&Scored) -> Ranked {
    let coverage = scores.spans.iter().map(|span| span.best_coverage).fold(0.0, f32::max);
    let score = scores.spans.iter().map(|span| span.best_score).fold(0.0, f32::max);
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
/// what the `closer` look at them says. With what that look has cut of each.
fn order<'a>(
    scores: &Scores,
    closer: impl Fn(u32) -> (f32, Cow<'a, Short>) + Sync,
    in_category: Option<&Filter<'_>>,
    wanted: usize,
) -> (Vec<Ranked>, FxHashMap<u32, Cow<'a, Short>>) {
    let weighed = weigh(scores);
    let matched = scores.spans.iter().map(|span| span.entries.len()).sum();
    let count = wanted.max(bounds::REFINED).min(matched);
    let best = |count: usize, of: Option<&Filter<'_>>| {
        let some = side_by_side(&scores.spans, |span| {
            let all = span.entries.iter().filter(|one| of.is_none_or(|of| of(one.entry)));
            best::of(all.map(&weighed), count, by_rank)
        });
        let mut all = best::of(some.into_iter().flatten(), count, by_rank);
        all.sort_unstable_by(by_rank);
        all
    };
    let mut ranked = best(count, in_category);
    // The closer look is at the best of all categories, so that choosing one changes no order. It
    // only ever raises a score, so whoever was not among the best stays behind them.
    let refined = match in_category {
        Some(_) => {
            let best = best(bounds::REFINED, None);
            best.last().map_or(0, |last| ranked.partition_point(|one| by_rank(one, last).is_le()))
        }
        None => ranked.len().min(bounds::REFINED),
    };
    let looked = in_pieces(&ranked[..refined], scores.spans.len(), |one| closer(one.scored.entry));
    let mut shorts = FxHashMap::default();
    for (one, (factor, short)) in ranked.iter_mut().zip(looked) {
        one.scored.score *= factor;
        shorts.insert(one.scored.entry, short);
    }
    ranked.sort_unstable_by(by_rank);
    ranked.truncate(wanted);
    (ranked, shorts)
}
