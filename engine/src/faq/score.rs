//! Scoring: how well each entry answers each word of the query, then all of them together.
//!
//! A word counts by the best part that has it, by how rare everything is that it may mean (so a
//! rare misspelling gains nothing by being rare), and by how sure the reading is. What covers more
//! of the query comes before what has one word of it often.

use tantivy::index::InvertedIndexReader;
use tantivy::postings::{Postings, TermInfo};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use super::bounds::{self, Work};
use super::collection::{ANSWER, Collection, PARTS, QUESTION};
use super::expand::{Slot, Term};

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

/// A list of postings to read.
struct List {
    part: usize,
    stemmed: bool,
    info: TermInfo,
    quality: f32,
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
    let mut order: Vec<(usize, Vec<List>, usize)> = slots
        .iter()
        .enumerate()
        .map(|(at, slot)| {
            let lists = lists(collection, slot, work);
            let cost = lists.iter().map(|list| list.info.doc_freq as usize).sum();
            (at, lists, cost)
        })
        .collect();
    // The words that say most are read first, so that what does not fit is what says least.
    order.sort_by_key(|(at, _, cost)| (slots[*at].is_light(), *cost));

    let mut weights = vec![0.0; slots.len()];
    let mut totals = Totals::new(count);
    let mut scratch = Scratch::new(count);
    let mut content_found = false;
    for (at, lists, _) in &order {
        let slot = &slots[*at];
        for list in lists {
            scratch.read(collection, list, &totals, work);
        }
        for reading in &slot.readings {
            if let Term::Pair(left, right) = &reading.term {
                scratch.read_pair(collection, left, right, reading.quality, work);
            }
        }
        let longest = lists.iter().map(|list| list.info.doc_freq as usize).max().unwrap_or(0);
        let matched = scratch.touched.len().max(longest);
        let rarity = if matched == 0 { UNMATCHED * rarity(count, 1) } else { rarity(count, matched) };
        weights[*at] = rarity * slot.weight;
        // Beside words that say something, light ones add to a match but don't make one.
        content_found |= !slot.is_light() && !scratch.touched.is_empty();
        let joins = !(slot.is_light() && content_found);
        scratch.flush(&mut totals, weights[*at], joins);
    }
    let total_weight = weights.iter().sum::<f32>().max(f32::EPSILON);
    totals.touched.sort_unstable();
    let entries = totals
        .touched
        .iter()
        .map(|entry| {
            let at = *entry as usize;
            let coverage = (totals.covered[at] / total_weight).min(1.0);
            Scored { entry: *entry, score: combine(totals.sum[at], coverage, total_weight), coverage }
        })
        .collect();
    Scores { entries, weights }
}

