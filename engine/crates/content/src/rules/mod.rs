//! What lint checks beyond the schemas, one file per rule or family of rules.
//!
//! A rule reads the whole draft, reports everything it finds and changes nothing. Rules do no I/O and read no clock:
//! the date is passed in.

mod address_typo;
mod addresses;
mod answers;
mod asked;
mod attributes;
mod bare_address;
mod blamed_fact;
mod blanks;
mod broken_markdown;
mod broken_off;
mod cases;
pub mod catalogue;
mod causes;
pub mod consequences;
mod context;
mod copies;
mod cut_text;
mod days;
mod doubled_word;
mod duplicate_ids;
mod empty_text;
mod everyday_synonym;
mod expired;
pub mod external;
mod fact_clash;
mod faq_entries;
mod findings;
mod flow_steps;
mod html_in_text;
mod invisible;
mod linked_address;
mod long_answer;
mod long_text_message;
mod lost_lines;
mod malformed_link;
pub mod manual;
mod missing_promise;
mod named_conditions;
mod offer;
mod old_title;
mod outcome_titles;
mod outcomes;
mod path_checks;
mod paths;
mod patterns;
mod personal_address;
mod phone_numbers;
mod pieces;
mod placeholders;
mod repeated_fact;
mod repeated_text;
mod reviews;
mod rewritten_check;
mod searches;
mod sensitive_request;
mod snippets;
mod staff_only_link;
mod state_names;
mod states_alike;
mod style_clash;
pub mod suppressions;
mod swallowed_entry;
mod tag_typo;
mod texts;
mod too_many;
mod tree_shape;
mod unasked_fact;
mod uncovered_path;
mod unfilled_placeholder;
mod unknown_answer;
mod unknown_entry;
mod unknown_guide;
mod unknown_link;
mod unknown_node;
mod unknown_state;
mod unknown_value;
mod unknown_zone;
mod unreachable_node;
mod unused_link;
mod unused_piece;
pub mod updated_checks;
mod vanity_number;
mod ways;
mod when;
mod wording;
mod wrong_window;

pub use faq_entries::words as tag_words;

use jiff::civil::Date;

use crate::content::Draft;
use crate::readings::Readings;
use callguide_search::diagnostics::{self, Diagnostic};
use callguide_search::faq::Index;
use context::{Context, Earlier};

/// Returns every finding of every rule; `earlier` holds the findings of the loader and the schemas.
///
/// The checks run in rounds. A finding of a later round might only be a consequence of an earlier one, so each round
/// looks at what was found before it: one mistake, one finding.
pub fn check(
    draft: &Draft,
    readings: &Readings<'_>,
    earlier: &[Diagnostic],
    today: Option<Date>,
) -> Vec<Diagnostic> {
    let mut context = Context::new(draft, readings, today, Earlier::default());
    let mut found = Vec::new();
    for round in [catalogue::FIRST, catalogue::CASES, catalogue::SHAPE, catalogue::THEN] {
        context.earlier = Earlier::of(earlier.iter().chain(&found));
        for check in round {
            check(&context, &mut found);
        }
    }
    invisible::check(&context, earlier, &mut found);
    snippets::trace(&context, &mut found);
    diagnostics::sort(&mut found);
    causes::gather(&mut found);
    found
}

/// Returns every finding about the results of searching `draft`, given its index.
///
/// For lint only, never when content is served: a better wording of one entry may cost another its place in the
/// results, and that must not keep a helpline from starting.
pub fn try_searches(draft: &Draft, index: &Index) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    searches::check(draft, index, &mut found);
    found
}

/// Returns every finding about how the searches that [`try_searches`] runs are written; `earlier` holds the findings
/// of the loader, the schemas and all rules.
pub fn check_searches(draft: &Draft, readings: &Readings<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let context = Context::new(draft, readings, None, Earlier::of(earlier.iter()));
    let mut found = Vec::new();
    unknown_entry::check(&context, &mut found);
    causes::gather(&mut found);
    found
}
