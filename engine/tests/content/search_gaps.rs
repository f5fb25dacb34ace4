//! `callguide search --gaps` from the outside: both formats, its exit statuses, what it can't read.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::lint_support::{Content, printed};

/// What volunteers of another helpline typed.
const LIST: &str = "\u{feff}# Last week
radiator cold
boiler heating
  Boiler heating

boiler
tenent pets
my brother lost the lease
zither
\u{1b}[31mzither\u{202e} \"pets\"
";

fn gaps(list: &[u8], args: &[&str]) -> Output {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/other-helpline");
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.args(["search", "--gaps"]).args(args).arg("--content").arg(content).env_clear();
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // It may have ended before it read anything.
    let _ = child.stdin.take().unwrap().write_all(list);
    child.wait_with_output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// What a run that couldn't says.
fn refused(list: &[u8], args: &[&str]) -> String {
    let output = gaps(list, args);
    let said = text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty());
    said
}

#[test]
fn a_person_reads_what_is_missing_and_no_character_moves_the_terminal() {
    let output = gaps(LIST.as_bytes(), &["-"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(output.stdout);
    assert!(!said.contains(['\u{1b}', '\u{202e}']), "{said:?}");
    insta::assert_snapshot!("human", said);
}

#[test]
fn a_program_gets_the_same() {
    let output = gaps(LIST.as_bytes(), &["-", "--format", "json"]);
    assert_eq!(output.status.code(), Some(1));
    let mut value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(value["version"].as_str().is_some_and(|version| !version.is_empty()));
    value["version"] = "…".into();
    insta::assert_json_snapshot!("json", value);
}

#[test]
fn a_list_is_a_file_as_well_and_nothing_missing_is_a_success() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("list.txt");
    fs::write(&file, "radiator cold\r\n\r\n# boiler\r\nlost lease\r\n").unwrap();
    let output = gaps(b"", &[file.to_str().unwrap()]);
    assert_eq!(text(output.stdout), "2 queries: nothing is missing.\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_is_no_list_is_refused_in_a_sentence() {
    let said = refused(b"", &["no-such-list.txt"]);
    assert!(said.starts_with("callguide: no-such-list.txt can't be read; name a text file"), "{said}");
    let said = refused(b"lease\nlea\xe9\n", &["-"]);
    assert!(said.starts_with("callguide: standard input isn't UTF-8 (line 2)"), "{said}");
    let said =
        refused("lease\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>().as_slice(), &["-"]);
    assert!(said.contains("has a NUL"), "{said}");
    let said = refused(b"\n# nothing\n", &["-"]);
    assert!(said.starts_with("callguide: standard input has no query"), "{said}");
    let said = refused(b"lease\n", &["-", "--batch"]);
    assert!(said.contains("cannot be used with"), "{said}");
}

#[test]
fn every_proposed_line_is_a_rule_of_the_table_that_lint_takes() {
    let list = "boiler \"heating\" \\ : {\nheating [stove] # it\n";
    let output = gaps(list.as_bytes(), &["-", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut content = Content::base();
    let proposed: Vec<&str> =
        value["words"].as_array().unwrap().iter().filter_map(|gap| gap["proposal"].as_str()).collect();
    assert_eq!(proposed.len(), 2, "{value}");
    let lines: String = proposed.iter().map(|line| format!("  {line}\n")).collect();
    content.0.get_mut("search.yaml").unwrap().extend(lines.into_bytes());
    assert_eq!(printed(&content.examine()), "no findings\n");
}
