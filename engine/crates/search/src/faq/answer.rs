//! From query to answer: which entries match, in what order, and what to show of each.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::expansion::{self, QueryWord};
use super::highlights::{Marker, snippet};
use super::library::Library;
use super::query::{MAX_LIMIT, QUERY_CHARS, Query};
use super::ranking::Ranking;
use super::regions::{Reader, ReaderShelf};
use super::score::{self, Scored, Scores};
use super::texts::TokenizedText;
use crate::api::faq::{CategoryCount, FaqEntry, FaqErrand, Highlights, Range, Snippet};

/// The maximum number of errands in an answer.
const ERRANDS: usize = 2;

/// The result of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchAnswer {
    /// The query as the search understood it: truncated to the limit, without control characters.
    pub query: String,
    /// How many entries in the chosen category match.
    pub total: usize,
    /// How many of these entries aren't weak.
    pub strong: usize,
    /// The code of the region that the query names, if any.
    pub region: Option<String>,
    /// Every category, regardless of the chosen one.
    pub categories: Vec<CategoryCount>,
    pub hits: Vec<Hit>,
    /// Errands that this helpline doesn't handle and that match better than any entry, best first.
    pub elsewhere: Vec<FaqErrand>,
}

/// A matching entry, without its text: most clients already have it, and the others can get it from the index.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    pub id: String,
    pub score: f32,
    pub weak: bool,
    pub highlights: Highlights,
    pub snippet: Snippet,
}

/// A ranked entry, weak or not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// Its `entry` is a position among the reader's documents.
    pub scored: Scored,
    pub weak: bool,
}

/// A parsed query and its matches.
pub struct Matched<'a> {
    pub query: String,
    pub words: Vec<QueryWord>,
    /// The weight of each word.
    pub weights: Vec<f32>,
    marker: Marker,
    /// All matches in the chosen category. They're in order up to the end of the page that the query asks for.
    pub ranked: Vec<Ranked>,
    /// The errands that match better than any entry, best first, by document.
    pub errands: Vec<Scored>,
    /// The number of matches in each category, regardless of the chosen one.
    counts: Vec<usize>,
    library: &'a Library,
    shelf: &'a ReaderShelf,
}

impl<'a> Matched<'a> {
    /// Returns the page of matches that a query asks for.
    pub fn shown(&self, query: &Query) -> &[Ranked] {
        let shown = self.ranked.get(query.offset..).unwrap_or_default();
        &shown[..shown.len().min(query.limit).min(MAX_LIMIT)]
    }

    /// Returns the document of a ranked entry.
    pub fn document(&self, ranked: &Ranked) -> u32 {
        self.shelf.list.documents[ranked.scored.entry as usize]
    }
}

/// Returns the entry at a position among a reader's documents, in the public API's form.
pub fn entry(library: &Library, reader: Reader, place: usize) -> FaqEntry {
    let shelf = library.shelf(reader);
    let document = shelf.list.documents[place];
    let entry = &library.documents[document as usize];
    let answer = shelf.filled(document).map_or(&entry.answer, |(words, _)| &words.answer);
    FaqEntry {
        number: place + 1,
        id: entry.id.clone(),
        question: entry.question.clone(),
        answer: answer.clone(),
        note: entry.note.clone(),
        tags: entry.tags.clone(),
        category: entry.category.clone(),
    }
}

/// Answers a query.
pub fn search(library: &Library, ranking: &Ranking, query: &Query) -> SearchAnswer {
    let matched = run(library, ranking, query);
    let hits = matched.shown(query).iter().map(|ranked| hit(&matched, ranked)).collect();
    let categories = library.categories(query.reader).iter().zip(&matched.counts);
    SearchAnswer {
        total: matched.ranked.len(),
        strong: matched.ranked.iter().filter(|ranked| !ranked.weak).count(),
        categories: categories
            .map(|(name, count)| CategoryCount { name: name.clone(), count: *count })
            .collect(),
        region: region(library, &matched.words).map(str::to_owned),
        hits,
        elsewhere: matched.errands.iter().map(|found| errand(library, found)).collect(),
        query: matched.query,
    }
}

/// Returns the region that the query names for certain, if there's exactly one. If there are several, it's unclear
/// which one is meant.
fn region<'a>(library: &'a Library, words: &[QueryWord]) -> Option<&'a str> {
    let mut regions = words.iter().filter_map(|word| word.region);
    let one = regions.next()?;
    regions.all(|other| other == one).then(|| library.collection.names.code(one))
}

