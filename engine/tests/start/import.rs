//! `callguide import`, case by case: `engine/tests/data/import/CASE` contains the file to be imported into a new
//! helpline (overlaid with the case's own `content/`), and its `expected.txt` contains everything that the program
//! prints and writes, and what lint then reports. `UPDATE_EXPECTED=1` writes `expected.txt`; review the result.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::{all, callguide, new_helpline, printed, refused, text};

/// The day when a case is imported. Lint runs as of the day before, when none of the answers are due for review yet.
const TODAY: &str = "2026-11-16";
const BEFORE: &str = "2026-11-15";

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/import")
}

/// Returns the files of the content folder by name.
fn content(line: &Path) -> BTreeMap<String, String> {
    let name = |path: PathBuf| path.strip_prefix(line).unwrap().to_str().unwrap().to_owned();
    all(&line.join("content"))
        .into_iter()
        .map(|(path, bytes)| (name(path), String::from_utf8(bytes).unwrap()))
        .collect()
}

/// Returns what a case's import prints and writes.
fn imported(case: &Path) -> String {
    let folder = new_helpline();
    let line = folder.path().join("line");
    for (path, bytes) in all(case).into_iter().filter(|(path, _)| !path.ends_with("expected.txt")) {
        let to = line.join(path.strip_prefix(case).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, bytes).unwrap();
    }
    let files = ["faq.csv", "faq.md", "faq.xlsx", "states.csv", "states.xlsx"];
    let file = files.into_iter().find(|file| line.join(file).exists()).expect("a case imports something");
    let what = file.split('.').next().unwrap();
    let before = content(&line);
    let tried = callguide(&line, &["import", what, file, "--on", TODAY, "--dry-run"]);
    assert_eq!(content(&line), before, "trying writes nothing");
    let output = callguide(&line, &["import", what, file, "--on", TODAY]);
    let after = content(&line);
    let status = output.status.code().unwrap();
    let mut told = format!("exit status {status}\n{}{}", text(&output.stderr), text(&output.stdout));
    for (name, now) in &after {
        let stood = before.get(name).map_or("", String::as_str);
        let added = now.strip_prefix(stood).unwrap_or_else(|| panic!("{name}: what stands has changed"));
        let how = if stood.is_empty() { "new" } else { "added at the end" };
        if !added.is_empty() {
            let _ = write!(told, "\n=== {name}, {how}\n{added}");
            // The lines shown by the dry run are the lines that were written.
            let lines = added.trim_matches('\n').lines().map(|line| format!("+{line}"));
            for shown in lines {
                assert!(text(&tried.stdout).lines().any(|line| line == shown), "--dry-run lacks {shown}");
            }
        }
    }
    match status {
        2 => assert_eq!(after, before, "what is refused writes nothing"),
        _ => {
            assert_eq!(tried.status.code(), Some(status));
            let lint = callguide(&line, &["lint", "content", "--on", BEFORE]);
            let _ = write!(told, "\n=== lint\n{}", text(&lint.stdout));
        }
    }
    told
}

