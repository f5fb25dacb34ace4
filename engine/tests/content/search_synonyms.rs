//! Tests `callguide search --synonyms` from the outside: the entries that each line of `search.yaml` makes
//! strong, printed for people and for programs.

use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::lint_support::{Content, data};

/// A line that works, one that makes two entries strong, two that share a word, and one that changes nothing and
/// contains a character that would affect the terminal.
const LINES: &str = "synonyms:
  - words: [zither, radiator]
    finds: [heating]
  - both: [paper, lease]
  - words: [boiler]
    finds: [heating]
  - words: [boiler]
    finds: [letter]
  - words: [\"zeppelin\\u202E\"]
    finds: [airship]
";

fn synonyms(lines: &str, args: &[&str]) -> Output {
    let mut content = Content::read(&data("other-helpline"));
    content.0.insert("search.yaml".into(), lines.as_bytes().to_vec());
    let folder = tempfile::tempdir().unwrap();
    content.write_to(folder.path());
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.args(["search", "--synonyms"]).args(args).arg("--content").arg(folder.path()).env_clear();
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn each_line_lists_its_strong_entries_and_its_useless_words() {
    let output = synonyms(LINES, &["--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<Value> = said(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let strong = |id: &str, words: &[&str]| json!({ "id": id, "words": words });
    let does = |line: &Value| (line["line"].clone(), line["strong"].clone(), line["nothing"].clone());
    let expected = [
        (json!(2), json!([strong("cold-flat", &["zither", "radiator"])]), json!([])),
        (json!(4), json!([strong("lost-lease", &["paper"]), strong("pets", &["paper"])]), json!(["lease"])),
        // The other line with this word makes the same entries strong.
        (json!(5), json!([]), json!(["boiler"])),
        (json!(7), json!([]), json!(["boiler"])),
        (json!(9), json!([]), json!(["zeppelin\u{202e}"])),
    ];
    assert_eq!(lines.iter().map(does).collect::<Vec<_>>(), expected);
    assert_eq!((&lines[0]["finds"], &lines[1]["finds"]), (&json!(["heating"]), &json!(["paper", "lease"])));
}

#[test]
fn the_human_format_names_the_line_and_escapes_invisible_characters() {
    let text = said(&synonyms(LINES, &[]));
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(first.ends_with("search.yaml:2  finds \"heating\""), "{text}");
    assert!(rest.starts_with("  cold-flat                    \"zither\", \"radiator\"\n"), "{text}");
    assert!(text.contains("  (no entry)                   \"zeppelin\\u{202e}\"\n"), "{text}");
    assert!(!text.contains('\u{202e}'));
}

#[test]
fn without_synonyms_nothing_is_printed() {
    let output = synonyms("synonyms: []\n", &[]);
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(1), ""));
    assert_eq!(synonyms(LINES, &["query"]).status.code(), Some(2));
}
