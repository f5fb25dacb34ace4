//! What the words of a query score in a stretch of the entries: the sums that one thread works on.
//!
//! Words are read one after the other: everything that one may mean ([`Span::read`]), and then, since only all entries
//! together tell how rare that is, what it weighs is added to the sums ([`Span::add`]).

use std::ops::Range;

use super::best;
use super::bounds;
use super::collection::Collection;
use super::lists::PARTS;
use super::postings::{self, Extent, List};
use super::score::{self, Scored};

/// The sums of a stretch of the entries.
pub struct Span {
    entries: Range<u32>,
    totals: Vec<Total>,
    /// How many entries have a sum.
    matched: usize,
    /// Scores of the word that is being read, by part and entry.
    parts: [Vec<f32>; PARTS],
    /// The entries that have any, a bit each.
    touched: Vec<u64>,
}

/// What a word of the query weighs.
#[derive(Debug, Clone, Copy)]
pub struct Weighed {
    /// Its number in the query.
    pub word: usize,
    pub weight: f32,
    /// It makes a match of an entry that has none of the words before.
    pub joins: bool,
}

/// What one entry has of the words read so far.
#[derive(Clone, Copy, Default)]
struct Total {
    sum: f32,
    /// The words that it has, a bit for each: there are at most [`bounds::QUERY_WORDS`].
    words: u32,
}

const _: () = assert!(bounds::QUERY_WORDS <= u32::BITS as usize);

/// The entries of a stretch that match.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredSpan {
    /// In the collection's order.
    pub entries: Vec<Scored>,
    /// How many match in each category.
    pub counts: Vec<usize>,
    /// The highest of any.
    pub best_score: f32,
    pub best_coverage: f32,
}

impl Span {
    /// Sums for these entries.
    pub fn new(entries: Range<u32>) -> Self {
        let count = entries.len();
        Self {
            entries,
            totals: vec![Total::default(); count],
            matched: 0,
            parts: [(); PARTS].map(|()| vec![0.0; count]),
            touched: vec![0; count.div_ceil(u64::BITS as usize)],
        }
    }

    /// Reads everything that a word may mean; `candidates` are in order. Answers how many entries have any of it.
    pub fn read(&mut self, collection: &Collection, lists: &[(&List, Extent)], candidates: &[u32]) -> usize {
        let Range { start, end } = self.entries;
        let within = |candidate: &u32| *candidate < start;
        let candidates = &candidates[candidates.partition_point(within)..];
        let candidates = &candidates[..candidates.partition_point(|candidate| *candidate < end)];
        let mut scores = Vec::new();
        for (list, extent) in lists {
            let slowness = &collection.slowness[list.part];
            let best = &mut self.parts[list.part];
            let touched = &mut self.touched;
            let weight = list.quality * score::PART_WEIGHTS[list.part];
            let mut put = |entry: u32, score: f32| {
                let at = (entry - start) as usize;
                best[at] = best[at].max(score);
                touched[at / 64] |= 1 << (at % 64);
            };
            match extent {
                Extent::Before(before) => {
                    let entries = start..end.min(*before);
                    postings::read(collection, list, entries, |entries, frequencies| {
                        // First all divisions, which wait for nothing then, and after them what depends on memory.
                        scores.clear();
                        let both = entries.iter().zip(frequencies);
                        let score = |(at, times): (&u32, &u32)| {
                            weight * score::saturated(*times, slowness[*at as usize])
                        };
                        scores.extend(both.map(score));
                        entries.iter().zip(&scores).for_each(|(entry, score)| put(*entry, *score));
                    });
                }
                Extent::Candidates => postings::ask(collection, list, candidates, |entry, times| {
                    put(entry, weight * score::saturated(times, slowness[entry as usize]));
                }),
            }
        }
        self.touched.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Adds the scores of the word that was read to the sums and forgets them.
    pub fn add(&mut self, Weighed { word, weight, joins }: Weighed) {
        for (block, bits) in self.touched.iter_mut().enumerate() {
            let mut left = std::mem::take(bits);
            while left != 0 {
                let at = block * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let parts = self.parts.each_mut().map(|part| std::mem::take(&mut part[at]));
                let total = &mut self.totals[at];
                if total.words == 0 {
                    if !joins {
                        continue;
                    }
                    self.matched += 1;
                }
                total.sum += weight * score::best_part(parts);
                total.words |= 1 << word;
            }
        }
    }

    /// The entries that are worth asking a list about that is too long to read, with what they have.
    pub fn candidates(&self) -> Vec<(u32, f32)> {
        let sums = self.entries.clone().zip(&self.totals).filter(|(_, total)| total.words != 0);
        best::of(sums.map(|(entry, total)| (entry, total.sum)), bounds::CANDIDATES, by_sum)
    }

    /// The entries that have any word. `weights` are those of the query's words.
    pub fn scored(&self, collection: &Collection, weights: &[f32]) -> ScoredSpan {
        let mut shares = Shares::new(weights);
        let mut scored = ScoredSpan {
            entries: Vec::with_capacity(self.matched),
            counts: vec![0; collection.categories.len()],
            best_score: 0.0,
            best_coverage: 0.0,
        };
        let matched = self.entries.clone().zip(&self.totals).filter(|(_, total)| total.words != 0);
        scored.entries.extend(matched.map(|(entry, total)| {
            let Share { coverage, factor, .. } = shares.of(total.words);
            let score = total.sum * factor;
            scored.counts[collection.category_of[entry as usize]] += 1;
            scored.best_score = scored.best_score.max(score);
            scored.best_coverage = scored.best_coverage.max(coverage);
            Scored { entry, score, coverage }
        }));
        scored
    }
}

/// How much of a query its words are.
struct Shares<'a> {
    weights: &'a [f32],
    total_weight: f32,
    /// Many entries have the same words of the query, and a power is slow: what was asked for last, by the words.
    asked: Vec<Share>,
}

/// How much of a query some of its words are.
#[derive(Clone, Copy, Default)]
struct Share {
    words: u32,
    /// By weight.
    coverage: f32,
    /// What makes a score of a sum.
    factor: f32,
}

impl<'a> Shares<'a> {
    /// Words that have a place of their own in `asked`, whichever of them are asked for.
    const WORDS: u32 = 10;

    fn new(weights: &'a [f32]) -> Self {
        let total_weight = weights.iter().sum::<f32>().max(f32::EPSILON);
        Self { weights, total_weight, asked: vec![Share::default(); 1 << Self::WORDS] }
    }

    /// The share of these words, a bit each, at least one.
    fn of(&mut self, words: u32) -> Share {
        let asked = &mut self.asked[(words & ((1 << Self::WORDS) - 1)) as usize];
        if asked.words != words {
            let has = (0..).zip(self.weights).filter(|(at, _)| words & (1 << at) != 0);
            let covered: f32 = has.map(|(_, weight)| weight).sum();
            let coverage = (covered / self.total_weight).min(1.0);
            *asked = Share { words, coverage, factor: score::combine(1.0, coverage, self.total_weight) };
        }
        *asked
    }
}

/// The order of candidates.
pub fn by_sum(a: &(u32, f32), b: &(u32, f32)) -> std::cmp::Ordering {
    b.1.total_cmp(&a.1).then(a.0.cmp(&b.0))
}
