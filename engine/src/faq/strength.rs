//! Which matches are strong and which are weak: shown after the others, and folded.

use super::score::{Scored, Scores};

/// Where the best entry covers less of the query than this, every match is weak.
const WEAK_COVERAGE: f32 = 0.3;

/// Else an entry is weak that covers less than this share of what the best one covers…
const WEAK_BESIDE_BEST: f32 = 0.5;

/// …and does not make up for it by a score of at least this share of the best score.
const STRONG_BESIDE_BEST: f32 = 0.5;

/// Tells the weak matches of a query from the others.
pub fn is_weak(scores: &Scores) -> impl Fn(&Scored) -> bool + use<> {
    let coverage = scores.entries.iter().map(|one| one.coverage).fold(0.0, f32::max);
    let score = scores.entries.iter().map(|one| one.score).fold(0.0, f32::max);
    let all_weak = coverage < WEAK_COVERAGE;
    let enough = WEAK_COVERAGE.max(WEAK_BESIDE_BEST * coverage);
    let strong = STRONG_BESIDE_BEST * score;
    move |one| all_weak || (one.coverage < enough && one.score < strong)
}