#[test]
fn every_case_is_imported_as_expected() {
    let mut wrong = Vec::new();
    let mut cases: Vec<PathBuf> = fs::read_dir(data()).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    assert!(cases.len() > 8, "there are cases");
    for case in cases {
        let told = imported(&case);
        let expected = case.join("expected.txt");
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&expected, &told).unwrap();
        } else if fs::read_to_string(&expected).unwrap_or_default() != told {
            wrong.push(format!("{}:\n{told}", case.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn importing_the_same_file_twice_adds_nothing() {
    let folder = new_helpline();
    let line = folder.path().join("line");
    fs::write(line.join("faq.csv"), "question,answer\nWhere are you?,\"At home: home.example.org/map\"\n")
        .unwrap();
    printed(&callguide(&line, &["import", "faq", "faq.csv"]), 0);
    let before = content(&line);
    assert!(before["content/faq/general.yaml"].contains("[home.example.org/map](link:home-example-org-map)"));
    let again = callguide(&line, &["import", "faq", "faq.csv"]);
    assert!(printed(&again, 1).contains("already asks that, and was left as is"));
    assert_eq!(content(&line), before);
}

#[test]
fn an_answer_of_unknown_age_is_immediately_due_for_review() {
    let folder = new_helpline();
    let line = folder.path().join("line");
    fs::write(line.join("faq.csv"), "question,answer,reviewed\nWhere?,Here.,\nWhen?,Now.,March 4 2026\n")
        .unwrap();
    let said = callguide(&line, &["import", "faq", "faq.csv", "--on", TODAY]);
    assert!(printed(&said, 0).contains("1 entry with no review date"), "{}", text(&said.stdout));
    let due = callguide(&line, &["review-due", "--on", TODAY]);
    let due = printed(&due, 1);
    assert!(due.contains("Where?") && !due.contains("When?"), "{due}");
}

#[test]
fn the_date_order_and_the_sheet_are_chosen_by_options() {
    let folder = new_helpline();
    let line = folder.path().join("line");
    let days = data().join("dates-of-two-readings/faq.csv");
    for (order, day) in [("mdy", "2026-03-04"), ("dmy", "2026-04-03")] {
        let args = ["import", "faq", days.to_str().unwrap(), "--dry-run", "--dates", order];
        assert!(printed(&callguide(&line, &args), 0).contains(&format!("reviewed: \"{day}\"")), "{order}");
    }
    let book = data().join("workbook/faq.xlsx");
    let args = ["import", "faq", book.to_str().unwrap(), "--sheet"];
    assert!(
        refused(&callguide(&line, &[&args[..], &["Notes"]].concat())).contains("faq.xlsx:1: the first row")
    );
    assert!(
        refused(&callguide(&line, &[&args[..], &["Other"]].concat()))
            .contains("\"Cover\", \"FAQ\", \"Notes\"")
    );
}

#[test]
fn existing_content_is_never_overwritten() {
    let folder = new_helpline();
    let line = folder.path().join("line");
    // This file is named after the category but contains another one.
    fs::write(line.join("faq.csv"), "question,answer,category\nWhere are you?,At home.,Place\n").unwrap();
    let other = "# yaml-language-server: $schema=../../schemas/faq.schema.json\ncategory: Somewhere\nentries:\n  - id: a\n    question: Which way?\n    answer: Left.\n";
    fs::write(line.join("content/faq/place.yaml"), other).unwrap();
    printed(&callguide(&line, &["import", "faq", "faq.csv"]), 0);
    let after = content(&line);
    assert_eq!(after["content/faq/place.yaml"], other);
    assert!(after["content/faq/place-2.yaml"].contains("category: Place\norder: 2\n"));
    // If states already exist, the import still shows what it would write.
    fs::write(line.join("states.csv"), "code,name\nA,Alpha\nB,Beta\n").unwrap();
    printed(&callguide(&line, &["import", "states", "states.csv"]), 0);
    let before = content(&line);
    let output = callguide(&line, &["import", "states", "states.csv"]);
    assert!(refused(&output).contains("states.yaml already exists and is never overwritten"));
    assert!(
        printed(&callguide(&line, &["import", "states", "states.csv", "--dry-run"]), 0)
            .contains("+  - code: A")
    );
    assert_eq!(content(&line), before);
}

#[test]
fn an_import_that_cannot_be_read_or_added_changes_nothing() {
    let folder = new_helpline();
    let line = folder.path().join("line");
    fs::write(line.join("faq.csv"), "question,answer\nWhere are you?,At home.\n").unwrap();
    let path = line.join("content/faq/about-us.yaml");
    let sound = fs::read_to_string(&path).unwrap();
    let broken = sound.replace("    question: What does it cost?\n", "");
    fs::write(&path, &broken).unwrap();
    let before = content(&line);
    let output = callguide(&line, &["import", "faq", "faq.csv"]);
    let said = refused(&output);
    assert!(said.contains("missing-key") && said.contains("fix those printed above first"), "{said}");
    assert_eq!(content(&line), before);
    fs::write(&path, sound).unwrap();
    for (file, bytes) in [("faq.xlsx", &b"PK\x03\x04x"[..]), ("faq.csv", b"PK\x03\x04x"), ("faq.docx", b"x")]
    {
        fs::write(line.join(file), bytes).unwrap();
        let output = callguide(&line, &["import", "faq", file]);
        assert!(refused(&output).contains("as CSV"), "{}", text(&output.stderr));
    }
}
