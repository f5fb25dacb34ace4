//! Which matches are strong and which are weak: listed after the others, and folded.

use super::ranking::Ranking;
use super::score::Scored;

/// Tells the weak matches of a query from the others, `scored` being all of them.
pub fn is_weak(ranking: &Ranking, scored: &[Scored]) -> impl Fn(&Scored) -> bool + use<> {
    let best = scored.iter().map(|one| one.score).fold(0.0, f32::max);
    let enough = ranking.strong_score.max(ranking.strong_share * best);
    move |one| one.score < enough
}
