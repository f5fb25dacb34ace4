//! Every check, and every rule. The list of rules is the page that explains them, `docs/lint-rules.md`, compiled in so
//! that lint can name them, give their reasons and explain them.

use std::sync::LazyLock;

use super::context::Context;
use crate::content::Kind;
use callguide_search::diagnostics::{Diagnostic, Severity};

/// A check; one check may report findings of several related rules.
pub type Check = fn(&Context<'_>, &mut Vec<Diagnostic>);

/// The checks that depend only on the content, even if some of it couldn't be read.
pub const FIRST: &[Check] = &[
    super::addresses::check_typos,
    super::addresses::check,
    super::answers::check_questions,
    super::articles::check,
    super::attributes::check,
    super::links::check_bare,
    super::unfinished::check_leftovers,
    |context, found| super::copies::check(context.copies(), context.draft, found),
    super::lost_lines::check,
    super::contradictions::check_numbers,
    super::contradictions::check_questions,
    super::duplicate_ids::check,
    super::unfinished::check_empty,
    super::asked_facts::check,
    super::faq_entries::check,
    super::flows::check_steps,
    super::links::check_linked,
    super::too_long::check_answers,
    super::links::check_written,
    super::links::check_sites,
    super::repeated::check_buttons,
    super::missing_promise::check,
    super::repeated::check_titles,
    super::outcomes::check,
    super::flows::check_paths,
    super::patterns::check,
    super::phone_numbers::check,
    super::phone_numbers::check_keywords,
    super::placeholders::check,
    super::repeated::check_facts,
    super::repeated::check_texts,
    super::dates::check_days,
    super::sensitive_request::check,
    super::snippets::check,
    super::mixed_up_states::check_names,
    super::mixed_up_states::check_shared,
    super::wording::check_style,
    super::too_many::check,
    super::condition_names::check_conditions,
    super::answers::check_named,
    super::links::check_names,
    super::unknown_names::check,
    super::condition_names::check_states,
    super::attributes::check_compared,
    super::dates::check_zones,
    super::phone_numbers::check_letters,
    super::wording::check,
    super::wording::check_notes,
    super::dates::check_windows,
];

/// The checks that run after those above, since their findings may follow from earlier ones. Each runs only if the
/// listed kinds of files have no errors; errors from the listed rules don't count. The order matters:
/// a check doesn't see what's found below it.
pub const THEN: &[(Check, &[Kind], &[&str])] = &[
    // A state that couldn't be read, or that lacks a required attribute, meets conditions that it otherwise wouldn't.
    (super::cases::check, &[Kind::States], &[]),
    (super::clashing_parts::check, &[Kind::Faq, Kind::States], &[]),
    (super::odd_conditions::check, &[Kind::States, Kind::DecisionTree], &[]),
    (super::tree_shape::check_shape, &[], &[]),
    (super::days::check, &[], &[]),
    (super::expired::check, &[], &[]),
    (super::too_long::check_messages, &[], &[]),
    (super::unused_piece::check, &[], &[]),
    (super::uncovered_path::check, &[Kind::DecisionTree, Kind::States, Kind::ChecksPaths], &[]),
    (super::path_checks::check, &[], &[]),
    (super::cases::check_wordings, &[Kind::States, Kind::ChecksPaths], &[]),
    (super::tree_shape::check_reached, &[], &[]),
    (super::unasked_fact::check, super::unasked_fact::PATHS, super::unasked_fact::HARMLESS),
    (super::placeholders::check_filled, &[], &[]),
    (super::asked_facts::check_carried, &[], &[]),
    (super::searches::check_synonyms, &[Kind::Faq, Kind::Elsewhere, Kind::Search], &[]),
];

/// A rule that lint can name.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The rule's stable name, in kebab case.
    pub name: &'static str,
    pub severity: Severity,
    /// A one-sentence statement that's true of content that follows the rule.
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

/// The minimum length of a reason in bytes, if the page has more text.
const ENOUGH: usize = 24;

/// Why a rule exists: the first sentence after its summary.
fn why(rule: &str) -> Option<&'static str> {
    let why = RULES.iter().find(|known| known.name == rule)?.why;
    // A sentence like `Rules change.` is too short to be a reason, so sentences are added until the text is long
    // enough.
    let end = why.match_indices(". ").map(|(at, _)| at).find(|at| *at > ENOUGH);
    Some(end.map_or(why, |end| &why[..=end]))
}

/// The section of a rule as plain text, with its examples indented.
pub fn plain(rule: &str) -> Option<String> {
    let known = RULES.iter().find(|known| known.name == rule)?;
    let mut out = format!("{rule} ({})\n\n", known.severity.name());
    let mut example = false;
    for line in known.section.lines() {
        if let Some(info) = line.strip_prefix("```") {
            example = !example;
            if let Some(file) = info.split(' ').find_map(|word| word.strip_prefix("file=")) {
                out.push_str(&format!("    # {file}\n"));
            }
        } else if example {
            out.push_str(&format!("    {line}\n"));
        } else {
            out.push_str(&format!("{}\n", line.replace("**", "")));
        }
    }
    Some(out)
}

/// Adds the rule's reason to every finding.
pub fn explain(findings: &mut [Diagnostic]) {
    findings.iter_mut().for_each(|finding| finding.why = why(finding.rule));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_reason_and_a_section_of_its_own() {
        for rule in RULES.iter() {
            let why = why(rule.name).unwrap_or_else(|| panic!("{}: no reason", rule.name));
            assert!(why.len() > 20 && why.ends_with('.'), "{}: {why}", rule.name);
            assert!(!rule.section.contains("\n## "), "{}", rule.name);
        }
    }
}
