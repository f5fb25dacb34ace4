//! Why an entry matched: each word of the query, what it matched, by which means, what it scored.

use std::fmt;

use serde::Serialize;

use super::answer;
use super::collection::Collection;
use super::expand::{Means, Slot, Term};
use super::lists::{ANSWER, QUESTION};
use super::score;
use super::{MAX_LIMIT, Query};

/// An explained answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    pub query: String,
    pub total: usize,
    pub words: Vec<ExplainedWord>,
    pub hits: Vec<ExplainedHit>,
}

/// How a word of the query was read.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExplainedWord {
    pub word: String,
    /// What it weighs among the words of the query.
    pub weight: f32,
    /// Says little in itself.
    pub light: bool,
    /// What it may mean, the surest first.
    pub readings: Vec<ExplainedReading>,
}

/// One reading of a word.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExplainedReading {
    pub term: String,
    pub means: Means,
    pub quality: f32,
}

/// Why one entry matched.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExplainedHit {
    pub number: usize,
    pub id: String,
    pub question: String,
    pub score: f32,
    pub weak: bool,
    /// Share of the query that the entry covers.
    pub coverage: f32,
    /// By what the closer look multiplied the sum of the words.
    pub factor: f32,
    /// What each word of the query gave, in the query's order; those that gave nothing left out.
    pub words: Vec<ExplainedMatch>,
}

/// What one word of the query gave to an entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExplainedMatch {
    pub word: String,
    /// What it matched in the entry.
    pub term: String,
    pub means: Means,
    /// `question`, `tags` or `answer`.
    pub part: &'static str,
    /// Its share of the entry's score.
    pub score: f32,
}

/// Readings of a word that are listed.
const LISTED: usize = 8;

/// Explains a query's answer.
pub fn explain(collection: &Collection, query: &Query) -> Explanation {
    let matched = answer::run(collection, query);
    let total_weight = matched.scores.total_weight();
    let words = matched.slots.iter().zip(&matched.scores.weights);
    let words = words
        .map(|(slot, weight)| ExplainedWord {
            word: slot.word.clone(),
            weight: *weight,
            light: slot.is_light(),
            readings: readings(collection, slot),
        })
        .collect();
    let hits = matched.ranked.iter().skip(query.offset).take(query.limit.min(MAX_LIMIT));
    let hits = hits
        .map(|ranked| {
            let number = ranked.scored.entry as usize;
            let mut sum = 0.0;
            let mut words = Vec::new();
            for (slot, weight) in matched.slots.iter().zip(&matched.scores.weights) {
                let sources = score::sources(collection, slot, ranked.scored.entry);
                let Some(best) = sources.first() else {
                    continue;
                };
                let given = weight * score::word_score(&sources);
                sum += given;
                let reading = &slot.readings[best.reading];
                words.push(ExplainedMatch {
                    word: slot.word.clone(),
                    term: name(collection, &reading.term),
                    means: reading.means,
                    part: part(best.part),
                    score: given,
                });
            }
            let combined = score::combine(sum, ranked.scored.coverage, total_weight);
            for word in &mut words {
                word.score *= if sum > 0.0 { ranked.scored.score / sum } else { 0.0 };
            }
            ExplainedHit {
                number: number + 1,
                id: collection.entries[number].id.clone(),
                question: collection.entries[number].question.clone(),
                score: ranked.scored.score,
                weak: ranked.weak,
                coverage: ranked.scored.coverage,
                factor: if combined > 0.0 { ranked.scored.score / combined } else { 1.0 },
                words,
            }
        })
        .collect();
    Explanation { query: matched.query, total: matched.total, words, hits }
}

fn readings(collection: &Collection, slot: &Slot) -> Vec<ExplainedReading> {
    let all = slot.readings.iter().map(|reading| ExplainedReading {
        term: name(collection, &reading.term),
        means: reading.means,
        quality: reading.quality,
    });
    all.collect()
}

/// A term as a person reads it; a stem ends with an asterisk.
fn name(collection: &Collection, term: &Term) -> String {
    match term {
        Term::Word(word) => word.clone(),
        Term::Stem(stem) => format!("{stem}*"),
        Term::Phrase(id) => format!("“{}”", collection.table.phrases[*id].written),
        Term::Pair(left, right) => format!("{left}* + {right}*"),
    }
}

fn part(part: usize) -> &'static str {
    match part {
        QUESTION => "question",
        ANSWER => "answer",
        _ => "tags",
    }
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Exact => "exact",
            Self::Stem => "stem",
            Self::Synonym => "synonym",
            Self::Prefix => "prefix",
            Self::Typo => "typo",
            Self::Joined => "joined",
        })
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "query  {:?}: {} found", self.query, self.total)?;
        for word in &self.words {
            let light = if word.light { ", light" } else { "" };
            writeln!(f, "  {:<16} weight {:.2}{light}", word.word, word.weight)?;
            if word.readings.is_empty() {
                writeln!(f, "    nothing")?;
            }
            for reading in word.readings.iter().take(LISTED) {
                writeln!(f, "    {:<8} {:.2}  {}", reading.means, reading.quality, reading.term)?;
            }
            if word.readings.len() > LISTED {
                writeln!(f, "    and {} more", word.readings.len() - LISTED)?;
            }
        }
        for hit in &self.hits {
            let weak = if hit.weak { "  weak" } else { "" };
            writeln!(f, "\n{:>6.2}  {}  #{} {}{weak}", hit.score, hit.id, hit.number, hit.question)?;
            writeln!(f, "        covers {:.0} %, factor {:.2}", hit.coverage * 100.0, hit.factor)?;
            for word in &hit.words {
                writeln!(
                    f,
                    "  {:>6.2}  {} → {} ({}, {})",
                    word.score, word.word, word.term, word.means, word.part
                )?;
            }
        }
        Ok(())
    }
}
