//! `callguide lint --explain`: explains a rule, or lists all rules.

use std::fmt::Write as _;

use crate::diagnostics::{nearest, shown};
use crate::rules::catalogue::{self, RULES};

/// Returns the manual page of `rule`, or the list of all rules if it's empty.
///
/// # Errors
/// If no rule has this name.
pub(super) fn text(rule: &str) -> anyhow::Result<String> {
    if rule.is_empty() {
        return Ok(list());
    }
    catalogue::plain(rule).ok_or_else(|| no_such(rule))
}

/// Returns the error for an unknown rule name.
pub(super) fn no_such(rule: &str) -> anyhow::Error {
    let help = match nearest(rule, RULES.iter().map(|rule| rule.name)) {
        Some(near) => format!("did you mean {near}?"),
        None => "use `callguide lint --explain` to list them all".to_owned(),
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
