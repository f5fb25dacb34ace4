//! The one list of all checks. The list of rules is the page that explains them, `docs/lint-rules.md`, compiled in.

use std::sync::LazyLock;

use super::context::Context;
use callguide_search::diagnostics::{Diagnostic, Severity};

/// A check; it may report several rules that look at the same thing.
pub type Check = fn(&Context<'_>, &mut Vec<Diagnostic>);

/// The checks that depend only on what could be read.
pub const FIRST: &[Check] = &[
    super::address_typo::check,
    super::addresses::check,
    super::answers::check,
    super::attributes::check,
    super::bare_address::check,
    super::blanks::check,
    |context, found| super::copies::check(context.copies(), context.draft, found),
    super::cut_text::check,
    super::duplicate_ids::check,
    super::empty_text::check,
    super::everyday_synonym::check,
    super::fact_clash::check,
    super::faq_entries::check,
    super::flow_steps::check,
    super::linked_address::check,
    super::long_answer::check,
    super::lost_lines::check,
    super::malformed_link::check,
    super::missing_promise::check,
    super::old_title::check,
    super::outcome_titles::check,
    super::outcomes::check,
    super::paths::check,
    super::patterns::check,
    super::personal_address::check,
    super::phone_numbers::check,
    super::placeholders::check,
    super::repeated_fact::check,
    super::repeated_text::check,
    super::reviews::check,
    super::sensitive_request::check,
    super::snippets::check,
    super::staff_only_link::check,
    super::state_names::check,
    super::states_alike::check,
    super::style_clash::check,
    super::swallowed_entry::check,
    super::tag_typo::check,
    super::too_many::check,
    super::named_conditions::check,
    super::unknown_answer::check,
    super::unknown_guide::check,
    super::unknown_link::check,
    super::unknown_node::check,
    super::unknown_state::check,
    super::unknown_value::check,
    super::unknown_zone::check,
    super::vanity_number::check,
    super::wording::check,
    super::wrong_window::check,
];

/// Lists of cases, once it's known which conditions are valid.
pub const CASES: &[Check] = &[super::cases::check];

/// The shape of the tree, once its routes and cases are known to be right.
pub const SHAPE: &[Check] = &[super::tree_shape::check];

/// The checks whose findings may follow from any earlier one.
pub const THEN: &[Check] = &[
    super::days::check,
    super::expired::check,
    super::long_text_message::check,
    super::path_checks::check,
    super::unasked_fact::check,
    super::unasked_fact::check_carried,
    super::uncovered_path::check,
    super::unfilled_placeholder::check,
    super::unreachable_node::check,
    super::unused_link::check,
    super::unused_piece::check,
    super::snippets::check_unused,
];

/// A rule that lint can name.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Stable, kebab-case.
    pub name: &'static str,
    pub severity: Severity,
    /// What's true of content that follows the rule, in one sentence.
    pub summary: &'static str,
    /// Why the rule exists: the rest of the section's first line, after the summary.
    pub why: &'static str,
    /// The rule's section of the page, as Markdown, without its heading.
    pub section: &'static str,
    /// Whether the finding comes from a date or a missing review rather than from an edit. `--deny` doesn't accept
    /// such a rule: a run must not fail on a day when nobody has edited anything.
    pub by_date: bool,
}

const PAGE: &str = include_str!("../../../../../docs/lint-rules.md");

/// The rules that can start to warn on a day when nobody has edited anything.
const BY_DATE: [&str; 5] = ["expired", "past-date", "stale-review", "odd-day", "no-review"];

/// Every rule, in the order of the page.
pub static RULES: LazyLock<Vec<Rule>> =
    LazyLock::new(|| PAGE.split("\n### ").skip(1).filter_map(rule).collect());

fn rule(text: &'static str) -> Option<Rule> {
    let (name, section) = text.split_once('\n')?;
    let section = section.split("\n## ").next()?.trim();
    let (severity, words) = section.lines().next()?.strip_prefix("**")?.split_once(".** ")?;
    let (summary, why) = words.split_at(words.find(". ")? + 1);
    let severity = if severity == "Error" { Severity::Error } else { Severity::Warning };
    let by_date = BY_DATE.contains(&name);
    Some(Rule { name, severity, summary, why: why.trim(), section, by_date })
}
