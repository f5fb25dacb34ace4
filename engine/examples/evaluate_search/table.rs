//! Figures by kind of query, separately for open and held-out queries.

use std::collections::BTreeSet;

use crate::measure::{Figures, Outcome};

/// The label for queries without a kind.
const NO_KIND: &str = "of no kind";

pub fn kind<'a>(outcome: &'a Outcome<'_>) -> &'a str {
    outcome.search.kind.as_deref().unwrap_or(NO_KIND)
}

pub fn print(outcomes: &[Outcome<'_>]) {
    let (held_back, tuned): (Vec<_>, Vec<_>) = outcomes.iter().partition(|outcome| outcome.search.held_back);
    let parts = [("open", &tuned), ("held back", &held_back)];
    let parts: Vec<_> = parts.into_iter().filter(|(_, part)| !part.is_empty()).collect();
    for (name, part) in &parts {
        println!(
            "\n  {name:<14}{:>5}{:>9}{:>8}{:>8}{:>8}{:>12}{:>9}",
            "n", "MRR@10", "first", "hit@3", "none", "not strong", "keys@3"
        );
        let kinds: BTreeSet<&str> = part.iter().map(|outcome| kind(outcome)).collect();
        for wanted in kinds {
            let of_kind = part.iter().copied().filter(|outcome| kind(outcome) == wanted);
            row(wanted, &Figures::of(of_kind));
        }
        total(&Figures::of(part.iter().copied()));
    }
    if parts.len() > 1 {
        println!();
        total(&Figures::of(outcomes));
    }
}

fn row(name: &str, figures: &Figures) {
    if figures.answerable == 0 {
        return;
    }
    println!(
        "  {name:<14}{:>5}{:>9.3}{:>8.3}{:>8.3}{:>8.3}{:>12.3}{:>9}",
        figures.answerable,
        figures.mrr(),
        figures.first(),
        figures.in_three(),
        figures.none(),
        figures.not_strong(),
        figures.keystrokes().map_or_else(|| "-".to_owned(), |share| format!("{share:.3}")),
    );
}

fn total(figures: &Figures) {
    row("all", figures);
    if figures.unanswerable > 0 {
        println!(
            "  {:<14}{:>5}   strong first {:.3}, strong ones {:.1}",
            "unanswerable",
            figures.unanswerable,
            figures.unanswerable_strong(),
            figures.strong_ones(),
        );
    }
}

/// Prints each query whose right entry isn't first, and each unanswerable one that gets a strong result.
pub fn print_misses(outcomes: &[Outcome<'_>]) {
    for outcome in outcomes {
        let what = match outcome.rank {
            _ if outcome.search.expect.is_empty() && outcome.strong == 0 => continue,
            _ if outcome.search.expect.is_empty() => format!("{} strong", outcome.strong),
            Some(0) if outcome.right_is_strong => continue,
            Some(0) => "weak".to_owned(),
            Some(rank) => format!("place {}", rank + 1),
            None => "none".to_owned(),
        };
        let part = if outcome.search.held_back { ", held back" } else { "" };
        println!(
            "  {what:<10} {:?} ({}{part}) got {}",
            outcome.search.query,
            kind(outcome),
            outcome.first.join(", ")
        );
    }
}
