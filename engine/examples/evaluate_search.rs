//! Measures the FAQ search: how often the right entry comes first, by kind of query, tuned and
//! held-back queries apart, and how early while the query is still being typed.
//!
//! `cargo run --example evaluate_search -- [--misses] [--whole-queries] [--explain=QUERY] PATH…`; each PATH is a content folder or one
//! YAML file with `synonyms`, `entries` (`id`, `q`, `a`, `tags`, `cat`) and `searches`.

use std::collections::BTreeMap;
use std::path::Path;

use callguide::faq::{Entry, Index, Query, SynonymRule, Synonyms};
use pulldown_cmark::{Event, Parser, TagEnd};
use serde::Deserialize;

#[derive(Deserialize)]
struct Search {
    query: String,
    expect: OneOrMore,
    kind: String,
    #[serde(default)]
    held_back: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn has(&self, id: &str) -> bool {
        match self {
            Self::One(one) => one == id,
            Self::More(more) => more.iter().any(|one| one == id),
        }
    }
}

#[derive(Deserialize)]
struct Rule {
    #[serde(default)]
    both: Vec<String>,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    finds: Vec<String>,
}

#[derive(Deserialize)]
struct RawEntry {
    id: String,
    #[serde(alias = "q")]
    question: String,
    #[serde(alias = "a")]
    answer: String,
    tags: Vec<String>,
    #[serde(default, alias = "cat")]
    category: String,
}

#[derive(Deserialize)]
struct Category {
    category: String,
    order: u32,
    entries: Vec<RawEntry>,
}

#[derive(Deserialize)]
struct Whole {
    #[serde(default)]
    synonyms: Vec<Rule>,
    #[serde(default)]
    entries: Vec<RawEntry>,
    #[serde(default)]
    searches: Vec<Search>,
}

struct Set {
    index: Index,
    searches: Vec<Search>,
}

#[derive(Default)]
struct Figures {
    queries: usize,
    reciprocal: f64,
    first: usize,
    in_three: usize,
    nothing: usize,
    weak: usize,
    keystrokes: usize,
    keystroke_hits: usize,
}

fn main() -> anyhow::Result<()> {
    let mut show_misses = false;
    let mut keystrokes = true;
    let mut explain: Vec<String> = Vec::new();
    for argument in std::env::args().skip(1) {
        if argument == "--misses" {
            show_misses = true;
            continue;
        }
        if argument == "--whole-queries" {
            keystrokes = false;
            continue;
        }
        if let Some(query) = argument.strip_prefix("--explain=") {
            explain.push(query.to_owned());
            continue;
        }
        let set = read(Path::new(&argument))?;
        if !explain.is_empty() {
            for text in &explain {
                let query = Query {
                    limit: 5,
                    ..Query::new(text)
                };
                print!("{}", set.index.explain(&query));
            }
            continue;
        }
        println!(
            "\n{argument}: {} entries, {} queries",
            set.index.len(),
            set.searches.len()
        );
        println!(
            "{:<22}{:>5}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}",
            "kind", "n", "MRR@10", "first", "in 3", "none", "weak", "key@3"
        );
        let mut all: BTreeMap<String, Figures> = BTreeMap::new();
        for search in &set.searches {
            let part = if search.held_back {
                "held back"
            } else {
                "tuned"
            };
            let result = measure(&set.index, search, keystrokes);
            for group in [
                search.kind.clone(),
                format!("~ {part}"),
                "~~ all".to_owned(),
            ] {
                all.entry(group).or_default().add(&result);
            }
            let rank = result.rank;
            if show_misses && rank != Some(0) {
                let answer = set.index.search(&Query::new(&search.query));
                let ids: Vec<&str> = answer
                    .hits
                    .iter()
                    .take(3)
                    .map(|hit| hit.entry.id.as_str())
                    .collect();
                println!(
                    "  {rank:?} {:?} ({}, {part}) got {ids:?}",
                    search.query, search.kind
                );
            }
        }
        for (name, figures) in all {
            let n = figures.queries as f64;
            println!(
                "{name:<22}{:>5}{:>8.3}{:>8.3}{:>8.3}{:>8.3}{:>8.3}{:>8.3}",
                figures.queries,
                figures.reciprocal / n,
                figures.first as f64 / n,
                figures.in_three as f64 / n,
                figures.nothing as f64 / n,
                figures.weak as f64 / n,
                figures.keystroke_hits as f64 / figures.keystrokes.max(1) as f64,
            );
        }
    }
    Ok(())
}

