//! Tests `callguide search --state` from the outside.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::lint_support::{Content, data};
use serde_json::Value;

/// Runs the search on content with one answer that differs in some states.
fn search(args: &[&str], input: &str) -> Output {
    let mut content = Content::read(&data("guidance"));
    content.0.insert("faq/registration.yaml".to_owned(), fs::read(data("faq-by-state.yaml")).unwrap());
    let folder = tempfile::tempdir().unwrap();
    content.write_to(folder.path());
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.arg("search").args(args).arg("--content").arg(folder.path()).env_clear();
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_states_own_answer_is_found_shown_and_explained() {
    let found = search(&["--state", "TX", "zoologist"], "");
    assert_eq!(found.status.code(), Some(0));
    assert!(said(&found).contains("register-to-vote"), "{}", said(&found));
    assert!(said(&found).contains("In Texas a zoologist stamps"), "{}", said(&found));
    let explained = said(&search(&["--state", "tx", "zoologist", "--explain"], ""));
    assert!(explained.contains("zoologist → zoologist (exact, answer)"), "{explained}");
    for other in [&["zoologist"][..], &["--state", "NY", "zoologist"]] {
        assert!(!said(&search(other, "")).contains("register-to-vote"));
    }
}

#[test]
fn json_output_has_the_texts_as_the_state_reads_them() {
    let one = search(&["--state", "GA", "zoologist", "--format", "json"], "");
    let body: Value = serde_json::from_slice(&one.stdout).unwrap();
    let answer = body["entries"][0]["answer"].as_str().unwrap();
    assert!(answer.starts_with("In Georgia a zoologist"), "{answer}");
    let lines = said(&search(&["--state", "GA", "--batch"], "zoologist\ncarpenter\n"));
    let ids: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["entries"][0]["id"].clone())
        .collect();
    assert_eq!(ids[0], "register-to-vote");
    assert_ne!(ids[1], "register-to-vote", "{lines}");
}

#[test]
fn a_region_named_in_a_query_is_printed() {
    let lines = said(&search(&["--batch"], "register in texas\nregister\n"));
    let regions: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap().get("region").cloned().unwrap_or_default())
        .collect();
    assert_eq!(regions, [Value::from("TX"), Value::Null]);
    let one = search(&["register in texas", "--format", "json"], "");
    assert_eq!(serde_json::from_slice::<Value>(&one.stdout).unwrap()["region"], "TX");
}

#[test]
fn an_unknown_state_is_rejected_with_the_nearest_suggested() {
    for code in ["TXX", "Zz"] {
        let output = search(&["--state", code, "register"], "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{error}");
        assert!(error.contains(&format!("there is no state with the code {code}")), "{error}");
        assert_eq!(error.contains("did you mean TX?"), code == "TXX", "{error}");
    }
}
