//! The checks that lint makes in addition to the schemas, one file per kind of mistake.
//!
//! A rule reads the whole draft, reports everything it finds and doesn't change anything. Rules do no I/O and read no
//! clock: the date is passed in.

mod addresses;
mod answers;
mod articles;
mod asked_facts;
mod attributes;
mod cases;
pub mod catalogue;
mod clashing_parts;
mod condition_names;
pub mod consequences;
mod context;
mod contradictions;
mod copies;
mod dates;
mod days;
mod duplicate_ids;
mod expired;
pub mod external;
mod faq_entries;
mod findings;
mod flows;
mod invisible;
mod links;
mod lost_lines;
mod markup;
mod missing_promise;
mod mixed_up_states;
mod names;
mod odd_conditions;
mod outcomes;
mod path_checks;
mod patterns;
mod phone_numbers;
mod pieces;
mod placeholders;
mod repeated;
mod rewritten_check;
mod searches;
mod sensitive_request;
mod snippets;
pub mod suppressions;
mod texts;
mod too_long;
mod too_many;
mod tree_shape;
mod unasked_fact;
mod uncovered_path;
mod unfinished;
mod unknown_names;
mod unused_piece;
pub mod updated_checks;
mod when;
mod wording;

pub use context::Context;
pub use faq_entries::words as tag_words;

use crate::content::Draft;
use callguide_search::diagnostics::{self, Diagnostic};
use callguide_search::faq::Index;
use catalogue::Check;
use context::Earlier;

/// Returns every finding of some of the [`catalogue::FIRST`] checks.
pub fn run(checks: &[Check], context: &Context<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    checks.iter().for_each(|check| check(context, &mut found));
    found
}

/// Adds the findings of all other checks to those of the first ones; `earlier` holds the findings of the loader and the
/// schemas.
///
/// One finding may just follow from another, so later checks look at the earlier findings: one mistake, one finding.
pub fn check(context: &mut Context<'_>, earlier: &[Diagnostic], found: &mut Vec<Diagnostic>) {
    for (check, whole, but) in catalogue::THEN {
        context.earlier = Earlier::of(earlier.iter().chain(found.iter()));
        if !whole.iter().any(|kind| context.broken(*kind, |rule| !but.contains(&rule))) {
            check(context, found);
        }
    }
    invisible::check(context, earlier, found);
    snippets::trace(context, found);
    diagnostics::sort(found);
    consequences::gather(found);
}

/// Returns every finding about the results of searching `draft`, given its index.
///
/// Only for lint, never when content is served: a better wording of one entry may move another down in the results, and
/// that must not prevent a helpline from starting.
pub fn try_searches(draft: &Draft, index: &Index) -> Vec<Diagnostic> {
    searches::check(draft, index)
}

/// Returns every finding about how the searches that [`try_searches`] runs are written; `earlier` holds the findings
/// of the loader, the schemas and all rules.
pub fn check_searches(context: &mut Context<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    context.earlier = Earlier::of(earlier.iter());
    let mut found = Vec::new();
    searches::check_expected(context, &mut found);
    consequences::gather(&mut found);
    found
}
