//! What `docs/lint-rules.md` says of each rule: compiled in, so that lint can say why, and explain.

use super::catalogue::RULES;
use crate::diagnostics::Diagnostic;

const PAGE: &str = include_str!("../../../docs/lint-rules.md");

/// The section of a rule, Markdown, without its heading.
pub fn section(rule: &str) -> Option<&'static str> {
    let heading = format!("\n### {rule}\n");
    let (_, rest) = PAGE.split_once(&heading)?;
    let end = ["\n### ", "\n## "].iter().filter_map(|next| rest.find(next)).min().unwrap_or(rest.len());
    Some(rest[..end].trim())
}

/// Why a rule is there, in a sentence or two: what follows its summary.
pub fn why(rule: &str) -> Option<&'static str> {
    let known = RULES.iter().find(|known| known.name == rule)?;
    let line = section(rule)?.lines().next()?;
    let (_, why) = line.split_once(known.summary)?;
    Some(why.trim())
}

/// Gives every finding its reason.
pub fn explain(findings: &mut [Diagnostic]) {
    for finding in findings {
        finding.why = why(finding.rule);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_reason_and_a_section_of_its_own() {
        for rule in RULES {
            let why = why(rule.name).unwrap_or_else(|| panic!("{}: no reason", rule.name));
            assert!(why.len() > 20 && why.ends_with('.'), "{}: {why}", rule.name);
            let section = section(rule.name).unwrap();
            assert!(section.starts_with("**") && !section.contains("\n#"), "{}", rule.name);
        }
    }
}
