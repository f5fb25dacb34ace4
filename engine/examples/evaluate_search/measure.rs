//! Runs a set's queries, and computes figures from the outcomes.

use std::num::NonZero;
use std::ops::AddAssign;
use std::thread;

use callguide::content::model::SearchCheck;
use callguide::faq::{Index, Query, Ranking};

/// While a query is being typed, an entry counts as found if it's among this many top results.
const GLANCE: usize = 3;

/// A correct entry further down than this counts as not found (MRR@10).
const DEPTH: usize = 10;

/// The number of results that are read: as many as the app requests (`api.md`, "POST /api/faq/search").
const SHOWN: usize = 20;

/// The number of typed letters after which a volunteer starts to look at the results.
const FIRST_LOOK: usize = 3;

/// The outcome of one query.
pub struct Outcome<'a> {
    pub search: &'a SearchCheck,
    /// The IDs of the first entries in the response.
    pub first: Vec<String>,
    /// The right entry's rank, from 0, if it's among those shown.
    pub rank: Option<usize>,
    /// Whether a correct entry is among the strong results.
    pub right_is_strong: bool,
    /// The number of results, and how many of them are strong.
    pub results: usize,
    pub strong: usize,
    /// The number of typing states, and how many of them had a correct entry among the first results.
    pub keystrokes: usize,
    pub keystroke_hits: usize,
}

/// Runs the queries; with `keystrokes`, also at each state of typing. The queries are divided among all
/// cores.
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

/// Sums over queries, from which the figures are computed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Figures {
    /// The number of queries that an entry answers.
    pub answerable: usize,
    reciprocal: f64,
    first: usize,
    in_three: usize,
    none: usize,
    not_strong: usize,
    keystrokes: usize,
    keystroke_hits: usize,
    /// The number of queries that no entry answers.
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

    /// Returns the mean reciprocal rank of the right entry, counting 0 if it isn't among the first ten.
    pub fn mrr(&self) -> f64 {
        self.reciprocal / self.answerable.max(1) as f64
    }

    /// Returns the share of queries with the right entry first.
    pub fn first(&self) -> f64 {
        share(self.first, self.answerable)
    }

    /// Returns the share of queries with the right entry among the first three.
    pub fn in_three(&self) -> f64 {
        share(self.in_three, self.answerable)
    }

    /// Returns the share of queries without any result.
    pub fn none(&self) -> f64 {
        share(self.none, self.answerable)
    }

    /// Returns the share of queries whose right entry isn't a strong result: it's collapsed or not found.
    pub fn not_strong(&self) -> f64 {
        share(self.not_strong, self.answerable)
    }

    /// Returns the share of typing states with the right entry among the first three.
    pub fn keystrokes(&self) -> Option<f64> {
        (self.keystrokes > 0).then(|| share(self.keystroke_hits, self.keystrokes))
    }

    /// Returns the share of unanswerable queries with a strong result.
    pub fn unanswerable_strong(&self) -> f64 {
        share(self.strong_first, self.unanswerable)
    }

    /// Returns the average number of strong results for unanswerable queries.
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