/// How one query went.
struct Outcome {
    /// Place of the right entry, from 0.
    rank: Option<usize>,
    weak: bool,
    nothing: bool,
    keystrokes: usize,
    keystroke_hits: usize,
}

impl Figures {
    fn add(&mut self, outcome: &Outcome) {
        self.queries += 1;
        self.nothing += usize::from(outcome.nothing);
        self.weak += usize::from(outcome.weak);
        self.keystrokes += outcome.keystrokes;
        self.keystroke_hits += outcome.keystroke_hits;
        if let Some(rank) = outcome.rank {
            if rank < 10 {
                self.reciprocal += 1.0 / (rank + 1) as f64;
            }
            self.first += usize::from(rank == 0);
            self.in_three += usize::from(rank < 3);
        }
    }
}

fn measure(index: &Index, search: &Search, keystrokes: bool) -> Outcome {
    let answer = index.search(&Query::new(&search.query));
    let rank = answer
        .hits
        .iter()
        .position(|hit| search.expect.has(&hit.entry.id));
    let chars: Vec<char> = search.query.chars().collect();
    let lengths = if keystrokes { 3..=chars.len() } else { 1..=0 };
    let typed: Vec<bool> = lengths
        .map(|length| {
            let prefix: String = chars[..length].iter().collect();
            let answer = index.search(&Query {
                limit: 3,
                ..Query::new(prefix)
            });
            answer
                .hits
                .iter()
                .any(|hit| search.expect.has(&hit.entry.id))
        })
        .collect();
    Outcome {
        rank,
        weak: rank.is_some_and(|rank| answer.hits[rank].weak),
        nothing: answer.hits.is_empty(),
        keystrokes: typed.len(),
        keystroke_hits: typed.iter().filter(|hit| **hit).count(),
    }
}

fn read(path: &Path) -> anyhow::Result<Set> {
    let (entries, rules, searches) = if path.is_dir() {
        let mut categories = Vec::new();
        for file in std::fs::read_dir(path.join("faq"))? {
            let file = file?.path();
            if file
                .extension()
                .is_some_and(|extension| extension == "yaml")
            {
                categories.push(serde_yaml::from_str::<Category>(&std::fs::read_to_string(
                    file,
                )?)?);
            }
        }
        categories.sort_by_key(|category| category.order);
        let entries = categories.into_iter().flat_map(|category| {
            let name = category.category;
            category.entries.into_iter().map(move |mut entry| {
                entry.category.clone_from(&name);
                entry
            })
        });
        let read = |name: &str| -> anyhow::Result<Whole> {
            Ok(serde_yaml::from_str(&std::fs::read_to_string(
                path.join(name),
            )?)?)
        };
        let searches = read("checks/searches.yaml")?.searches;
        (entries.collect(), read("search.yaml")?.synonyms, searches)
    } else {
        let whole: Whole = serde_yaml::from_str(&std::fs::read_to_string(path)?)?;
        (whole.entries, whole.synonyms, whole.searches)
    };
    let entries = entries.into_iter().map(|entry: RawEntry| Entry {
        answer_text: plain(&entry.answer),
        id: entry.id,
        question: entry.question,
        answer: entry.answer,
        tags: entry.tags,
        category: entry.category,
    });
    let rules = rules.into_iter().map(|rule| {
        if rule.both.is_empty() {
            SynonymRule::OneWay {
                words: rule.words,
                finds: rule.finds,
            }
        } else {
            SynonymRule::Both(rule.both)
        }
    });
    let synonyms = Synonyms {
        rules: rules.collect(),
    };
    Ok(Set {
        index: Index::build(entries.collect(), &synonyms),
        searches,
    })
}

fn plain(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::SoftBreak
            | Event::HardBreak
            | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_)) => text.push(' '),
            _ => {}
        }
    }
    text
}
