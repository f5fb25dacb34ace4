//! Edits of the shipped content as data, and a git repository to commit them to: what the tests of
//! real edits and of the recipes share.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::lint_support::{Content, data, root};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    pub file: String,
    pub old: String,
    pub new: String,
    /// How often the old text stands in the file.
    #[serde(default = "once")]
    pub times: usize,
}

fn once() -> usize {
    1
}

/// Makes the edits.
pub fn make<'a>(content: &mut Content, edits: impl IntoIterator<Item = &'a Replacement>) {
    for edit in edits {
        let bytes = content.0.get_mut(&edit.file).unwrap_or_else(|| panic!("{} is not there", edit.file));
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert_eq!(text.matches(&edit.old).count(), edit.times, "{}: {:?}", edit.file, edit.old);
        *bytes = text.replace(&edit.old, &edit.new).into_bytes();
    }
}

pub fn shipped() -> Content {
    let mut content = Content::read(&root().join("content"));
    content.0.retain(|name, _| name.ends_with(".yaml"));
    content
}

pub fn run(program: &str, inside: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(args).current_dir(inside);
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    command.output().unwrap()
}

pub fn git(inside: &Path, args: &[&str]) -> String {
    let who = ["-c", "user.name=Staff", "-c", "user.email=staff@example.org", "-c", "commit.gpgsign=false"];
    let output = run("git", inside, &[&who[..], args].concat());
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

pub fn callguide(inside: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = run(env!("CARGO_BIN_EXE_callguide"), inside, args);
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

pub fn commit(repository: &Path, content: &Content, message: &str) {
    content.write_to(&repository.join("content"));
    git(repository, &["add", "-A"]);
    git(repository, &["commit", "-q", "--allow-empty", "-m", message]);
}

/// The cases of a folder of `data`, by their names.
pub fn cases<T: DeserializeOwned>(folder: &str) -> Vec<(String, T)> {
    let mut cases: Vec<(String, T)> = fs::read_dir(data(folder))
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

/// What lint says of the folder `content` in a repository, on the day of the cases.
pub fn lint(repository: &Path) -> (Option<i32>, String) {
    callguide(repository, &["lint", "content", "--today", "2026-11-21"])
}
