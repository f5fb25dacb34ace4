//! Tests `callguide lint` from the outside: its formats and exit statuses, and that it prints the same findings that
//! the other tests see.

use std::path::Path;
use std::process::{Command, Output};

use crate::lint_support::{Content, data, printed, root};
use serde_json::Value;
use tempfile::TempDir;

/// Creates a folder named `content` inside a new one.
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

/// Returns content with a warning, an error with a second location in the same file, and one with a location in another
/// file.
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
fn the_shipped_content_and_another_helpline_have_no_findings() {
    for folder in [root().join("content"), data("other-helpline")] {
        let mut content = Content::read(&folder);
        content.0.retain(|name, _| name.ends_with(".yaml"));
        assert_eq!(printed(&content.examine()), "no findings\n");
        // The command also checks the date, and warns about content that's overdue for review.
        let output = lint(&root(), &[folder.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    }
}

#[test]
fn the_exit_status_reflects_the_findings() {
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
fn a_folder_that_cannot_be_checked_is_reported_on_one_line() {
    let dir = tempfile::tempdir().unwrap();
    let output = lint(dir.path(), &["nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(text(&output.stderr).lines().count(), 1);
    assert!(text(&output.stderr).starts_with("callguide: nowhere can't be read; specify the content folder"));
    assert_eq!(lint(dir.path(), &["--format", "xml"]).status.code(), Some(2));
}

#[test]
fn an_empty_folder_lacks_every_required_file() {
    let dir = tempfile::tempdir().unwrap();
    let output = lint(dir.path(), &["."]);
    assert_eq!(output.status.code(), Some(1));
    let found = text(&output.stdout).matches("[missing-file]").count();
    assert_eq!(found, 6, "{}", text(&output.stdout));
}

#[test]
fn the_human_format_matches_the_expected_output_of_the_cases() {
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
    // Characters that would end a message or a property are escaped.
    content.replace("links.yaml", "label: Privacy", b"label: Privacy, \"100%, a:\\nb\": x");
    let output = lint(folder(&content).path(), &["--format", "github"]);
    insta::assert_snapshot!(text(&output.stdout));
    for line in text(&output.stdout).lines() {
        assert!(line.starts_with("::error file=content/") || line.starts_with("::warning file=content/"));
    }
}

#[test]
fn two_runs_print_the_same() {
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

#[test]
fn a_rule_can_be_explained_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let one = lint(dir.path(), &["--explain", "unused-link"]);
    assert_eq!(one.status.code(), Some(0));
    insta::assert_snapshot!("explain_one", text(&one.stdout));
    let all = lint(dir.path(), &["--explain"]);
    assert_eq!(all.status.code(), Some(0));
    assert_eq!(text(&all.stdout).lines().count(), callguide::rules::catalogue::RULES.len());
    let near = lint(dir.path(), &["--explain", "unused-lnk"]);
    assert_eq!(near.status.code(), Some(2));
    assert_eq!(text(&near.stderr), "callguide: there is no rule \"unused-lnk\"; did you mean unused-link?\n");
    let far = lint(dir.path(), &["--explain", "what"]);
    assert_eq!(far.status.code(), Some(2));
    assert_eq!(
        text(&far.stderr),
        "callguide: there is no rule \"what\"; use `callguide lint --explain` to list them all\n"
    );
}

#[test]
fn findings_allowed_by_a_comment_count_in_no_format() {
    let mut content = Content::base();
    let allowed = b"- code: NO # lint: allow surprising-value because the reader that we use knows it";
    content.replace("states.yaml", "- code: \"NO\"", allowed);
    let dir = folder(&content);
    for format in ["human", "json", "github"] {
        let output = lint(dir.path(), &["--format", format, "--deny-warnings"]);
        assert_eq!(output.status.code(), Some(0), "{format}: {}", text(&output.stdout));
    }
    content.replace("states.yaml", " because the reader that we use knows it", b"");
    let dir = folder(&content);
    assert_eq!(lint(dir.path(), &[]).status.code(), Some(0));
    assert_eq!(lint(dir.path(), &["--deny-warnings"]).status.code(), Some(1));
}

#[test]
fn date_dependent_findings_never_keep_content_from_being_served() {
    let mut content = Content::base();
    content.replace(
        "decision-tree.yaml",
        "text: Book the next free appointment.",
        b"text: Book the next free appointment by March 31, 2025. # lint: allow past-date because it is an example",
    );
    let dir = folder(&content);
    let files = callguide::content::folder::read(&dir.path().join("content")).unwrap();
    let examined = callguide::examine::examine_files(
        files,
        "content",
        callguide::readings::Now::On(jiff::civil::date(2026, 11, 23)),
    );
    // Unless the date is checked, the comment isn't reported as one that suppresses nothing.
    assert_eq!(printed(&examined), "no findings\n");
    assert!(examined.snapshot().is_some());
}

/// The output lines of a running command, with a limit on the wait for each.
struct Watching {
    child: std::process::Child,
    lines: std::sync::mpsc::Receiver<String>,
}

impl Watching {
    fn start(inside: &Path) -> Self {
        use std::io::BufRead as _;
        let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
        command.args(["lint", "--watch"]).current_dir(inside).env_clear();
        let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
        let out = std::io::BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = std::sync::mpsc::channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { child, lines }
    }

    /// Returns everything up to the line that says that it's waiting.
    fn next(&self) -> String {
        let mut out = String::new();
        loop {
            let line = self.lines.recv_timeout(std::time::Duration::from_secs(30)).expect("a line in time");
            out.push_str(&line);
            out.push('\n');
            if line.contains("waiting for changes") {
                return out;
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn watching_rechecks_after_every_change_and_exits_cleanly() {
    let dir = folder(&Content::base());
    let file = dir.path().join("content/links.yaml");
    let good = std::fs::read_to_string(&file).unwrap();
    let mut watching = Watching::start(dir.path());
    let first = watching.next();
    assert_eq!(first.lines().count(), 1, "{first}");
    assert!(first.contains(" no findings in content; waiting for changes (Ctrl-C to stop)"), "{first}");

    // The file is written in place.
    std::fs::write(&file, good.replace("label: Privacy", "labl: Privacy")).unwrap();
    let broken = watching.next();
    assert!(broken.contains("[unknown-key]") && broken.contains("1 error"), "{broken}");

    // The way many editors save: a new file replaces the old one.
    std::fs::write(dir.path().join("content/.links.new"), &good).unwrap();
    std::fs::rename(dir.path().join("content/.links.new"), &file).unwrap();
    assert!(watching.next().contains("no findings"));

    // The whole folder is replaced.
    let mut other = Content::base();
    other.replace("links.yaml", "label: Privacy", b"label: \"\"");
    other.write_to(&dir.path().join("other"));
    std::fs::rename(dir.path().join("content"), dir.path().join("old")).unwrap();
    std::fs::rename(dir.path().join("other"), dir.path().join("content")).unwrap();
    assert!(watching.next().contains("[empty-text]"));
    std::fs::write(&file, &good).unwrap();
    assert!(watching.next().contains("no findings"));

    let interrupted = Command::new("kill").args(["-INT", &watching.child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(watching.child.wait().unwrap().code(), Some(0));
}

/// Returns content with warnings and errors that have safe fixes, one error that hides another, and a fix that's a
/// guess.
fn to_mend() -> Content {
    let mut content = Content::base();
    content.replace("states.yaml", "- code: \"NO\"", b"- code: NO");
    content.replace(
        "links.yaml",
        "  privacy: {",
        b"  # lint: allow unused-link because of nothing\n  privacy: {",
    );
    content.replace("flows.yaml", "title: Find the right desk", b"titel: Find the right desk");
    content.replace("faq/lease.yaml", "tags: [pets, lease]", b"tags: [pets, Leases]");
    content.0.insert("site.yaml".to_owned(), [b"\xEF\xBB\xBF", &content.0["site.yaml"][..]].concat());
    let site = String::from_utf8(content.0["site.yaml"].clone()).unwrap();
    let site = site.replace('\n', "\r\n").replace("tax_id: \"11-1111111\"", "tax_id: 111111111");
    content.0.insert("site.yaml".to_owned(), site.into_bytes());
    content
}

#[test]
fn fix_makes_what_is_safe_and_tells_what_is_left() {
    let (content, dir) = (to_mend(), folder(&to_mend()));
    let output = lint(dir.path(), &["--fix", "--deny", "tag-variant"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    insta::assert_snapshot!(text(&output.stdout));
    let mended = Content::read(&dir.path().join("content"));
    let changed: Vec<_> =
        content.0.iter().filter(|(name, bytes)| mended.0[*name] != **bytes).map(|(n, _)| n).collect();
    assert_eq!(changed, ["flows.yaml", "links.yaml", "site.yaml", "states.yaml"]);
    assert_eq!(mended.0.len(), content.0.len(), "nothing lies beside them");
    // Only what was fixed has changed: the byte order mark and the line endings stay.
    let site = text(&mended.0["site.yaml"]);
    assert!(site.starts_with('\u{feff}') && site.matches("\r\n").count() == site.matches('\n').count());
    assert!(site.contains("tax_id: \"111111111\"\r\n"));
    // A second run doesn't change anything.
    let again = lint(dir.path(), &["--fix"]);
    assert_eq!(again.status.code(), Some(0), "what is left is a warning");
    assert!(!text(&again.stdout).contains(": fixed: "));
    assert_eq!(Content::read(&dir.path().join("content")).0, mended.0);
}

#[test]
fn a_dry_run_prints_the_patch_that_fix_would_apply() {
    let (content, dir) = (to_mend(), folder(&to_mend()));
    let output = lint(dir.path(), &["--fix", "--dry-run", "--deny-warnings"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(Content::read(&dir.path().join("content")).0, content.0);
    let difference = text(&output.stdout);
    insta::assert_snapshot!("dry_run", difference.replace('\r', "<CR>"));
    // Applying the patch with another program gives the same result as --fix.
    let patched = folder(&content);
    std::fs::write(patched.path().join("difference"), difference).unwrap();
    let git = Command::new("git").args(["apply", "difference"]).current_dir(patched.path()).output().unwrap();
    assert!(git.status.success(), "{}", text(&git.stderr));
    lint(dir.path(), &["--fix"]);
    assert_eq!(
        Content::read(&patched.path().join("content")).0,
        Content::read(&dir.path().join("content")).0
    );
    // If nothing is left to fix, the difference is empty.
    let none = lint(dir.path(), &["--fix", "--dry-run"]);
    assert_eq!(text(&none.stdout), "");
}

#[test]
fn json_output_after_fixing_has_only_the_remaining_findings() {
    let dir = folder(&warned());
    let output = lint(dir.path(), &["--fix", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0));
    let left: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(left["findings"], Value::Array(Vec::new()));
    assert_eq!(
        text(&output.stderr),
        "content/states.yaml:49: fixed: NO without quotes can be read as false [surprising-value]\n"
    );
}

#[test]
fn fixing_cannot_be_combined_with_watching() {
    let dir = folder(&warned());
    for args in [&["--dry-run"][..], &["--fix", "--watch"], &["--fix", "--explain"]] {
        let output = lint(dir.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains("Usage: callguide lint"), "{}", text(&output.stderr));
    }
    assert_eq!(Content::read(&dir.path().join("content")).0, warned().0);
}

#[test]
fn warnings_of_denied_rules_fail_the_run() {
    let warned = folder(&warned());
    let status = |args: &[&str]| lint(warned.path(), args).status.code();
    assert_eq!(status(&["--deny", "unused-link"]), Some(0));
    assert_eq!(status(&["--deny", "unused-link,surprising-value"]), Some(1));
    assert_eq!(status(&["--deny", "unused-link", "--deny", "surprising-value"]), Some(1));
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.args(["lint"]).current_dir(warned.path()).env_clear();
    assert_eq!(command.env("CALLGUIDE_LINT_DENY", "").output().unwrap().status.code(), Some(0));
    let denied = command.env("CALLGUIDE_LINT_DENY", "surprising-value, unused-link").output().unwrap();
    assert_eq!(denied.status.code(), Some(1), "{}", text(&denied.stderr));
}

#[test]
fn a_rule_that_cannot_be_denied_is_rejected_before_checking() {
    let dir = folder(&Content::base());
    let near = lint(dir.path(), &["--deny", "unused-lnk"]);
    assert_eq!(near.status.code(), Some(2));
    assert_eq!(text(&near.stderr), "callguide: there is no rule \"unused-lnk\"; did you mean unused-link?\n");
    let names = |by_date: bool| -> Vec<&str> {
        callguide::rules::catalogue::RULES
            .iter()
            .filter(|rule| rule.by_date == by_date)
            .map(|rule| rule.name)
            .collect()
    };
    for rule in names(true) {
        let output = lint(dir.path(), &["--deny", rule]);
        assert_eq!(output.status.code(), Some(2), "{rule}");
        assert!(text(&output.stderr).contains("a date or a missing review can cause its findings"), "{rule}");
        assert_eq!(text(&output.stderr).lines().count(), 1);
    }
    assert_eq!(lint(dir.path(), &["--deny", &names(false).join(",")]).status.code(), Some(0));
}
