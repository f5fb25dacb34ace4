//! A helpline that's the same for everyone, without regions to choose, an agreement, or tickets.

use axum::http::StatusCode;
use callguide::readings::Now;
use jiff::civil::date;
use serde_json::json;

use super::helpline::{Helpline, Row};
use super::walk::rows;

const HOTLINE: Helpline = Helpline("no-regions");
const NOW: &str = "2026-11-21T12:00:00Z";

/// Every path: the answers, where it ends, and the outcome.
const PATHS: [(&str, &str, &str); 12] = [
    ("smell.yes", "get-out", "leave-now"),
    ("smell.no kind.stove", "stove-line", "not-ours"),
    ("smell.no kind.boiler doing.leak", "turn-off", "hands-off"),
    ("smell.no kind.boiler doing.noise", "turn-off", "hands-off"),
    ("smell.no kind.boiler doing.cold gauge.low", "refill", "fix-it-yourself"),
    ("smell.no kind.boiler doing.cold gauge.fine", "relight", "fix-it-yourself"),
    ("smell.no kind.boiler doing.cold gauge.high", "turn-off", "hands-off"),
    ("smell.no kind.unknown doing.leak", "turn-off", "hands-off"),
    ("smell.no kind.unknown doing.noise", "turn-off", "hands-off"),
    ("smell.no kind.unknown doing.cold gauge.low", "refill", "fix-it-yourself"),
    ("smell.no kind.unknown doing.cold gauge.fine", "relight", "fix-it-yourself"),
    ("smell.no kind.unknown doing.cold gauge.high", "turn-off", "hands-off"),
];

fn expected() -> Vec<Row> {
    let row = |(answers, solution, kind): (&str, &str, &str)| Row {
        state: "all".to_owned(),
        answers: answers.split(' ').map(str::to_owned).collect(),
        solution: solution.to_owned(),
        kind: kind.to_owned(),
    };
    let mut rows: Vec<Row> = PATHS.into_iter().map(row).collect();
    rows.sort();
    rows
}

#[test]
fn it_has_no_findings_on_any_day() {
    for day in [date(2000, 1, 1), date(2026, 11, 23), date(2199, 12, 31)] {
        assert_eq!(HOTLINE.linted(Now::On(day)), "no findings\n");
    }
}

#[test]
fn without_tickets_it_needs_no_text_for_copying_a_decision() {
    let today = Now::On(date(2026, 11, 23));
    let of_tickets = [
        "copy_button:",
        "copied:",
        "copy_failed:",
        "decision_note:",
        "heading: BOILER",
        "outcome: R",
        "priority: W",
    ];
    let spoken = |_: &str, text: String| {
        let lines =
            text.lines().filter(|line| !of_tickets.iter().any(|key| line.trim_start().starts_with(key)));
        let lines: String = lines.map(|line| format!("{line}\n")).collect();
        ["At once", "This week", "During the call", "None"]
            .iter()
            .fold(lines, |text, priority| text.replace(&format!(", priority: {priority}"), ""))
    };
    assert_eq!(HOTLINE.linted_with(today, spoken), "no findings\n");
}

#[test]
fn a_missing_key_does_not_make_a_file_count_as_missing() {
    let today = Now::On(date(2026, 11, 23));
    let linted = HOTLINE.linted_with(today, |_, text| text.replace("    start_over: Begin again\n", ""));
    assert!(linted.contains("the key \"start_over\" is missing"), "{linted}");
    assert!(linted.ends_with("\n1 error\n"), "{linted}");
}

#[test]
fn its_paths_match_the_table() {
    assert_eq!(HOTLINE.listed(&[]), expected());
    assert_eq!(HOTLINE.listed(&["--state", "all"]), expected());
}

#[tokio::test]
async fn its_single_tree_leads_to_every_end() {
    let served = HOTLINE.serve(NOW).await;
    let tree = served.tree("all").await;
    assert_eq!(rows(&tree), expected());
    for code in ["", "ALL", "everyone", "NY"] {
        assert_eq!(served.status(&format!("/api/tree/{code}")).await, StatusCode::NOT_FOUND, "{code:?}");
    }
}

#[tokio::test]
async fn its_outcomes_have_their_own_names_and_looks() {
    let tree = HOTLINE.serve(NOW).await.tree("all").await;
    let looks: Vec<(&str, &str)> = tree["outcomes"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, outcome)| (name.as_str(), outcome["look"].as_str().unwrap()))
        .collect();
    let mut wanted =
        [("leave-now", "stop"), ("hands-off", "caution"), ("fix-it-yourself", "go"), ("not-ours", "quiet")];
    wanted.sort_unstable();
    assert_eq!(looks, wanted);
}

#[tokio::test]
async fn there_is_no_region_to_choose_and_nothing_to_agree_to() {
    let content = HOTLINE.serve(NOW).await.get("/api/content").await;
    assert_eq!(content["site"]["region"]["ask"], "never");
    assert_eq!(content["states"].as_array().unwrap().len(), 1);
    assert_eq!(content["states"][0]["code"], "all");
    assert!(content.get("agreement").is_none());
    assert_eq!(content["guides"], json!([]));
    for node in HOTLINE.serve(NOW).await.tree("all").await["nodes"].as_object().unwrap().values() {
        if node["kind"] == "solution" {
            assert_eq!(node["agreement_required"], false);
        }
    }
}

#[test]
fn its_version_has_no_date() {
    let version = HOTLINE.snapshot(Now::On(date(2026, 11, 23))).version().to_owned();
    assert!(version.bytes().all(|byte| byte.is_ascii_hexdigit()), "{version}");
}
