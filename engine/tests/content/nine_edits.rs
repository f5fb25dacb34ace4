//! The nine most recent edits that staff made in the app that Callguide replaces, each as one commit that touches only
//! content: lint and its checks stay green, `diff` reports exactly what changed, and half an edit is reported if a rule
//! can detect it.
//!
//! The edits are data, `data/nine-edits/`; a new one needs only a new file, not new code.

use std::collections::BTreeSet;

use crate::edit_support::{callguide, cases, committed, difference, halves_are_found, versions};
use crate::git_support::git;
use crate::lint_support::printed;
use callguide::compare::{human, markdown};

const EDITS: &str = "nine-edits";

#[test]
fn each_edit_is_one_commit_that_lint_accepts_and_diff_reports() {
    let cases = cases(EDITS);
    assert_eq!(cases.len(), 9);
    for (name, case) in cases {
        let versions = versions(&case);
        let folder = committed(&case, &versions);
        let touched = git(folder.path(), &["diff", "--name-only", "HEAD~1", "HEAD", "--", "content"]);
        let touched: BTreeSet<String> =
            touched.lines().map(|line| line.strip_prefix("content/").unwrap().to_owned()).collect();
        assert_eq!(touched, case.files, "{name}");

        let [before, after] = &versions;
        assert_eq!(printed(&after.examine()), "no findings\n", "{name}");
        let told = difference(before, after);
        insta::assert_snapshot!(name.clone(), human(&told));
        insta::assert_snapshot!(format!("{name}-markdown"), markdown(&told));
        assert!(difference(after, after).is_empty(), "{name}");
    }
}

#[test]
fn the_commands_report_the_same_for_two_commits() {
    let (_, case) = &cases(EDITS)[6];
    let versions = versions(case);
    let folder = committed(case, &versions);
    let told = difference(&versions[0], &versions[1]);
    let diff = |format: &str| callguide(folder.path(), &["diff", "HEAD~1", "HEAD", "--format", format]);
    assert_eq!(diff("human"), (Some(0), human(&told)));
    assert_eq!(diff("markdown"), (Some(0), markdown(&told)));
    let lint = callguide(folder.path(), &["lint", "content", "--today", "2026-11-21"]);
    assert_eq!(lint, (Some(0), "no findings\n".to_owned()));
}

#[test]
fn half_an_edit_is_reported_if_a_rule_can_detect_it() {
    halves_are_found(EDITS);
}
