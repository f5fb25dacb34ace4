//! The nine edits that staff last made in the app that Callguide replaces, each as one commit to
//! content alone: lint and its checks stay green, `diff` says what changed and nothing else, and
//! half an edit is found where a rule can find it.
//!
//! The edits are data, `data/nine-edits/`; a new one is a new file and no new code.

mod edit_support;
mod lint_support;

use std::collections::BTreeSet;

use edit_support::{Replacement, callguide, commit, git, lint, make, shipped};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(rename = "about")]
    _about: String,
    /// Of the commit.
    message: String,
    /// The files that the commit touches, and no other.
    files: BTreeSet<String>,
    #[serde(default)]
    given: Vec<Replacement>,
    edits: Vec<Replacement>,
    #[serde(default)]
    halves: Vec<Half>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Half {
    /// Places of edits that are left out, from 1.
    without: Vec<usize>,
    rule: String,
}

fn cases() -> Vec<(String, Case)> {
    let cases = edit_support::cases("nine-edits");
    assert_eq!(cases.len(), 9);
    cases
}

#[test]
fn each_is_one_commit_to_content_that_lint_takes_and_diff_tells() {
    for (name, case) in cases() {
        let folder = tempfile::tempdir().unwrap();
        let repository = folder.path();
        git(repository, &["init", "-q"]);
        let mut content = shipped();
        make(&mut content, &case.given);
        commit(repository, &content, "content: before");
        make(&mut content, &case.edits);
        commit(repository, &content, &case.message);

        let touched = git(repository, &["diff", "--name-only", "HEAD~1", "HEAD", "--", "content"]);
        let touched: BTreeSet<String> =
            touched.lines().map(|line| line.strip_prefix("content/").unwrap().to_owned()).collect();
        assert_eq!(touched, case.files, "{name}");

        let (code, findings) = lint(repository);
        assert_eq!((code, findings.as_str()), (Some(0), "no findings\n"), "{name}");

        let (code, told) = callguide(repository, &["diff", "HEAD~1", "HEAD"]);
        assert_eq!(code, Some(0), "{name}: {told}");
        insta::assert_snapshot!(name.clone(), told);
        let (_, page) = callguide(repository, &["diff", "HEAD~1", "content", "--format", "markdown"]);
        insta::assert_snapshot!(format!("{name}-markdown"), page);
        let (code, nothing) = callguide(repository, &["diff", "HEAD", "content", "--exit-code"]);
        assert_eq!((code, nothing.as_str()), (Some(0), "Nothing reads differently.\n"), "{name}");
    }
}

#[test]
fn half_an_edit_is_found_where_a_rule_can_find_it() {
    for (name, case) in cases() {
        for half in &case.halves {
            let mut content = shipped();
            make(&mut content, &case.given);
            let made = case.edits.iter().enumerate().filter(|(at, _)| !half.without.contains(&(at + 1)));
            make(&mut content, made.map(|(_, edit)| edit));
            let rules: Vec<&str> = content.examine().findings.iter().map(|finding| finding.rule).collect();
            assert!(rules.contains(&half.rule.as_str()), "{name} without {:?}: {rules:?}", half.without);
        }
    }
}