/// Where the score of one word in one entry comes from, best first; empty where it has none.
pub fn sources(collection: &Collection, slot: &Slot, entry: u32) -> Vec<Source> {
    let mut all = Vec::new();
    for (reading, read) in slot.readings.iter().enumerate() {
        for part in 0..PARTS {
            let frequency = match &read.term {
                Term::Word(word) => frequency(&collection.parts[part].exact, word, entry),
                Term::Stem(stem) => frequency(&collection.parts[part].stemmed, stem, entry),
                Term::Phrase(id) => {
                    let term = collection.table.phrases[*id].term();
                    frequency(&collection.parts[part].stemmed, &term, entry)
                }
                Term::Pair(left, right) => {
                    let stemmed = &collection.parts[part].stemmed;
                    frequency(stemmed, left, entry).min(frequency(stemmed, right, entry))
                }
            };
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

fn frequency(reader: &InvertedIndexReader, term: &str, entry: u32) -> u32 {
    let Ok(Some(info)) = reader.terms().get(term.as_bytes()) else {
        return 0;
    };
    let postings = reader.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqs);
    let Ok(mut postings) = postings else { return 0 };
    if postings.doc() == entry || (postings.doc() < entry && postings.seek(entry) == entry) {
        postings.term_freq()
    } else {
        0
    }
}

fn rarity(count: usize, matched: usize) -> f32 {
    let (count, matched) = (count.max(matched) as f32, matched as f32);
    (1.0 + (count - matched + 0.5) / (matched + 0.5)).ln().max(0.05).powf(RARITY)
}

fn part_score(collection: &Collection, part: usize, entry: u32, frequency: u32) -> f32 {
    let length = match part {
        QUESTION => collection.question_lengths[entry as usize],
        ANSWER => collection.answer_norms.fieldnorm(entry) as f32 / collection.answer_average,
        _ => 1.0,
    };
    let frequency = frequency as f32;
    let slow = SATURATION[part] * (1.0 - LENGTH[part] + LENGTH[part] * length);
    PART_WEIGHTS[part] * frequency / (frequency + slow)
}

fn best_part(parts: [f32; PARTS]) -> f32 {
    let best = parts.into_iter().fold(0.0, f32::max);
    best + OTHER_PARTS * (parts.iter().sum::<f32>() - best)
}

fn lists(collection: &Collection, slot: &Slot, work: &mut Work) -> Vec<List> {
    let mut lists = Vec::new();
    for reading in &slot.readings {
        let (text, stemmed) = match &reading.term {
            Term::Word(word) => (word.clone(), false),
            Term::Stem(stem) => {
                // A stem of one word has that word's postings: once is enough.
                if let [only] = collection.vocabulary.words_of(stem)
                    && slot.readings.iter().any(|other| {
                        other.quality >= reading.quality
                            && matches!(&other.term, Term::Word(word) if **word == **only)
                    })
                {
                    continue;
                }
                (stem.clone(), true)
            }
            Term::Phrase(id) => (collection.table.phrases[*id].term(), true),
            Term::Pair(..) => continue,
        };
        for (part, fields) in collection.parts.iter().enumerate() {
            let reader = if stemmed { &fields.stemmed } else { &fields.exact };
            work.terms += 1;
            if let Ok(Some(info)) = reader.terms().get(text.as_bytes()) {
                lists.push(List { part, stemmed, info, quality: reading.quality });
            }
        }
    }
    lists
}

/// Sums over the words read so far.
struct Totals {
    sum: Vec<f32>,
    covered: Vec<f32>,
    touched: Vec<u32>,
}

impl Totals {
    fn new(count: usize) -> Self {
        Self { sum: vec![0.0; count], covered: vec![0.0; count], touched: Vec::new() }
    }

    /// The entries that are worth asking a list about that is too long to read.
    fn candidates(&self) -> Vec<u32> {
        let mut all = self.touched.clone();
        if all.len() > bounds::CANDIDATES {
            all.select_nth_unstable_by(bounds::CANDIDATES, |a, b| {
                self.sum[*b as usize].total_cmp(&self.sum[*a as usize]).then(a.cmp(b))
            });
            all.truncate(bounds::CANDIDATES);
        }
        all.sort_unstable();
        all
    }
}

/// Scores of the word that is being read.
struct Scratch {
    parts: [Vec<f32>; PARTS],
    touched: Vec<u32>,
}

impl Scratch {
    fn new(count: usize) -> Self {
        Self { parts: std::array::from_fn(|_| vec![0.0; count]), touched: Vec::new() }
    }

    fn put(&mut self, collection: &Collection, part: usize, entry: u32, frequency: u32, quality: f32) {
        let at = entry as usize;
        let score = quality * part_score(collection, part, entry, frequency);
        if self.parts.iter().all(|scores| scores[at] == 0.0) {
            self.touched.push(entry);
        }
        let best = &mut self.parts[part][at];
        *best = best.max(score);
    }

    fn read(&mut self, collection: &Collection, list: &List, totals: &Totals, work: &mut Work) {
        let fields = &collection.parts[list.part];
        let reader = if list.stemmed { &fields.stemmed } else { &fields.exact };
        let left = bounds::POSTINGS.saturating_sub(work.postings);
        if list.info.doc_freq as usize > left && !totals.touched.is_empty() {
            let option = IndexRecordOption::WithFreqs;
            let Ok(mut postings) = reader.read_postings_from_terminfo(&list.info, option) else {
                return;
            };
            for entry in totals.candidates() {
                work.postings += 1;
                let doc = postings.doc();
                let doc = if doc < entry { postings.seek(entry) } else { doc };
                if doc == TERMINATED {
                    break;
                }
                if doc == entry {
                    self.put(collection, list.part, entry, postings.term_freq(), list.quality);
                }
            }
            return;
        }
        let option = IndexRecordOption::WithFreqs;
        let Ok(mut block) = reader.read_block_postings_from_terminfo(&list.info, option) else {
            return;
        };
        let mut left = left;
        while block.block_len() > 0 && left > 0 {
            let length = block.block_len().min(left);
            for (entry, frequency) in block.docs()[..length].iter().zip(&block.freqs()[..length]) {
                self.put(collection, list.part, *entry, *frequency, list.quality);
            }
            left -= length;
            work.postings += length;
            block.advance();
        }
    }

    /// Entries of which one part has both stems.
    fn read_pair(&mut self, collection: &Collection, left: &str, right: &str, quality: f32, work: &mut Work) {
        let option = IndexRecordOption::WithFreqs;
        for part in 0..PARTS {
            let reader = &collection.parts[part].stemmed;
            work.terms += 2;
            let postings = |stem: &str| {
                let info = reader.terms().get(stem.as_bytes()).ok().flatten()?;
                reader.read_postings_from_terminfo(&info, option).ok()
            };
            let (Some(mut one), Some(mut two)) = (postings(left), postings(right)) else {
                continue;
            };
            while one.doc() != TERMINATED && two.doc() != TERMINATED {
                if work.postings >= bounds::POSTINGS {
                    return;
                }
                work.postings += 1;
                match one.doc().cmp(&two.doc()) {
                    std::cmp::Ordering::Less => {
                        one.seek(two.doc());
                    }
                    std::cmp::Ordering::Greater => {
                        two.seek(one.doc());
                    }
                    std::cmp::Ordering::Equal => {
                        let frequency = one.term_freq().min(two.term_freq());
                        self.put(collection, part, one.doc(), frequency, quality);
                        one.advance();
                    }
                }
            }
        }
    }

    /// Adds the word's scores to the totals and forgets them.
    fn flush(&mut self, totals: &mut Totals, weight: f32, joins: bool) {
        for entry in self.touched.drain(..) {
            let at = entry as usize;
            let parts = std::array::from_fn(|part| std::mem::take(&mut self.parts[part][at]));
            if totals.covered[at] == 0.0 {
                if !joins {
                    continue;
                }
                totals.touched.push(entry);
            }
            totals.sum[at] += weight * best_part(parts);
            totals.covered[at] += weight;
        }
    }
}
