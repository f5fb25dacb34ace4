//! Reading a query: for each of its words, every term of the index that it may mean.
//!
//! In this order: the word itself, its stem and family, the curated synonyms, then what it may be
//! the beginning of, and only for a word that is unknown to all these what it may be a mistake for.

use std::cmp::Ordering;

use super::beginnings::completeness;
use super::bounds::{self, Work};
use super::collection::Collection;
use super::light;
use super::lookup;
use super::text;
use super::vocabulary::Stemmer;

/// By which means a word of the query found a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    Exact,
    Stem,
    Synonym,
    Prefix,
    Typo,
    /// Two words of the query are one in the text, or the other way round.
    Joined,
}

/// A term of the index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    Word(String),
    Stem(String),
    /// A phrase of the synonym table, by its number.
    Phrase(usize),
    /// Two stems that the same part must have.
    Pair(String, String),
}

/// One way to read a word of the query.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub term: Term,
    pub means: Means,
    /// How sure this reading is: 1 for the word itself, less where it says less than what it may become.
    pub quality: f32,
}

/// A word of the query and how it may be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    /// Folded.
    pub word: String,
    pub stem: String,
    /// 1 for a word that says something, less for the others.
    pub weight: f32,
    /// The best first.
    pub readings: Vec<Reading>,
    /// The word may not be finished.
    pub open: bool,
    /// Neither the collection nor the synonyms have it.
    pub unknown: bool,
}

impl Slot {
    pub fn is_light(&self) -> bool {
        self.weight < 1.0
    }

    /// Makes the word weigh more and what it found so far as much as before.
    fn weigh(&mut self, weight: f32) {
        for reading in &mut self.readings {
            reading.quality *= self.weight / weight;
        }
        self.weight = weight;
    }

    fn add(&mut self, term: Term, means: Means, quality: f32) {
        match self.readings.iter_mut().find(|reading| reading.term == term) {
            Some(reading) if reading.quality < quality => {
                reading.quality = quality;
                reading.means = means;
            }
            Some(_) => {}
            None => self.readings.push(Reading { term, means, quality }),
        }
    }
}

const STEM: f32 = 0.9;
const FAMILY: f32 = 0.6;
const SYNONYM: f32 = 0.85;
const JOINED: f32 = 0.9;
/// A word in the middle of a query is less likely to be unfinished than the last, and so is a light one.
const HALF_WORD: f32 = 0.5;
const ABBREVIATED: f32 = 0.6;
/// Relatives of a word that are followed.
const RELATIVES: usize = 6;
/// Letters from which an unknown word that is not the last may be a beginning.
const MIN_HALF_WORD: usize = 3;

/// Every word of `query` with its readings.
pub fn expand(collection: &Collection, query: &str, work: &mut Work) -> Vec<Slot> {
    let mut stemmer = Stemmer::default();
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    let length = query.chars().count();
    for word in text::words(query) {
        if word.joined {
            continue;
        }
        open = word.end == length;
        if words.contains(&word.text) {
            // Said twice it counts once, in its last place, where it may be unfinished.
            words.retain(|other| *other != word.text);
        }
        words.push(word.text);
    }
    words.truncate(bounds::QUERY_WORDS);
    let last = words.len().saturating_sub(1);
    let mut slots: Vec<Slot> = words
        .into_iter()
        .enumerate()
        .map(|(at, word)| {
            let stem = stemmer.stem(&word);
            let vocabulary = &collection.vocabulary;
            let known = vocabulary.has_word(&word)
                || vocabulary.has_stem(&stem)
                || collection.table.knows(&word, &stem);
            Slot {
                weight: light::weight(&word),
                unknown: !known,
                open: open && at == last,
                readings: Vec::new(),
                word,
                stem,
            }
        })
        .collect();
    for slot in &mut slots {
        read_itself(collection, slot);
    }
    read_joined(collection, &mut slots);
    read_synonyms(collection, &mut slots);
    let all_light = slots.iter().all(Slot::is_light);
    for slot in &mut slots {
        read_beginnings(collection, slot, all_light, work);
        read_mistakes(collection, slot, &mut stemmer, work);
        slot.readings.sort_by(|a, b| {
            b.quality.partial_cmp(&a.quality).unwrap_or(Ordering::Equal).then(a.means.cmp(&b.means))
        });
        slot.readings.truncate(bounds::READINGS);
    }
    slots
}

fn read_itself(collection: &Collection, slot: &mut Slot) {
    let vocabulary = &collection.vocabulary;
    if vocabulary.has_word(&slot.word) {
        slot.add(Term::Word(slot.word.clone()), Means::Exact, 1.0);
    }
    if vocabulary.has_stem(&slot.stem) {
        slot.add(Term::Stem(slot.stem.clone()), Means::Stem, STEM);
    }
    if !slot.is_light() {
        let relatives: Vec<String> = vocabulary.relatives(&slot.stem, RELATIVES).map(str::to_owned).collect();
        for relative in relatives {
            slot.unknown = false;
            slot.add(Term::Stem(relative), Means::Stem, FAMILY);
        }
    }
}