/// Returns a matching errand in the public API's form.
fn errand(library: &Library, found: &Scored) -> FaqErrand {
    let document = found.entry as usize;
    let entry = &library.documents[document];
    FaqErrand {
        id: entry.id.clone(),
        score: found.score,
        question: entry.question.clone(),
        text: entry.answer.clone(),
        say: library.says[document - library.errands()].clone(),
    }
}

/// Returns what to show of a matching entry.
fn hit(matched: &Matched<'_>, ranked: &Ranked) -> Hit {
    let document = matched.document(ranked);
    let entry = &matched.library.documents[document as usize];
    let texts = &matched.library.texts[document as usize];
    let filled = matched.shelf.filled(document);
    let (answer, cut) =
        filled.map_or((&entry.answer_text, &texts.answer), |(words, cut)| (&words.answer_text, cut));
    let ranges = |text: &TokenizedText| -> Vec<Range> {
        matched.marker.marks(text).into_iter().map(|mark| [mark.start, mark.end]).collect()
    };
    let marks = matched.marker.marks(cut);
    Hit {
        id: entry.id.clone(),
        score: ranked.scored.score,
        weak: ranked.weak,
        highlights: Highlights {
            question: ranges(&texts.question),
            tags: texts.tags.iter().map(ranges).collect(),
        },
        snippet: snippet(answer, &marks, &matched.weights),
    }
}

/// Parses and matches a query.
pub fn run<'a>(library: &'a Library, ranking: &Ranking, query: &Query) -> Matched<'a> {
    let text = clean(&query.text);
    let shelf = library.shelf(query.reader);
    let collection = &library.collection;
    let words = expansion::expand(collection, ranking, &text);
    let marker = Marker::new(&collection.vocabulary, &words);
    let first_errand = library.errands() as u32;
    let is_read = |document| document >= first_errand || shelf.variants.binary_search(&document).is_ok();
    let Scores { entries: mut scored, weights } = match words.is_empty() {
        true => Scores::default(),
        false => score::score(collection, ranking, &words, is_read),
    };
    let mut errands = scored.split_off(scored.partition_point(|scored| scored.entry < first_errand));
    if words.is_empty() {
        // A query that has only spaces and punctuation doesn't ask for anything yet, so every entry matches, in
        // content order.
        let all = 0..shelf.list.documents.len() as u32;
        scored = all.map(|entry| Scored { entry, score: 0.0, coverage: 1.0 }).collect();
    } else if query.reader != Reader::default() {
        let by_document: FxHashMap<u32, Scored> =
            scored.into_iter().map(|scored| (scored.entry, scored)).collect();
        let read = (0..).zip(&shelf.list.documents);
        let read = read.filter_map(|(entry, document)| Some(Scored { entry, ..*by_document.get(document)? }));
        scored = read.collect();
    }
    // An errand isn't shown if an entry beats it: "lost ID" isn't about lost mail.
    let best = scored.iter().map(|one| one.score).fold(0.0, f32::max);
    let enough = if library.says.is_empty() { ranking.strong_score } else { ranking.strong_beside_errands };
    errands.retain(|errand| errand.score >= best.max(enough));
    errands.sort_by(|a, b| b.score.total_cmp(&a.score));
    errands.truncate(ERRANDS);
    let none_is_strong = best < enough || !errands.is_empty();
    // Without a query, nothing is weak.
    let weak =
        |scored: &Scored| !words.is_empty() && (none_is_strong || scored.score < best * ranking.beside_best);
    let mut ranked: Vec<Ranked> =
        scored.iter().map(|scored| Ranked { scored: *scored, weak: weak(scored) }).collect();
    let category =
        |one: &Ranked| library.category_of[shelf.list.documents[one.scored.entry as usize] as usize];
    let mut counts = vec![0; library.categories.len()];
    for one in &ranked {
        counts[category(one)] += 1;
    }
    if let Some(chosen) = &query.category {
        ranked.retain(|one| library.categories[category(one)] == *chosen);
    }
    let end = query.offset.saturating_add(query.limit.min(MAX_LIMIT)).min(ranked.len());
    if end < ranked.len() {
        ranked.select_nth_unstable_by(end, by_rank);
    }
    ranked[..end].sort_unstable_by(by_rank);
    let query = text.trim().to_owned();
    Matched { query, words, weights, marker, ranked, errands, counts, library, shelf }
}

/// Returns the text to search for: truncated, with control characters replaced by spaces.
fn clean(text: &str) -> String {
    let bounded = text.trim_start().chars().take(QUERY_CHARS);
    bounded.map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Orders by rank, best first.
fn by_rank(a: &Ranked, b: &Ranked) -> Ordering {
    a.weak
        .cmp(&b.weak)
        .then_with(|| b.scored.score.total_cmp(&a.scored.score))
        .then_with(|| a.scored.entry.cmp(&b.scored.entry))
}
