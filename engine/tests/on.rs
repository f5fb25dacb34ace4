//! Tests the commands' `--on DATE` option: that day counts as today everywhere.

use std::path::PathBuf;
use std::process::{Command, Output};

/// Returns content with deadlines in five states, and a sheet that changes on November 1.
fn deadlines() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/helplines/deadlines")
}

fn no_regions() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/helplines/no-regions")
}

fn callguide(content: PathBuf, day: Option<&str>, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.env_clear().env("CALLGUIDE_CONTENT", content).args(args);
    if let Some(day) = day {
        command.env("CALLGUIDE_ON", day);
    }
    command.output().unwrap()
}

fn printed(content: PathBuf, day: Option<&str>, args: &[&str]) -> String {
    let output = callguide(content, day, args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_command_takes_the_day_from_the_option_or_the_variable() {
    // Each command's output contains this text on the last day in Hawaii, but not on the day before
    // or after.
    let commands: [(&[&str], &str); 3] = [
        (&["paths", "--state", "HI"], "signed-up.no → last-day"),
        (&["graph", "--state", "HI"], "Today is the last day"),
        (&["search", "--format", "json", "last day"], "-20261005T1000Z\""),
    ];
    for (args, there) in commands {
        for (day, holds) in [("2026-10-04", false), ("2026-10-05", true), ("2026-10-06", false)] {
            let by_option = printed(deadlines(), None, &[args, &["--on", day]].concat());
            assert_eq!(by_option.contains(there), holds, "{args:?} on {day}: {by_option}");
            assert_eq!(printed(deadlines(), Some(day), args), by_option);
            // The option takes precedence over the variable.
            assert_eq!(printed(deadlines(), Some("2026-01-01"), &[args, &["--on", day]].concat()), by_option);
        }
    }
}

#[test]
fn lint_uses_the_given_day_even_under_the_options_old_name() {
    let [before, after] =
        ["2026-01-01", "2199-01-01"].map(|day| printed(deadlines(), None, &["lint", "--on", day]));
    assert_ne!(before, after, "what ended is expired");
    assert_eq!(printed(deadlines(), None, &["lint", "--today", "2199-01-01"]), after);
    assert!(!printed(deadlines(), None, &["lint", "--help"]).contains("--today"));
}

#[test]
fn diff_compares_what_is_read_on_the_given_day() {
    let new = tempfile::tempdir().unwrap();
    let folder = new.path().join("content");
    copy(&deadlines(), &folder);
    let file = folder.join("decision-tree.yaml");
    let text = std::fs::read_to_string(&file).unwrap();
    let changed = text.replace("Today is the last day.", "This is the last day.");
    assert_ne!(changed, text);
    std::fs::write(&file, changed).unwrap();
    let (old, new) = (deadlines(), folder.to_string_lossy().into_owned());
    let diff = |day| printed(deadlines(), None, &["diff", &old.to_string_lossy(), &new, "--on", day]);
    let whose =
        |day| diff(day).lines().filter(|line| line.contains("text: changed")).collect::<Vec<_>>().join("\n");
    // Alaska's last day ends in Adak, when it's already the next day in Anchorage.
    assert_eq!(
        whose("2026-10-04"),
        "      text: changed, on October 5, 2026 (HI)
      text: changed, from October 5, 2026 until October 6, 2026 (AK)
      text: changed, on October 30, 2026 (NY)
      text: changed, on February 29, 2028 (VT)"
    );
    assert_eq!(
        whose("2026-10-05"),
        "      text: changed (2 states: AK, HI)
      text: changed, on October 30, 2026 (NY)
      text: changed, on February 29, 2028 (VT)"
    );
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    for (name, bytes) in callguide::content::folder::read(from).unwrap().files {
        let file = to.join(&*name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    }
}

#[test]
fn an_invalid_day_is_rejected_with_an_example() {
    for (day, said) in [
        ("2027-02-29", "write a real date, such as 2026-10-05"),
        ("tomorrow", "write a real date, such as 2026-10-05"),
        ("2026-10-05T12:00", "write a real date, such as 2026-10-05"),
        ("1999-12-31", "in the years 2000 to 2199"),
        ("2200-01-01", "in the years 2000 to 2199"),
    ] {
        let output = callguide(deadlines(), None, &["paths", "--on", day]);
        assert_eq!(output.status.code(), Some(2), "{day}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn only_a_preview_serves_a_day_other_than_today() {
    let refused = |day: Option<&str>, args: &[&str]| {
        let output = callguide(deadlines(), day, &[&["serve"], args].concat());
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    for error in [refused(None, &["--on", "2026-10-05"]), refused(Some("2026-10-05"), &[])] {
        assert!(error.contains("--on 2026-10-05 (CALLGUIDE_ON) is for a preview"), "{error}");
    }
}

#[test]
fn without_regions_the_single_tree_needs_no_name() {
    let paths = printed(no_regions(), None, &["paths"]);
    assert_eq!(printed(no_regions(), None, &["paths", "--state", "all"]), paths);
    assert!(paths.starts_with("all: "), "{paths}");
    let output = callguide(no_regions(), None, &["paths", "--state", "TX"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "callguide: this content is the same for everyone: leave out TX, or use all\n");
    for args in [&["graph"][..], &["graph", "--state", "all"]] {
        assert!(printed(no_regions(), None, args).contains("Gas or alarm"), "{args:?}");
    }
}
