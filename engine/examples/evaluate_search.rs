//! Measures the FAQ search: how often the right entry comes first, by kind of query, tuned and
//! held-back queries apart, and how early while the query is still being typed.
//!
//! `cargo run --example evaluate_search -- [--misses] [--whole-queries] [--explain=QUERY] [DIR…]`
//! where each DIR is a content folder (`content/` if there is none), of which `faq/`, `search.yaml` and
//! `checks/searches.yaml` are enough. `--whole-queries` leaves the keystrokes out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use callguide::faq::{Index, Query};

#[path = "../benches/support/files.rs"]
mod files;

use callguide::content::model::{OneOrMore, SearchCheck};
use files::Faq;

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
    let mut folders: Vec<PathBuf> = Vec::new();
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
        folders.push(argument.into());
    }
    if folders.is_empty() {
        folders.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("../content"));
    }
    for folder in folders {
        let Faq { entries, synonyms, searches } = files::read(&folder)?;
        let index = Index::build(entries, &synonyms);
        if !explain.is_empty() {
            for text in &explain {
                let query = Query { limit: 5, ..Query::new(text) };
                print!("{}", index.explain(&query));
            }
            continue;
        }
        println!("\n{}: {} entries, {} queries", folder.display(), index.len(), searches.len());
        println!(
            "{:<22}{:>5}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}",
            "kind", "n", "MRR@10", "first", "in 3", "none", "weak", "key@3"
        );
        let mut all: BTreeMap<String, Figures> = BTreeMap::new();
        for search in searches.iter() {
            let part = if search.held_back { "held back" } else { "tuned" };
            let result = measure(&index, search, keystrokes);
            let kind = search.kind.as_deref().unwrap_or("of no kind");
            for group in
                [kind.to_owned(), format!("{kind}, {part}"), format!("~ {part}"), "~~ all".to_owned()]
            {
                all.entry(group).or_default().add(&result);
            }
            let rank = result.rank;
            if show_misses && rank != Some(0) {
                let answer = index.search(&Query::new(&search.query));
                let ids: Vec<&str> = answer.hits.iter().take(3).map(|hit| hit.entry.id.as_str()).collect();
                println!("  {rank:?} {:?} ({kind}, {part}) got {ids:?}", search.query);
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

fn is_one_of(expect: &OneOrMore, id: &str) -> bool {
    expect.iter().any(|one| one == id)
}

fn measure(index: &Index, search: &SearchCheck, keystrokes: bool) -> Outcome {
    let answer = index.search(&Query::new(&search.query));
    let rank = answer.hits.iter().position(|hit| is_one_of(&search.expect, &hit.entry.id));
    let chars: Vec<char> = search.query.chars().collect();
    let first = if keystrokes { 3 } else { usize::MAX };
    let lengths = first..=chars.len();
    let typed: Vec<bool> = lengths
        .map(|length| {
            let prefix: String = chars[..length].iter().collect();
            let answer = index.search(&Query { limit: 3, ..Query::new(prefix) });
            answer.hits.iter().any(|hit| is_one_of(&search.expect, &hit.entry.id))
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
