//! Tests `callguide links`: the URLs that it lists, and how it interprets the report of lychee 0.24 on
//! them.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

const LINKS: &str = r##"links:
  page: { url: "https://vote.example.org/missing", label: A page }
  same: { url: "https://vote.example.org/missing#part", label: A page }
  moved: { url: "https://vote.example.org", label: Moved }
  later: { url: "https://vote.example.org/later", label: Moved for now }
  desk: { url: "https://vote.example.org/desk", label: Desk, staff: true }
  shut: { url: "https://vote.example.org/shut", label: Shut }
  slow: { url: "https://vote.example.org/slow", label: Slow }
  fine: { url: "https://vote.example.org/fine", label: Fine }
"##;

const FAQ: &str = r#"category: One
entries:
  - id: a
    question: Where?
    answer: "See [here](link:page), and [there](link:same)."
    tags: [x]
"#;

fn content() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("content/faq")).unwrap();
    std::fs::write(dir.path().join("content/links.yaml"), LINKS).unwrap();
    std::fs::write(dir.path().join("content/faq/one.yaml"), FAQ).unwrap();
    dir
}

fn run(inside: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.arg("links").args(args).current_dir(inside).env_clear().output().unwrap()
}

fn text(output: &Output, status: i32) -> String {
    let [out, err] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert_eq!((output.status.code(), err.as_str()), (Some(status), ""), "{out}");
    out
}

/// Returns one of lychee's results for a URL on the list.
fn answer(path: &str, text: &str, code: Option<u16>) -> Value {
    let mut answer = json!({
        "url": format!("https://vote.example.org/{path}"),
        "status": { "text": text },
        "span": { "line": 1, "column": 1 },
        "duration": { "secs": 1, "nanos": 0 },
    });
    if let Some(code) = code {
        answer["status"]["code"] = code.into();
    }
    answer
}

/// Like `answer`, but with these redirects.
fn leads_on(path: &str, steps: &[(&str, u16)]) -> Value {
    let mut answer = answer("end", "200 OK", Some(200));
    let steps = steps.iter().map(|(to, code)| json!({ "url": to, "code": code }));
    let origin = format!("https://vote.example.org/{path}");
    answer["status"]["redirects"] = json!({ "origin": origin, "redirects": steps.collect::<Vec<_>>() });
    answer
}

fn report(errors: &[Value], timeouts: &[Value], redirects: &[Value]) -> String {
    let report = json!({
        "total": 8, "unique": 8, "successful": 0, "unknown": 0, "unsupported": 0, "timeouts": timeouts.len(),
        "redirects": redirects.len(), "excludes": 0, "errors": errors.len(), "cached": 0, "success_map": {},
        "error_map": { "links.txt": errors }, "timeout_map": { "links.txt": timeouts }, "suggestion_map": {},
        "redirect_map": { "links.txt": redirects }, "excluded_map": {}, "duration": { "secs": 0, "nanos": 0 },
        "detailed_stats": true, "host_stats": {},
    });
    report.to_string()
}

#[test]
fn every_address_is_listed_once_with_its_places() {
    let dir = content();
    let listed = text(&run(dir.path(), &[]), 0);
    let page = "https://vote.example.org/missing\n  content/links.yaml:2:16\n  content/faq/one.yaml:5:25\n";
    assert!(listed.contains(page), "{listed}");
    assert_eq!(listed.matches("https://").count(), 7, "without what stands behind #: {listed}");
    let json: Value = serde_json::from_str(&text(&run(dir.path(), &["--format", "json"]), 0)).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 7);
    assert_eq!(json.as_array().unwrap().iter().filter(|one| one["staff"] == true).count(), 1);
}

#[test]
fn lychee_findings_are_reported_at_their_place_in_the_content() {
    let dir = content();
    let errors = [
        answer("missing", "Rejected status code: 404 Not Found", Some(404)),
        answer("desk", "Rejected status code: 401 Unauthorized", Some(401)),
        answer("shut", "Rejected status code: 403 Forbidden", Some(403)),
        answer("elsewhere", "Rejected status code: 404 Not Found", Some(404)),
    ];
    let redirects = [
        leads_on(
            "",
            &[
                ("https://b.example.org/", 301),
                ("https://c.example.org/", 308),
                ("https://d.example.org/", 302),
            ],
        ),
        leads_on("later", &[("https://b.example.org/", 302)]),
    ];
    let report = report(&errors, &[answer("slow", "Timeout", None)], &redirects);
    std::fs::write(dir.path().join("answers.json"), report).unwrap();
    let answers = ["--answers", "answers.json"];
    insta::assert_snapshot!("links_human", text(&run(dir.path(), &answers), 1));
    let github = run(dir.path(), &[&answers[..], &["--format", "github"]].concat());
    insta::assert_snapshot!("links_github", text(&github, 1));
    let json = run(dir.path(), &[&answers[..], &["--format", "json"]].concat());
    let json: Value = serde_json::from_str(&text(&json, 1)).unwrap();
    assert_eq!((&json["errors"], &json["warnings"]), (&json!(2), &json!(2)));
}

#[test]
fn working_urls_cause_no_findings_and_invalid_reports_are_rejected() {
    let dir = content();
    let write = |text: &str| std::fs::write(dir.path().join("answers.json"), text).unwrap();
    write(&report(&[], &[], &[]));
    assert_eq!(text(&run(dir.path(), &["--answers", "answers.json"]), 0), "no findings\n");
    for (broken, says) in [("{ \"error", "isn't a report from lychee"), ("[]", "isn't a report from lychee")]
    {
        write(broken);
        let refused = run(dir.path(), &["--answers", "answers.json"]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains(says), "{refused:?}");
    }
    let missing = run(dir.path(), &["--answers", "nowhere.json"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("nowhere.json can't be read"), "{missing:?}");
}
