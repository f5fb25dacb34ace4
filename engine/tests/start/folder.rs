//! Creates a temporary folder, runs the program in it, and reads every file below it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// Runs the program in `inside` with an empty environment.
pub fn callguide(inside: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.args(args).current_dir(inside).env_clear().output().unwrap()
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Returns the program's standard output after checking that it exited with `status`.
pub fn printed(output: &Output, status: i32) -> &str {
    assert_eq!(output.status.code(), Some(status), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Returns the program's error message after checking that it refused to run.
pub fn refused(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(2), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stderr)
}

/// Returns every file below `folder` with its bytes.
pub fn all(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all(&path));
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    found
}

/// Creates a folder with a new helpline in `line`.
pub fn new_helpline() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    printed(&callguide(folder.path(), &["new", "line"]), 0);
    folder
}
