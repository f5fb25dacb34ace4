//! Asking a set's queries, and the figures of how that went.

use std::num::NonZero;
use std::ops::AddAssign;
use std::thread;

use callguide::content::model::SearchCheck;
use callguide::faq::{Index, Query, Ranking};

/// An entry counts as found on the way where it's among so many.
const GLANCE: usize = 3;

/// A right entry further down than this counts as not found (MRR@10).
const DEPTH: usize = 10;

/// Results that are looked at: as many as the app asks for (`api.md`, "POST /api/faq/search").
const SHOWN: usize = 20;

/// Letters from which on a volunteer looks at what is found.
const FIRST_LOOK: usize = 3;

/// How one query went.
pub struct Outcome<'a> {
    pub search: &'a SearchCheck,
    /// The first entries of the answer, by their ids.
    pub first: Vec<String>,
    /// Place of the right entry from 0, where it's among those shown.
    pub rank: Option<usize>,
    /// Whether a right entry is among the strong results.
    pub right_is_strong: bool,
    /// How many results there are, and how many of them are strong.
    pub results: usize,
    pub strong: usize,
    /// What was typed on the way, and how often a right entry was seen at a glance.
    pub keystrokes: usize,
    pub keystroke_hits: usize,
}

/// Asks the queries, and if `keystrokes` says so, each also as it's being typed. Every core takes a part of them.
pub fn ask<'a>(
    index: &Index,
    ranking: &Ranking,
    searches: &[&'a SearchCheck],
    keystrokes: bool,
) -> Vec<Outcome<'a>> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let asked = |part: &[&'a SearchCheck]| -> Vec<Outcome<'a>> {
        part.iter().map(|search| one(index, ranking, search, keystrokes)).collect()
    };
    thread::scope(|scope| {
        let parts = searches.chunks(searches.len().div_ceil(cores).max(1));
        let threads: Vec<_> = parts.map(|part| scope.spawn(|| asked(part))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a search has no panic")).collect()
    })
}

fn one<'a>(index: &Index, ranking: &Ranking, search: &'a SearchCheck, keystrokes: bool) -> Outcome<'a> {
    let is_right = |id: &str| search.expect.iter().any(|one| one == id);
    let answer = index.search_with(&Query { limit: SHOWN, ..Query::new(&search.query) }, ranking);
    let chars: Vec<char> = search.query.chars().collect();
    let typed = if keystrokes && !search.expect.is_empty() { FIRST_LOOK..chars.len() + 1 } else { 0..0 };
    let seen = |length: usize| {
        let query = Query { limit: GLANCE, ..Query::new(chars[..length].iter().collect::<String>()) };
        index.search_with(&query, ranking).hits.iter().any(|hit| is_right(&hit.id))
    };
    Outcome {
        search,
        first: answer.hits.iter().take(GLANCE).map(|hit| hit.id.clone()).collect(),
        rank: answer.hits.iter().position(|hit| is_right(&hit.id)),
        right_is_strong: answer.hits.iter().any(|hit| !hit.weak && is_right(&hit.id)),
        results: answer.total,
        strong: answer.strong,
        keystrokes: typed.len(),
        keystroke_hits: typed.filter(|length| seen(*length)).count(),
    }
}

/// Sums over queries; the figures are shares of them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    /// Queries that an entry answers.
    pub answerable: usize,
    reciprocal: f64,
    first: usize,
    in_three: usize,
    none: usize,
    not_strong: usize,
    keystrokes: usize,
    keystroke_hits: usize,
    /// Queries that no entry answers.
    pub unanswerable: usize,
    strong_first: usize,
    strong: usize,
}

impl Figures {
    pub fn of<'a>(outcomes: impl IntoIterator<Item = &'a Outcome<'a>>) -> Self {
        let mut sum = Self::default();
        outcomes.into_iter().for_each(|outcome| sum += outcome);
        sum
    }

    /// Mean reciprocal rank of the right entry, 0 where it isn't among the first ten.
    pub fn mrr(&self) -> f64 {
        self.reciprocal / self.answerable.max(1) as f64
    }

    /// Right entry first.
    pub fn first(&self) -> f64 {
        share(self.first, self.answerable)
    }

    /// Right entry among the first three.
    pub fn in_three(&self) -> f64 {
        share(self.in_three, self.answerable)
    }

    /// No result at all.
    pub fn none(&self) -> f64 {
        share(self.none, self.answerable)
    }

    /// Right entry not among the strong results: it's folded, or not found.
    pub fn not_strong(&self) -> f64 {
        share(self.not_strong, self.answerable)
    }

    /// Right entry among the first three, over everything that was typed on the way.
    pub fn keystrokes(&self) -> Option<f64> {
        (self.keystrokes > 0).then(|| share(self.keystroke_hits, self.keystrokes))
    }

    /// A strong result where no entry is an answer.
    pub fn unanswerable_strong(&self) -> f64 {
        share(self.strong_first, self.unanswerable)
    }

    /// How many strong results there are where no entry is an answer, on average.
    pub fn strong_ones(&self) -> f64 {
        share(self.strong, self.unanswerable)
    }
}

fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}

impl AddAssign<&Outcome<'_>> for Figures {
    fn add_assign(&mut self, outcome: &Outcome<'_>) {
        if outcome.search.expect.is_empty() {
            self.unanswerable += 1;
            self.strong_first += usize::from(outcome.strong > 0);
            self.strong += outcome.strong;
            return;
        }
        self.answerable += 1;
        self.none += usize::from(outcome.results == 0);
        self.not_strong += usize::from(!outcome.right_is_strong);
        self.keystrokes += outcome.keystrokes;
        self.keystroke_hits += outcome.keystroke_hits;
        if let Some(rank) = outcome.rank.filter(|rank| *rank < DEPTH) {
            self.reciprocal += 1.0 / (rank + 1) as f64;
            self.first += usize::from(rank == 0);
            self.in_three += usize::from(rank < GLANCE);
        }
    }
}
