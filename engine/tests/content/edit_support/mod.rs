//! Edits to content as data, and a Git repository to commit them to; shared by the tests of real edits and of the
//! recipes.
//!
//! The edits are made on separate guidance, `data/guidance`, which began as a copy of the shipped content and was
//! then cut down to what the edits need. That way, rewording the shipped content doesn't break the test of an edit.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use callguide::compare::{Comparison, compare};
use callguide::readings::Readings;
use serde::Deserialize;

use crate::git_support::{git, run};
use crate::lint_support::{Content, NOW, data};

/// An edit that staff make, as one commit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it does; for a recipe, its heading in CONTRIBUTING.md.
    #[serde(alias = "recipe")]
    pub about: String,
    /// The commit's message.
    #[serde(default)]
    pub message: String,
    /// The only files that the commit touches.
    #[serde(default)]
    pub files: BTreeSet<String>,
    /// Replacements made beforehand, if the content doesn't yet contain what the edit changes.
    #[serde(default)]
    pub given: Vec<Replacement>,
    pub edits: Vec<Replacement>,
    #[serde(default)]
    pub halves: Vec<Half>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    pub file: String,
    pub old: String,
    pub new: String,
    /// How many times the old text occurs in the file.
    #[serde(default = "once")]
    pub times: usize,
}

fn once() -> usize {
    1
}

/// What lint reports if someone forgets part of an edit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Half {
    /// The edits left out, by position, counted from 1.
    pub without: Vec<usize>,
    pub rule: String,
}

/// Applies the edits.
pub fn make<'a>(content: &mut Content, edits: impl IntoIterator<Item = &'a Replacement>) {
    for edit in edits {
        let bytes = content.0.get_mut(&edit.file).unwrap_or_else(|| panic!("{} isn't there", edit.file));
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert_eq!(text.matches(&edit.old).count(), edit.times, "{}: {:?}", edit.file, edit.old);
        *bytes = text.replace(&edit.old, &edit.new).into_bytes();
    }
}

/// Returns the content to edit, after the replacements that a case makes beforehand.
pub fn guidance(given: &[Replacement]) -> Content {
    let mut content = Content::read(&data("guidance"));
    make(&mut content, given);
    content
}

/// Returns the content before and after a case's edit.
pub fn versions(case: &Case) -> [Content; 2] {
    let before = guidance(&case.given);
    let mut after = before.clone();
    make(&mut after, &case.edits);
    [before, after]
}

/// Commits the case in a new repository as two commits: the content before, and the edit.
pub fn committed(case: &Case, versions: &[Content; 2]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let repository = folder.path();
    git(repository, &["init", "-q"]);
    commit(repository, &versions[0], "content: before");
    commit(
        repository,
        &versions[1],
        if case.message.is_empty() { "content: the edit" } else { &case.message },
    );
    folder
}

/// Returns what `callguide diff` reports for two versions, without starting a process for each pair, which would take
/// most of the time. `nine_edits` tests once that the command reports the same for two commits.
pub fn difference(old: &Content, new: &Content) -> Comparison {
    let (old, new) = (old.draft(), new.draft());
    compare(&Readings::of(&old, NOW), &Readings::of(&new, NOW)).unwrap()
}

/// Checks that if someone forgets part of an edit, the rule that the case names reports it.
pub fn halves_are_found(folder: &str) {
    for (name, case) in cases(folder) {
        for half in &case.halves {
            let mut content = guidance(&case.given);
            let made = case.edits.iter().enumerate().filter(|(at, _)| !half.without.contains(&(at + 1)));
            make(&mut content, made.map(|(_, edit)| edit));
            let rules: Vec<&str> = content.examine().findings.iter().map(|finding| finding.rule).collect();
            assert!(rules.contains(&half.rule.as_str()), "{name} without {:?}: {rules:?}", half.without);
        }
    }
}

pub fn callguide(inside: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = run(env!("CARGO_BIN_EXE_callguide"), inside, args);
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn commit(repository: &Path, content: &Content, message: &str) {
    content.write_to(&repository.join("content"));
    git(repository, &["add", "-A"]);
    git(repository, &["commit", "-q", "--allow-empty", "-m", message]);
}

/// Returns the cases in a folder of `data`, by name.
pub fn cases(folder: &str) -> Vec<(String, Case)> {
    let mut cases: Vec<(String, Case)> = fs::read_dir(data(folder))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(&path).unwrap();
            let case = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, case)
        })
        .collect();
    cases.sort_by(|a, b| a.0.cmp(&b.0));
    cases
}
