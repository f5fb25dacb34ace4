//! What `docs/lint-rules.md` says about each rule, compiled in so that lint can give reasons and explain rules.

use std::collections::HashMap;

use super::catalogue::RULES;
use callguide_search::diagnostics::Diagnostic;

/// The minimum length of a reason in bytes, if the page says more.
const ENOUGH: usize = 24;

/// Why a rule exists: the first sentence after its summary.
fn why(rule: &str) -> Option<&'static str> {
    let why = RULES.iter().find(|known| known.name == rule)?.why;
    // `Rules change.` alone says too little, so this takes as many sentences as make a reason.
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
            out.push_str(&line.replace("**", ""));
            out.push('\n');
        }
    }
    Some(out)
}

/// Gives every finding its reason.
pub fn explain(findings: &mut [Diagnostic]) {
    // Thousands of findings come from only a few rules.
    let mut reasons: HashMap<&str, Option<&'static str>> = HashMap::new();
    for finding in findings {
        finding.why = *reasons.entry(finding.rule).or_insert_with(|| why(finding.rule));
    }
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
