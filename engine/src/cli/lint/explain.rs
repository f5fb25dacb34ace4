//! `callguide lint --explain`: what a rule is for, or which rules there are.

use std::fmt::Write as _;

use crate::diagnostics::{nearest, shown};
use crate::rules::catalogue::RULES;
use crate::rules::manual;

/// The page of `rule`; the list of all where it is empty.
///
/// # Errors
/// Where no rule has this name.
pub(super) fn text(rule: &str) -> anyhow::Result<String> {
    if rule.is_empty() {
        return Ok(list());
    }
    manual::plain(rule).ok_or_else(|| no_such(rule))
}

/// What is said of a name that no rule has.
pub(super) fn no_such(rule: &str) -> anyhow::Error {
    let help = match nearest(rule, RULES.iter().map(|rule| rule.name)) {
        Some(near) => format!("did you mean {near}?"),
        None => "`callguide lint --explain` lists all".to_owned(),
    };
    anyhow::anyhow!("there is no rule {}; {help}", shown(rule))
}

fn list() -> String {
    let width = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    let mut out = String::new();
    for rule in RULES.iter() {
        let _ = writeln!(out, "{:width$}  {:7}  {}", rule.name, rule.severity.name(), rule.summary);
    }
    out
}
