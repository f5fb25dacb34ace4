//! Why an entry matched: each word of the query, what it matched, how, and its score.

use std::fmt;

use serde::Serialize;

use super::answer::{self, Matched};
use super::expansion::{Expansion, Means};
use super::library::{Collection, Library, Term};
use super::query::Query;
use super::ranking::{FIELDS, Ranking};
use super::score::{self, Scored};
use super::synonyms;

/// An explained answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    pub query: String,
    pub total: usize,
    pub words: Vec<ExplainedWord>,
    pub hits: Vec<ExplainedHit>,
    /// Matching errands that this helpline doesn't handle; their `number` is 0.
    pub elsewhere: Vec<ExplainedHit>,
}

/// A word of the query and its expansions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExplainedWord {
    pub word: String,
    /// Its weight among the words of the query.
    pub weight: f32,
    /// Whether it's a stop word or part of a region's name.
    pub stop_word: bool,
    /// The terms that it may mean, most certain first.
    pub expansions: Vec<ExplainedExpansion>,
}

/// One expansion of a word.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExplainedExpansion {
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
    /// The share of the query that the entry covers.
    pub coverage: f32,
    /// The contribution of each word, in query order, excluding words that didn't contribute.
    pub words: Vec<ExplainedMatch>,
}

/// The contribution of one query word to an entry's score.
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

/// The names of the fields.
const PARTS: [&str; FIELDS] = ["question", "tags", "answer"];

/// How many expansions of a word are printed.
const LISTED: usize = 8;

/// Explains the answer to a query.
pub fn explain(library: &Library, ranking: &Ranking, query: &Query) -> Explanation {
    let matched = answer::run(library, ranking, query);
    let expansion = |expansion: &Expansion| ExplainedExpansion {
        term: name(&library.collection, expansion.term),
        means: expansion.means,
        quality: expansion.quality,
    };
    let words = matched.words.iter().zip(&matched.weights);
    let words = words.map(|(word, weight)| ExplainedWord {
        word: word.word.clone(),
        weight: *weight,
        stop_word: word.is_stop_word(),
        expansions: word.expansions.iter().map(expansion).collect(),
    });
    let hits = matched.shown(query).iter().map(|ranked| {
        let number = ranked.scored.entry as usize + 1;
        let (document, scored) = (matched.document(ranked), &ranked.scored);
        ExplainedHit { number, weak: ranked.weak, ..hit(library, ranking, &matched, document, scored) }
    });
    let errands = matched.errands.iter();
    let elsewhere = errands.map(|scored| hit(library, ranking, &matched, scored.entry, scored));
    Explanation {
        words: words.collect(),
        hits: hits.collect(),
        elsewhere: elsewhere.collect(),
        total: matched.ranked.len(),
        query: matched.query,
    }
}

/// Explains why a document matched, leaving `number` and `weak` to the caller.
fn hit(
    library: &Library,
    ranking: &Ranking,
    matched: &Matched<'_>,
    document: u32,
    scored: &Scored,
) -> ExplainedHit {
    let collection = &library.collection;
    let entry = &library.documents[document as usize];
    let mut sum = 0.0;
    let mut words = Vec::new();
    for (word, weight) in matched.words.iter().zip(&matched.weights) {
        let Some(best) = score::origin(collection, ranking, word, document) else { continue };
        let given = weight * best.score;
        sum += given;
        let expansion = &word.expansions[best.expansion];
        words.push(ExplainedMatch {
            word: word.word.clone(),
            term: name(collection, expansion.term),
            means: expansion.means,
            part: PARTS[best.field],
            score: given,
        });
    }
    for word in &mut words {
        word.score *= if sum > 0.0 { scored.score / sum } else { 0.0 };
    }
    ExplainedHit {
        number: 0,
        id: entry.id.clone(),
        question: entry.question.clone(),
        score: scored.score,
        weak: false,
        coverage: scored.coverage,
        words,
    }
}

/// Returns a term in readable form; a stem ends with an asterisk.
fn name(collection: &Collection, term: Term) -> String {
    match term {
        Term::Word(word) => collection.vocabulary.text_of(word).to_owned(),
        Term::Stem(stem) => {
            let stems = synonyms::stems(collection.vocabulary.stem_text(stem));
            stems.map(|stem| format!("{stem}*")).collect::<Vec<_>>().join(" ")
        }
    }
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{self:?}").to_lowercase())
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "query  {:?}: {} found", self.query, self.total)?;
        for word in &self.words {
            let stop_word = if word.stop_word { ", stop word" } else { "" };
            writeln!(f, "  {:<16} weight {:.2}{stop_word}", word.word, word.weight)?;
            if word.expansions.is_empty() {
                writeln!(f, "    nothing")?;
            }
            for expansion in word.expansions.iter().take(LISTED) {
                writeln!(f, "    {:<9} {:.2}  {}", expansion.means, expansion.quality, expansion.term)?;
            }
            if word.expansions.len() > LISTED {
                writeln!(f, "    and {} more", word.expansions.len() - LISTED)?;
            }
        }
        for hit in self.elsewhere.iter().chain(&self.hits) {
            let weak = if hit.weak { "  weak" } else { "" };
            let number = if hit.number == 0 { "not ours:".to_owned() } else { format!("#{}", hit.number) };
            writeln!(f, "\n{:>6.2}  {}  {number} {}{weak}", hit.score, hit.id, hit.question)?;
            writeln!(f, "        covers {:.0}%", hit.coverage * 100.0)?;
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
