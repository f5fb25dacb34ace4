//! The recipes that CONTRIBUTING.md has for staff, each followed on the shipped content: lint takes
//! the edit, `diff` tells it, what may be forgotten is found, and a revert takes it back.
//!
//! A recipe is data, `data/recipes/`, named by its heading.

mod edit_support;
mod lint_support;

use std::collections::BTreeSet;
use std::fs;

use edit_support::{Replacement, callguide, cases, commit, git, lint, make, shipped};
use lint_support::root;
use regex::Regex;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The heading in CONTRIBUTING.md.
    recipe: String,
    edits: Vec<Replacement>,
    #[serde(default)]
    halves: Vec<Half>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Half {
    /// Places of edits that are forgotten, from 1.
    without: Vec<usize>,
    rule: String,
}

#[test]
fn every_recipe_is_tried() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let recipes = text.split("### Recipes").nth(1).unwrap().split("\n### ").next().unwrap();
    let heading = Regex::new(r"(?m)^\*\*([^*]+)\.\*\*").unwrap();
    let told: BTreeSet<String> = heading.captures_iter(recipes).map(|hit| hit[1].to_owned()).collect();
    let tried: BTreeSet<String> = cases::<Case>("recipes").into_iter().map(|(_, case)| case.recipe).collect();
    assert_eq!(told, tried);
}

#[test]
fn a_recipe_works_and_a_revert_takes_it_back() {
    for (name, case) in cases::<Case>("recipes") {
        let folder = tempfile::tempdir().unwrap();
        let repository = folder.path();
        git(repository, &["init", "-q"]);
        let mut content = shipped();
        commit(repository, &content, "content: before");
        make(&mut content, &case.edits);
        commit(repository, &content, "content: the recipe");
        assert_eq!(lint(repository), (Some(0), "no findings\n".to_owned()), "{name}");
        let (code, told) = callguide(repository, &["diff", "HEAD~1", "HEAD", "--exit-code"]);
        assert_eq!(code, Some(1), "{name}: {told}");
        for file in case.edits.iter().map(|edit| edit.file.as_str()) {
            // What only checks look at is told, too.
            assert!(
                told.contains(&format!("\n{file}\n")) || told.contains("\nPaths\n"),
                "{name}: {file}\n{told}"
            );
        }
        git(repository, &["revert", "--no-edit", "HEAD"]);
        let (code, told) = callguide(repository, &["diff", "HEAD~2", "content", "--exit-code"]);
        assert_eq!((code, told.as_str()), (Some(0), "Nothing reads differently.\n"), "{name}");
    }
}

#[test]
fn what_may_be_forgotten_is_found() {
    for (name, case) in cases::<Case>("recipes") {
        for half in &case.halves {
            let mut content = shipped();
            let made = case.edits.iter().enumerate().filter(|(at, _)| !half.without.contains(&(at + 1)));
            make(&mut content, made.map(|(_, edit)| edit));
            let rules: Vec<&str> = content.examine().findings.iter().map(|finding| finding.rule).collect();
            assert!(rules.contains(&half.rule.as_str()), "{name} without {:?}: {rules:?}", half.without);
        }
    }
}