/// "drop box" for "dropbox", "birthcertificate" for "birth certificate".
fn read_joined(collection: &Collection, slots: &mut [Slot]) {
    let vocabulary = &collection.vocabulary;
    for at in 1..slots.len() {
        let whole = format!("{}{}", slots[at - 1].word, slots[at].word);
        let light = slots[at - 1].is_light() && slots[at].is_light();
        if whole.len() >= 4 && !light && vocabulary.has_word(&whole) {
            for slot in &mut slots[at - 1..=at] {
                slot.unknown = false;
                slot.add(Term::Word(whole.clone()), Means::Joined, JOINED);
            }
        }
    }
    for slot in slots.iter_mut().filter(|slot| slot.unknown) {
        let splits = slot.word.char_indices().map(|(at, _)| slot.word.split_at(at));
        let best = splits
            .filter(|(left, right)| {
                left.len() >= 2
                    && right.len() >= 2
                    && left.len().max(right.len()) >= 4
                    && (vocabulary.has_word(left) || vocabulary.has_stem(left))
                    && (vocabulary.has_word(right) || vocabulary.has_stem(right))
            })
            .max_by_key(|(left, right)| left.len().min(right.len()));
        if let Some((left, right)) = best {
            let mut stemmer = Stemmer::default();
            let pair = Term::Pair(stemmer.stem(left), stemmer.stem(right));
            slot.add(pair, Means::Joined, JOINED);
        }
    }
}

/// The synonyms that begin at each word, also by a stem, as an unfinished last word, or through a
/// mistake in an unknown one.
fn read_synonyms(collection: &Collection, slots: &mut [Slot]) {
    let table = &collection.table;
    for at in 0..slots.len() {
        for id in table.beginning_like(&slots[at].word) {
            let (phrase, finds) = (&table.phrases[*id], table.finds(*id));
            let Some((covered, quality)) = match_phrase(&phrase.words, &phrase.stems, slots, at) else {
                continue;
            };
            for target in finds {
                let target_phrase = &table.phrases[*target];
                for number in &covered {
                    let quality = SYNONYM * quality;
                    if let [word] = target_phrase.words.as_slice() {
                        let stem = target_phrase.stems[0].clone();
                        slots[*number].add(Term::Word(word.clone()), Means::Synonym, quality);
                        slots[*number].add(Term::Stem(stem), Means::Synonym, quality * STEM);
                    } else {
                        slots[*number].add(Term::Phrase(*target), Means::Synonym, quality);
                    }
                }
            }
        }
    }
}

/// The words of the query that a phrase of the table covers from `at` on, and how surely.
fn match_phrase(words: &[String], stems: &[String], slots: &[Slot], at: usize) -> Option<(Vec<usize>, f32)> {
    let mut covered = Vec::new();
    let mut sure = 1.0_f32;
    let mut next = at;
    for (number, (word, stem)) in words.iter().zip(stems).enumerate() {
        if number > 0 {
            while next + 1 < slots.len()
                && slots[next].word != *word
                && light::is_grammatical(&slots[next].word)
            {
                next += 1;
            }
        }
        let slot = slots.get(next)?;
        sure = sure.min(match_word(word, stem, slot, words.len() > 1 && number > 0)?);
        covered.push(next);
        next += 1;
    }
    Some((covered, sure))
}

fn match_word(word: &str, stem: &str, slot: &Slot, inside: bool) -> Option<f32> {
    if slot.word == word {
        return Some(1.0);
    }
    if slot.stem == stem {
        return Some(STEM);
    }
    let shortest = if inside { 1 } else { 2 };
    if slot.open
        && (inside || !slot.is_light())
        && slot.word.len() >= shortest
        && word.starts_with(slot.word.as_str())
    {
        return Some(completeness(&slot.word, word));
    }
    if slot.unknown && slot.word.as_bytes().first() == word.as_bytes().first() {
        let allowed = lookup::allowed_mistakes(&slot.word);
        if allowed > 0 && slot.word.len().abs_diff(word.len()) <= allowed {
            let distance = strsim::osa_distance(&slot.word, word);
            if distance <= allowed {
                return Some(lookup::correctness(&slot.word, word, distance));
            }
        }
    }
    None
}

fn read_beginnings(collection: &Collection, slot: &mut Slot, all_light: bool, work: &mut Work) {
    let long = slot.word.chars().count() >= MIN_HALF_WORD;
    if !(slot.open || (slot.unknown && long)) {
        return;
    }
    // "can i do" is more likely to go on with another word than to become "can i document".
    let unlikely = !slot.open || (slot.is_light() && !all_light);
    // Still, what "over" may become ("overseas") weighs more than "over" does.
    let heavier = slot.open && unlikely && long;
    if heavier {
        slot.weigh(HALF_WORD);
    }
    let most = if slot.open { bounds::BEGUN } else { bounds::EXAMINED };
    let typed = slot.word.clone();
    for (word, quality) in collection.beginnings.completions(&typed, most, work) {
        let sure = match (heavier, unlikely) {
            (true, _) => light::weight(word),
            (false, true) => HALF_WORD,
            (false, false) => 1.0,
        };
        slot.add(Term::Word(word.to_owned()), Means::Prefix, quality * sure);
    }
}

fn read_mistakes(collection: &Collection, slot: &mut Slot, stemmer: &mut Stemmer, work: &mut Work) {
    let finished = slot.readings.iter().any(|reading| reading.means == Means::Prefix);
    if !slot.unknown || finished {
        return;
    }
    for word in collection.vocabulary.abbreviated(&slot.word.clone(), RELATIVES) {
        slot.add(Term::Word(word.to_owned()), Means::Typo, ABBREVIATED);
    }
    let found = lookup::corrections(collection, &slot.word, slot.open, work);
    if !found.is_empty() {
        for (word, quality) in found {
            // What holds for the word holds for its stem: "licnese" is "licenses" as well.
            let stem = stemmer.stem(&word);
            slot.add(Term::Word(word), Means::Typo, quality);
            slot.add(Term::Stem(stem), Means::Typo, quality * STEM);
        }
        return;
    }
    if slot.stem != slot.word {
        for (stem, quality) in lookup::stem_corrections(collection, &slot.stem, work) {
            slot.add(Term::Stem(stem), Means::Typo, quality * STEM);
        }
    }
}
