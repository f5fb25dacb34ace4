//! `callguide lint --deny`: rules whose warnings fail a run.

use super::explain::no_such;
use crate::rules::catalogue::RULES;

/// Returns the rules' names as they are in the catalog.
///
/// # Errors
/// If a rule doesn't exist, or its findings can appear without an edit.
pub(super) fn rules(names: &[String]) -> anyhow::Result<Vec<&'static str>> {
    let named = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty());
    named
        .map(|name| {
            let rule = RULES.iter().find(|rule| rule.name == name).ok_or_else(|| no_such(name))?;
            anyhow::ensure!(
                !rule.by_date,
                "--deny can't be {name}: a date or a missing review can cause its findings, so a run \
                 could fail on a day when no one has edited anything"
            );
            Ok(rule.name)
        })
        .collect()
}
