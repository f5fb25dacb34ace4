//! Runs the real git, as staff do.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::path::Path;
use std::process::{Command, Output};

/// Runs a program in a folder, independently of the repository that contains the tests.
pub fn run(program: &str, inside: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(args).current_dir(inside).env("LC_ALL", "C");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    command.output().unwrap()
}

/// Runs git, and returns what it prints, without the final newline.
pub fn git(inside: &Path, args: &[&str]) -> String {
    let who = ["-c", "user.name=Staff", "-c", "user.email=staff@example.org", "-c", "commit.gpgsign=false"];
    let output = run("git", inside, &[&who[..], args].concat());
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}
