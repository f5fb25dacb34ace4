//! From a query to its answer: who matches, in which order, and what of it to show.

use std::cmp::Ordering;

use super::bounds;
use super::collection::Collection;
use super::expansion::{self, QueryWord};
use super::marks::Marker;
use super::query::{MAX_LIMIT, Query};
use super::ranking::Ranking;
use super::score::{self, Scored};
use super::snippet;
use super::strength;
use super::texts::Text;
use crate::api::faq::{CategoryCount, FaqEntry, Highlights, Range, Snippet};

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
}

/// An entry that matches. Whoever wants its texts asks the index for them: most have them already.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub id: String,
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

/// A query, read and matched.
pub struct Matched {
    pub query: String,
    pub words: Vec<QueryWord>,
    /// What each of the words weighs.
    pub weights: Vec<f32>,
    /// All that match in the chosen category; those that are asked for first and in order.
    pub ranked: Vec<Ranked>,
    /// Matches in each category, whatever is chosen.
    counts: Vec<usize>,
    marker: Marker,
}

impl Matched {
    /// The part of what matches that a query asks for.
    pub fn shown(&self, query: &Query) -> &[Ranked] {
        let shown = self.ranked.get(query.offset..).unwrap_or_default();
        &shown[..shown.len().min(query.limit).min(MAX_LIMIT)]
    }
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
pub fn search(collection: &Collection, ranking: &Ranking, query: &Query) -> Answer {
    let matched = run(collection, ranking, query);
    let hits = matched.shown(query).iter().map(|ranked| hit(collection, &matched, ranked)).collect();
    let categories = collection.categories.iter().zip(&matched.counts);
    Answer {
        total: matched.ranked.len(),
        strong: matched.ranked.iter().filter(|ranked| !ranked.weak).count(),
        categories: categories
            .map(|(name, count)| CategoryCount { name: name.clone(), count: *count })
            .collect(),
        hits,
        query: matched.query,
    }
}

/// What is shown of an entry that matches.
fn hit(collection: &Collection, matched: &Matched, ranked: &Ranked) -> Hit {
    let at = ranked.scored.entry as usize;
    let texts = &collection.texts[at];
    let ranges = |text: &Text| -> Vec<Range> {
        matched.marker.marks(text).into_iter().map(|mark| [mark.start, mark.end]).collect()
    };
    let answer = matched.marker.marks(&texts.answer);
    Hit {
        id: collection.entries[at].id.clone(),
        score: ranked.scored.score,
        weak: ranked.weak,
        highlights: Highlights {
            question: ranges(&texts.question),
            tags: texts.tags.iter().map(ranges).collect(),
        },
        snippet: snippet::snippet(&collection.entries[at].answer_text, &answer, &matched.weights),
    }
}

/// Reads and matches a query.
pub fn run(collection: &Collection, ranking: &Ranking, query: &Query) -> Matched {
    let text = clean(&query.text);
    let words = expansion::expand(collection, ranking, &text);
    let marker = Marker::new(&collection.vocabulary, &words);
    let (mut ranked, weights) = if words.is_empty() {
        // Nothing but spaces and punctuation asks for nothing yet: everything, in content's order.
        let all = (0..collection.entries.len() as u32).map(|entry| Ranked {
            scored: Scored { entry, score: 0.0, coverage: 1.0, sure: true },
            weak: false,
        });
        (all.collect(), Vec::new())
    } else {
        let scores = score::score(collection, ranking, &words);
        let is_weak = strength::is_weak(ranking, &scores);
        let all = scores.entries.iter().map(|scored| Ranked { scored: *scored, weak: is_weak(scored) });
        (all.collect::<Vec<Ranked>>(), scores.weights)
    };
    let mut counts = vec![0; collection.categories.len()];
    for one in &ranked {
        counts[collection.category_of[one.scored.entry as usize]] += 1;
    }
    if let Some(chosen) = &query.category {
        ranked.retain(|one| {
            collection.categories[collection.category_of[one.scored.entry as usize]] == *chosen
        });
    }
    // What isn't shown is counted and needs no order.
    let wanted = query.offset.saturating_add(query.limit.min(MAX_LIMIT)).min(ranked.len());
    if wanted > 0 {
        ranked.select_nth_unstable_by(wanted - 1, by_rank);
        ranked[..wanted].sort_unstable_by(by_rank);
    }
    Matched { query: text.trim().to_owned(), words, weights, ranked, counts, marker }
}

/// The text that is searched for: bounded, control characters as spaces.
fn clean(text: &str) -> String {
    let bounded = text.trim_start().chars().take(bounds::QUERY_CHARS);
    bounded.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The best first.
fn by_rank(a: &Ranked, b: &Ranked) -> Ordering {
    a.weak
        .cmp(&b.weak)
        .then_with(|| b.scored.score.total_cmp(&a.scored.score))
        .then_with(|| a.scored.entry.cmp(&b.scored.entry))
}
