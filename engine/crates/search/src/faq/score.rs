//! Scoring, based on BM25: how well each entry answers each word of the query, then all words together.
//!
//! A word's score depends on the best field that contains it, on the IDF of everything that it may mean (so a rare
//! misspelling gains nothing by being rare), and on how certain the expansion is. An entry that covers more of the
//! query ranks above an entry that repeats a single word of it.

use rustc_hash::FxHashMap;

use super::expansion::QueryWord;
use super::index::{ANSWER, QUESTION, TAGS};
use super::library::Collection;
use super::ranking::{FIELDS, Ranking};
use crate::text::english::StopWord;

/// The scale of scores: a perfect match scores about ten.
const SCALE: f32 = 10.0;

/// A matching entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scored {
    pub entry: u32,
    pub score: f32,
    /// The share of the query, by weight, that it covers.
    pub coverage: f32,
}

/// All matching entries, and the weight of each word.
#[derive(Debug, Default)]
pub struct Scores {
    /// In collection order.
    pub entries: Vec<Scored>,
    /// The weight of each word: its IDF, reduced for a stop word, zero for a name.
    pub weights: Vec<f32>,
}

/// An entry's score for the words read so far.
#[derive(Clone, Copy, Default)]
struct Total {
    sum: f32,
    /// The words that it contains, as a bit set.
    words: u32,
    /// The current word's score in each field.
    fields: [f32; FIELDS],
}

/// Scores every entry that matches any of the words, and those matching variants and errands that `read` accepts. How
/// rare a word is depends only on the entries.
pub fn score(
    collection: &Collection,
    ranking: &Ranking,
    words: &[QueryWord],
    read: impl Fn(u32) -> bool,
) -> Scores {
    let count = collection.entries;
    let is_counted = |entry: u32| (entry as usize) < count;
    let mut totals = vec![Total::default(); collection.documents];
    let mut touched: Vec<u32> = Vec::new();
    let mut weights = Vec::new();
    // The words that can make a document match, as bit sets; other words only add to its score. `making` is for
    // entries and contains the words that occur in any entry; `making_behind` is for the documents after them and
    // contains the words that occur in any document.
    let (mut making, mut making_behind) = (0, 0);
    let asks = words.iter().any(|word| word.makes_a_match());
    for (at, word) in words.iter().enumerate() {
        for expansion in &word.expansions {
            for field in searched(word) {
                collection.postings(*field, expansion.term, |entry, times| {
                    if !is_counted(entry) && !read(entry) {
                        return;
                    }
                    let total = &mut totals[entry as usize];
                    if total.words & (1 << at) == 0 {
                        total.words |= 1 << at;
                        touched.push(entry);
                    }
                    let score = expansion.quality * field_score(ranking, *field, times);
                    total.fields[*field] = total.fields[*field].max(score);
                });
            }
        }
        let matched = touched.iter().filter(|entry| is_counted(**entry)).count();
        let weight = word.weight
            * match matched {
                0 => idf(ranking, count, 1) * ranking.unmatched,
                matched => idf(ranking, count, matched),
            };
        // A name has no weight next to words that ask for something. Alone, it weighs as much as a word that no entry
        // contains.
        weights.push(match word.stop {
            Some(StopWord::Name) if asks => 0.0,
            Some(StopWord::Name) => idf(ranking, count, 1) * ranking.unmatched,
            _ => weight,
        });
        if word.makes_a_match() {
            making |= u32::from(matched > 0) << at;
            making_behind |= u32::from(!touched.is_empty()) << at;
        }
        for entry in touched.drain(..) {
            let total = &mut totals[entry as usize];
            total.sum += weight * best_field(ranking, std::mem::take(&mut total.fields));
        }
    }
    // A query without any such words must still find something.
    let making = [making, making_behind].map(|words| if words == 0 { u32::MAX } else { words });
    let matched = (0..).zip(&totals);
    let matched =
        matched.filter(|(entry, total)| total.words & making[usize::from(!is_counted(*entry))] != 0);
    let expected = expected(ranking, &weights);
    // Many entries contain the same words, so each share is computed only once.
    let mut shares = FxHashMap::default();
    let entries = matched.map(|(entry, total)| {
        let (coverage, factor) = *shares.entry(total.words).or_insert_with(|| {
            let coverage = share(total.words, &weights);
            (coverage, coverage.powf(ranking.coverage))
        });
        Scored { entry, score: SCALE * total.sum / expected * factor, coverage }
    });
    let entries = entries.collect();
    Scores { entries, weights }
}

/// Returns the fields in which a word is searched. A "when" or "how" in an answer is meaningless.
fn searched(word: &QueryWord) -> &'static [usize] {
    if word.stop == Some(StopWord::Question) { &[QUESTION, TAGS] } else { &[QUESTION, TAGS, ANSWER] }
}

/// Returns the given words' share of the query's weight.
fn share(words: u32, weights: &[f32]) -> f32 {
    let covered: f32 = (0..).zip(weights).filter(|(at, _)| words & (1 << at) != 0).map(|(_, of)| of).sum();
    (covered / total(weights)).min(1.0)
}

fn total(weights: &[f32]) -> f32 {
    weights.iter().sum::<f32>().max(f32::EPSILON)
}

/// Returns the weight of the words that an entry is expected to contain. Only the heaviest ones count, so a longer
/// query doesn't ask for more.
fn expected(ranking: &Ranking, weights: &[f32]) -> f32 {
    let mut heaviest = weights.to_vec();
    heaviest.sort_unstable_by(|a, b| b.total_cmp(a));
    heaviest.truncate(ranking.heaviest);
    total(&heaviest)
}

/// Where one word's score in one entry comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Origin {
    /// The index of the best expansion within the word.
    pub expansion: usize,
    /// Its field.
    pub field: usize,
    /// The score of all expansions together.
    pub score: f32,
}

/// Returns where one word's score in one entry comes from, if it scores at all.
pub fn origin(collection: &Collection, ranking: &Ranking, word: &QueryWord, entry: u32) -> Option<Origin> {
    let mut fields = [0.0_f32; FIELDS];
    let mut best = None;
    for (expansion, meant) in word.expansions.iter().enumerate() {
        for field in searched(word) {
            let times = collection.frequency(*field, meant.term, entry);
            let score = meant.quality * field_score(ranking, *field, times);
            fields[*field] = fields[*field].max(score);
            if score > best.map_or(0.0, |best: Origin| best.score) {
                best = Some(Origin { expansion, field: *field, score });
            }
        }
    }
    best.map(|best| Origin { score: best_field(ranking, fields), ..best })
}

/// Returns BM25's IDF for something that `matched` out of `count` entries contain.
fn idf(ranking: &Ranking, count: usize, matched: usize) -> f32 {
    let (count, matched) = (count.max(matched) as f32, matched as f32);
    (1.0 + (count - matched + 0.5) / (matched + 0.5)).ln().max(0.05).powf(ranking.idf)
}

/// Returns the score of a field that contains a term this many `times`: BM25's saturation, at most the field's weight.
fn field_score(ranking: &Ranking, field: usize, times: u32) -> f32 {
    let times = times as f32;
    ranking.field_weights[field] * times / (times + ranking.k1[field])
}

/// Returns a word's score from its score in each field.
fn best_field(ranking: &Ranking, fields: [f32; FIELDS]) -> f32 {
    let best = fields.into_iter().fold(0.0, f32::max);
    best + ranking.other_fields * (fields.iter().sum::<f32>() - best)
}
