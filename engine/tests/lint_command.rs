//! `callguide lint` from the outside: its formats, its exit statuses, and that what the other
//! tests see of findings is what the command prints.

mod lint_support;

use std::path::Path;
use std::process::{Command, Output};

use lint_support::{Content, data, printed, root};
use serde_json::Value;
use tempfile::TempDir;

/// A folder named `content` inside a new one.
fn folder(content: &Content) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    content.write_to(&dir.path().join("content"));
    dir
}

fn lint(inside: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.arg("lint").args(args).current_dir(inside).env_clear().output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A warning, an error with another place in the same file, and one with a place in another file.
fn broken() -> Content {
    let mut content = Content::base();
    content.replace("states.yaml", "- code: \"NO\"", b"- code: NO");
    content.replace("decision-tree.yaml", "{ id: water, text: Water", b"{ id: heating, text: Water");
    content.replace("faq/lease.yaml", "- id: pets", b"- id: cold-flat");
    content.replace("checks/searches.yaml", ", pets]", b"]");
    content
}

fn warned() -> Content {
    let mut content = Content::base();
    content.replace("states.yaml", "- code: \"NO\"", b"- code: NO");
    content
}

#[test]
fn what_ships_and_another_helpline_are_free_of_findings() {
    for folder in [root().join("content"), data("other-helpline")] {
        let mut content = Content::read(&folder);
        content.0.retain(|name, _| name.ends_with(".yaml"));
        assert_eq!(printed(&content.examine()), "no findings\n");
        // The command looks at the date as well, and warns of what has not been reviewed for long.
        let output = lint(&root(), &[folder.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    }
}

#[test]
fn the_exit_status_says_what_was_found() {
    let (clean, warned, broken) = (folder(&Content::base()), folder(&warned()), folder(&broken()));
    assert_eq!(lint(clean.path(), &[]).status.code(), Some(0));
    assert_eq!(lint(warned.path(), &[]).status.code(), Some(0));
    assert_eq!(lint(warned.path(), &["--deny-warnings"]).status.code(), Some(1));
    assert_eq!(lint(broken.path(), &[]).status.code(), Some(1));
    for format in ["human", "json", "github"] {
        assert_eq!(lint(broken.path(), &["--format", format]).status.code(), Some(1), "{format}");
    }
}

#[test]
fn what_can_not_be_checked_is_said_on_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let output = lint(dir.path(), &["nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(text(&output.stderr).lines().count(), 1);
    assert!(text(&output.stderr).starts_with("callguide: nowhere can't be read; name the content folder"));
    assert_eq!(lint(dir.path(), &["--format", "xml"]).status.code(), Some(2));
}

#[test]
fn an_empty_folder_lacks_every_required_file() {
    let dir = tempfile::tempdir().unwrap();
    let output = lint(dir.path(), &["."]);
    assert_eq!(output.status.code(), Some(1));
    let found = text(&output.stdout).matches("[missing-file]").count();
    assert_eq!(found, 8, "{}", text(&output.stdout));
}

#[test]
fn a_person_is_told_what_the_cases_expect() {
    let broken = broken();
    let output = lint(folder(&broken).path(), &[]);
    assert_eq!(text(&output.stdout), printed(&broken.examine()));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_program_gets_the_published_shape() {
    let output = lint(folder(&broken()).path(), &["--format", "json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    insta::assert_json_snapshot!(found);
}

#[test]
fn a_pull_request_gets_its_lines_annotated() {
    let mut content = broken();
    // What would end a message or a property is escaped.
    content.replace("links.yaml", "label: Privacy", b"label: Privacy, \"100%, a:\\nb\": x");
    let output = lint(folder(&content).path(), &["--format", "github"]);
    insta::assert_snapshot!(text(&output.stdout));
    for line in text(&output.stdout).lines() {
        assert!(line.starts_with("::error file=content/") || line.starts_with("::warning file=content/"));
    }
}

#[test]
fn two_runs_say_the_same() {
    let dir = folder(&broken());
    let first = lint(dir.path(), &["--format", "json"]);
    let second = lint(dir.path(), &["--format", "json"]);
    assert_eq!(text(&first.stdout), text(&second.stdout));
}

#[test]
fn options_can_come_from_the_environment() {
    let dir = folder(&warned());
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.arg("lint").current_dir("/").env_clear();
    command.env("CALLGUIDE_CONTENT", dir.path().join("content"));
    command.env("CALLGUIDE_LINT_FORMAT", "json").env("CALLGUIDE_LINT_DENY_WARNINGS", "true");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(serde_json::from_slice::<Value>(&output.stdout).is_ok());
}
