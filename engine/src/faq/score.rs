//! Scoring: how well each entry answers each word of the query, then all of them together.
//!
//! A word counts by the best part that has it, by how rare everything is that it may mean (so a
//! rare misspelling gains nothing by being rare), and by how sure the reading is. What covers more
//! of the query comes before what has one word of it often.

use rustc_hash::FxHashMap;

use super::best;
use super::bounds::{self, Work};
use super::collection::{Collection, PARTS};
use super::expand::{Slot, Term};
use super::postings::{self, List};

/// Question over tags over answer.
const PART_WEIGHTS: [f32; PARTS] = [1.0, 0.9, 0.5];

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

/// All entries that match, in the collection's order, and what each word weighed.
#[derive(Debug, Default)]
pub struct Scores {
    pub entries: Vec<Scored>,
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
    let count = collection.entries.len();
    let mut order: Vec<(usize, Vec<List>)> =
        slots.iter().enumerate().map(|(at, slot)| (at, postings::lists(collection, slot, work))).collect();
    // The words that say most are read first, so that what does not fit is what says least.
    order.sort_by_key(|(at, lists)| (slots[*at].is_light(), lists.iter().map(List::len).sum::<usize>()));

    let mut weights = vec![0.0; slots.len()];
    let mut totals = Totals::new(count);
    let mut word = Word::new(count);
    let mut content_found = false;
    for (at, lists) in &order {
        let slot = &slots[*at];
        word.read(collection, slot, lists, &totals, work);
        let longest = lists.iter().map(List::len).max().unwrap_or(0);
        let matched = word.touched.len().max(longest);
        let rarity = if matched == 0 { UNMATCHED * rarity(count, 1) } else { rarity(count, matched) };
        weights[*at] = rarity * slot.weight;
        // Beside words that say something, light ones add to a match but don't make one.
        content_found |= !slot.is_light() && !word.touched.is_empty();
        let joins = !(slot.is_light() && content_found);
        word.flush(&mut totals, *at, weights[*at], joins);
    }
    let entries = totals.into_entries(&weights);
    Scores { entries, weights }
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

fn saturated(frequency: u32, slowness: f32) -> f32 {
    let frequency = frequency as f32;
    frequency / (frequency + slowness)
}

fn best_part(parts: [f32; PARTS]) -> f32 {
    let best = parts.into_iter().fold(0.0, f32::max);
    best + OTHER_PARTS * (parts.iter().sum::<f32>() - best)
}

/// Sums over the words read so far.
struct Totals {
    of: Vec<Total>,
    touched: Vec<u32>,
}

/// What one entry has of the words read so far.
#[derive(Clone, Copy, Default)]
struct Total {
    sum: f32,
    /// The words that it has, a bit for each: there are at most [`bounds::QUERY_WORDS`].
    words: u32,
}

const _: () = assert!(bounds::QUERY_WORDS <= u32::BITS as usize);

impl Totals {
    fn new(count: usize) -> Self {
        Self { of: vec![Total::default(); count], touched: Vec::new() }
    }

    /// The entries that are worth asking a list about that is too long to read.
    fn candidates(&self) -> Vec<u32> {
        let sums = self.touched.iter().map(|entry| (*entry, self.of[*entry as usize].sum));
        let best = best::of(sums, bounds::CANDIDATES, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut all: Vec<u32> = best.into_iter().map(|(entry, _)| entry).collect();
        all.sort_unstable();
        all
    }

    /// The entries that have any word, in the collection's order.
    fn into_entries(mut self, weights: &[f32]) -> Vec<Scored> {
        let total_weight = weights.iter().sum::<f32>().max(f32::EPSILON);
        // Many entries have the same words of the query, and a power is slow.
        let mut seen: FxHashMap<u32, (f32, f32)> = FxHashMap::default();
        let mut last = (0, (0.0, 0.0));
        let mut scored = |entry: u32, total: Total| {
            if last.0 != total.words {
                let shares = seen.entry(total.words).or_insert_with(|| {
                    let words = (0..weights.len()).filter(|at| total.words & (1 << at) != 0);
                    let covered: f32 = words.map(|at| weights[at]).sum();
                    let coverage = (covered / total_weight).min(1.0);
                    (coverage, combine(1.0, coverage, total_weight))
                });
                last = (total.words, *shares);
            }
            let (coverage, factor) = last.1;
            Scored { entry, score: total.sum * factor, coverage }
        };
        // Where most entries match, looking at all of them is quicker than sorting those that do.
        if self.touched.len() > self.of.len() / 16 {
            let all = (0..).zip(&self.of).filter(|(_, total)| total.words != 0);
            let mut entries = Vec::with_capacity(self.touched.len());
            entries.extend(all.map(|(entry, total)| scored(entry, *total)));
            return entries;
        }
        self.touched.sort_unstable();
        self.touched.iter().map(|entry| scored(*entry, self.of[*entry as usize])).collect()
    }
}

/// Scores of the word that is being read.
struct Word {
    /// By entry; parts side by side, so that a posting touches one place in memory.
    parts: Vec<[f32; PARTS]>,
    touched: Vec<u32>,
}

impl Word {
    fn new(count: usize) -> Self {
        Self { parts: vec![[0.0; PARTS]; count], touched: Vec::new() }
    }

    /// Reads everything that the word may mean.
    fn read(
        &mut self,
        collection: &Collection,
        slot: &Slot,
        lists: &[List],
        totals: &Totals,
        work: &mut Work,
    ) {
        let mut candidates: Option<Vec<u32>> = None;
        let mut scores = Vec::new();
        for list in lists {
            let ask = || {
                let some = !totals.touched.is_empty();
                some.then(|| candidates.get_or_insert_with(|| totals.candidates()).clone())
            };
            let slowness = &collection.slowness[list.part];
            let weight = list.quality * PART_WEIGHTS[list.part];
            postings::read(collection, list, ask, work, |entries, frequencies| {
                // First all divisions, which wait for nothing then, and after them what depends on memory.
                let both = entries.iter().zip(frequencies);
                scores.clear();
                scores.extend(both.map(|(at, times)| weight * saturated(*times, slowness[*at as usize])));
                entries.iter().zip(&scores).for_each(|(entry, score)| self.put(list.part, *entry, *score));
            });
        }
        for reading in &slot.readings {
            let Term::Pair(left, right) = &reading.term else { continue };
            for part in 0..PARTS {
                postings::read_pair(collection, part, [left, right], work, |entry, frequency| {
                    self.put(part, entry, reading.quality * part_score(collection, part, entry, frequency));
                });
            }
        }
    }

    fn put(&mut self, part: usize, entry: u32, score: f32) {
        let parts = &mut self.parts[entry as usize];
        // No score is negative, so one comparison of all their bits will do.
        if parts.iter().fold(0, |bits, score| bits | score.to_bits()) == 0 {
            self.touched.push(entry);
        }
        if score > parts[part] {
            parts[part] = score;
        }
    }

    /// Adds the word's scores to the totals and forgets them. `word` is its number in the query.
    fn flush(&mut self, totals: &mut Totals, word: usize, weight: f32, joins: bool) {
        for entry in self.touched.drain(..) {
            let parts = std::mem::take(&mut self.parts[entry as usize]);
            let total = &mut totals.of[entry as usize];
            if total.words == 0 {
                if !joins {
                    continue;
                }
                totals.touched.push(entry);
            }
            total.sum += weight * best_part(parts);
            total.words |= 1 << word;
        }
    }
}
