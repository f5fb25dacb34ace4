//! Scoring, after BM25: how well each entry answers each word of the query, then all of them together.
//!
//! A word counts by the best field that has it, by the IDF of everything that it may mean (so a rare misspelling gains
//! nothing by being rare), and by how sure the expansion is. What covers more of the query comes before what has one
//! word of it often.

use super::collection::Collection;
use super::expansion::QueryWord;
use super::index::{ANSWER, QUESTION, TAGS};
use super::ranking::{FIELDS, Ranking};
use crate::text::english::StopWord;

/// Scores are given on a scale on which a perfect match is about ten.
const SCALE: f32 = 10.0;

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
    /// In the collection's order.
    pub entries: Vec<Scored>,
    /// Weight of each word: its IDF, and less for a stop word, none for a name.
    pub weights: Vec<f32>,
}

/// What one entry has of the words read so far.
#[derive(Clone, Copy, Default)]
struct Total {
    sum: f32,
    /// The words that it has, a bit each.
    words: u32,
}

/// Scores every entry that has anything of the query, and every variant in `read`. How rare something is depends on the
/// entries alone.
pub fn score(
    collection: &Collection,
    ranking: &Ranking,
    words: &[QueryWord],
    read: impl Fn(u32) -> bool,
) -> Scores {
    let count = collection.entries;
    let is_counted = |entry: u32| (entry as usize) < count;
    let mut totals = vec![Total::default(); collection.documents];
    let mut fields = vec![[0.0_f32; FIELDS]; totals.len()];
    let mut touched: Vec<u32> = Vec::new();
    let mut weights = Vec::new();
    // Words that make a match, a bit each; the others only add to one. Of entries those that an entry has, of what is behind
    // them those that anything has.
    let (mut making, mut making_behind) = (0, 0);
    let asks = words.iter().any(|word| word.makes_a_match());
    for (at, word) in words.iter().enumerate() {
        for expansion in &word.expansions {
            for field in searched(word) {
                collection.postings(*field, expansion.term, |entry, times| {
                    if !is_counted(entry) && !read(entry) {
                        return;
                    }
                    let of = &mut fields[entry as usize];
                    if *of == [0.0; FIELDS] {
                        touched.push(entry);
                    }
                    let score = expansion.quality * field_score(ranking, *field, times);
                    of[*field] = of[*field].max(score);
                });
            }
        }
        let matched = touched.iter().filter(|entry| is_counted(**entry)).count();
        let weight = word.weight
            * match matched {
                0 => idf(ranking, count, 1) * ranking.unmatched,
                matched => idf(ranking, count, matched),
            };
        // A name asks for nothing beside words that do, and for more than any entry has where there is none.
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
            total.sum += weight * best_field(ranking, std::mem::take(&mut fields[entry as usize]));
            total.words |= 1 << at;
        }
    }
    // A query of nothing else must still find something.
    let making = [making, making_behind].map(|words| if words == 0 { u32::MAX } else { words });
    let matched = (0..).zip(&totals);
    let matched =
        matched.filter(|(entry, total)| total.words & making[usize::from(!is_counted(*entry))] != 0);
    let expected = expected(ranking, &weights);
    let entries = matched.map(|(entry, total)| {
        let coverage = share(total.words, &weights);
        Scored { entry, score: SCALE * total.sum / expected * coverage.powf(ranking.coverage), coverage }
    });
    let entries = entries.collect();
    Scores { entries, weights }
}

/// The fields in which a word is searched: that an answer has a "when" or a "how" says nothing.
fn searched(word: &QueryWord) -> &'static [usize] {
    if word.stop == Some(StopWord::Question) { &[QUESTION, TAGS] } else { &[QUESTION, TAGS, ANSWER] }
}

/// The share of the query, by weight, that some of its words are.
fn share(words: u32, weights: &[f32]) -> f32 {
    let covered: f32 = (0..).zip(weights).filter(|(at, _)| words & (1 << at) != 0).map(|(_, of)| of).sum();
    (covered / total(weights)).min(1.0)
}

fn total(weights: &[f32]) -> f32 {
    weights.iter().sum::<f32>().max(f32::EPSILON)
}

/// What the words weigh that an entry is expected to have: the heaviest. Who says more doesn't ask for more.
fn expected(ranking: &Ranking, weights: &[f32]) -> f32 {
    let mut heaviest = weights.to_vec();
    heaviest.sort_unstable_by(|a, b| b.total_cmp(a));
    heaviest.truncate(ranking.heaviest);
    total(&heaviest)
}

/// Where the score of one word in one entry comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Source {
    /// The best expansion, by its number in the word.
    pub expansion: usize,
    /// Its field.
    pub field: usize,
    /// What all of them score.
    pub score: f32,
}

/// Where the score of one word in one entry comes from, if it has any.
pub fn source(collection: &Collection, ranking: &Ranking, word: &QueryWord, entry: u32) -> Option<Source> {
    let mut fields = [0.0_f32; FIELDS];
    let mut best = None;
    for (expansion, meant) in word.expansions.iter().enumerate() {
        for field in searched(word) {
            let times = collection.frequency(*field, meant.term, entry);
            let score = meant.quality * field_score(ranking, *field, times);
            fields[*field] = fields[*field].max(score);
            if score > best.map_or(0.0, |best: Source| best.score) {
                best = Some(Source { expansion, field: *field, score });
            }
        }
    }
    best.map(|best| Source { score: best_field(ranking, fields), ..best })
}

/// How rare what `matched` of `count` entries have is, by the IDF of BM25.
fn idf(ranking: &Ranking, count: usize, matched: usize) -> f32 {
    let (count, matched) = (count.max(matched) as f32, matched as f32);
    (1.0 + (count - matched + 0.5) / (matched + 0.5)).ln().max(0.05).powf(ranking.idf)
}

/// What a field of an entry scores that has a term so many `times`: BM25's saturation, at most the field's weight.
fn field_score(ranking: &Ranking, field: usize, times: u32) -> f32 {
    let times = times as f32;
    ranking.field_weights[field] * times / (times + ranking.k1[field])
}

/// What a word scores from what each field gives it.
fn best_field(ranking: &Ranking, fields: [f32; FIELDS]) -> f32 {
    let best = fields.into_iter().fold(0.0, f32::max);
    best + ranking.other_fields * (fields.iter().sum::<f32>() - best)
}
