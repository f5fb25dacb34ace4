//! Compares every path in the specification, in all of its states, with the shipped content.
//!
//! The table was transcribed by hand from `spec §4` and `§9`, not taken from the content.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Output};

use callguide::content::folder;
use callguide::examine::{Examined, examine_files};
use callguide::readings::{Trail, Tree, TreeNode};
use serde_json::Value;

use crate::lint_support::{Content, printed};

const TABLE: &str = include_str!("../data/spec_paths.csv");

/// A line of the table.
struct Row<'a> {
    state: &'a str,
    /// Pairs of a question and an answer.
    answers: Vec<(&'a str, &'a str)>,
    solution: &'a str,
    kind: &'a str,
}

fn table() -> Vec<Row<'static>> {
    let mut lines = TABLE.lines();
    assert_eq!(lines.next(), Some("state,answers,solution,type"));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let [state, answers, solution, kind] = cells[..] else { panic!("{line}") };
            let answers = answers.split_whitespace().map(|pair| pair.split_once('.').unwrap()).collect();
            Row { state, answers, solution, kind }
        })
        .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn shipped() -> Examined {
    examine_files(
        folder::read(&root().join("content")).unwrap(),
        "content",
        callguide::readings::Now::On(jiff::civil::date(2026, 11, 23)),
    )
}

fn trees(examined: &Examined) -> BTreeMap<String, Tree<'_>> {
    let readings = examined.readings();
    let resolve = |region| readings.tree(readings.readers.now(region)).unwrap();
    let regions = examined.draft.regions.iter().enumerate();
    regions.map(|(region, state)| (state.code.clone(), resolve(region))).collect()
}

fn callguide(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.args(args).current_dir(root()).env_clear().output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// Returns the paths through a tree: each one's answers as `QUESTION.ANSWER`, and its end.
fn ways<'a>(tree: &Tree<'a>) -> Vec<(Vec<String>, TreeNode<'a>)> {
    let mut ways = Vec::new();
    let _ = tree.walk(&mut |trail, end| {
        ways.push((given(trail), end.clone()));
        ControlFlow::<()>::Continue(())
    });
    ways
}

fn given(trail: &Trail<'_, '_>) -> Vec<String> {
    let step = |(node, index): &(&TreeNode<'_>, usize)| {
        format!("{}.{}", node.id, node.answers().nth(*index).unwrap().0.id)
    };
    trail.iter().map(step).collect()
}

#[test]
fn the_table_is_complete() {
    let rows = table();
    assert_eq!(rows.len(), 282);
    let mut states: Vec<&str> = rows.iter().map(|row| row.state).collect();
    states.dedup();
    assert_eq!(states.len(), 50);
}

#[test]
fn every_state_starts_where_the_specification_says() {
    // `spec §9`: no voter ID required; Nevada has its own path.
    let none = ["CA", "OR", "NM", "MN", "IL", "MD", "NY", "VT", "NJ", "MA", "ME"];
    let examined = shipped();
    for (state, tree) in trees(&examined) {
        let start = match state.as_str() {
            "NV" => "NV1",
            code if none.contains(&code) => "I",
            _ => "B",
        };
        assert_eq!(tree.nodes[tree.start].id, start, "{state}");
    }
}

#[test]
fn every_path_ends_where_the_specification_says() {
    let examined = shipped();
    let trees = trees(&examined);
    for row in table() {
        let answers: Vec<String> =
            row.answers.iter().map(|(node, answer)| format!("{node}.{answer}")).collect();
        let ways = ways(&trees[row.state]);
        let node = ways.iter().find(|(way, _)| *way == answers).map(|(_, end)| end);
        let node = node.unwrap_or_else(|| panic!("{}: {answers:?} is no path", row.state));
        assert_eq!(node.id, row.solution, "{} {:?}", row.state, row.answers);
        let solution = node.solution().unwrap_or_else(|| panic!("{} is a question", node.id));
        assert_eq!(solution.kind, row.kind, "{}", node.id);
        // `spec §4`: of the urgent solutions, J and NVJ skip the agreement; the others don't.
        let agreement =
            row.kind == "regular" || row.kind == "urgent" && !["J", "NVJ"].contains(&row.solution);
        assert_eq!(solution.agreement_required, agreement, "{}", node.id);
    }
}

#[test]
fn there_are_no_other_paths() {
    let rows = table();
    let examined = shipped();
    for (state, tree) in trees(&examined) {
        let mut specified: Vec<Vec<String>> = rows
            .iter()
            .filter(|row| row.state == state)
            .map(|row| row.answers.iter().map(|(node, answer)| format!("{node}.{answer}")).collect())
            .collect();
        let mut found: Vec<Vec<String>> = ways(&tree).into_iter().map(|(way, _)| way).collect();
        specified.sort();
        found.sort();
        assert_eq!(found, specified, "{state}");
    }
}

#[test]
fn the_csv_output_is_the_table() {
    let output = callguide(&["paths", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(stdout(&output)), sorted(TABLE));
    assert_eq!(stdout(&output).lines().next(), TABLE.lines().next());
}

#[test]
fn the_json_output_has_the_documented_shape() {
    let output = callguide(&["paths", "--format", "json"]);
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(rows.len(), 282);
    let texas = rows.iter().find(|row| row["state"] == "TX" && row["solution"] == "K7").unwrap();
    let answer = |node: &str| serde_json::json!({ "node": node, "id": "yes", "text": "Yes" });
    let expected = serde_json::json!({
        "state": "TX",
        "answers": [answer("B"), answer("C"), answer("D")],
        "solution": "K7",
        "type": "urgent",
    });
    assert_eq!(*texas, expected);
}

#[test]
fn a_single_state_can_be_listed_in_the_human_format() {
    let output = callguide(&["paths", "--state", "TX"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert_eq!(
        text,
        "TX: B.yes → C.yes → D.yes → K7 (urgent)\n\
         TX: B.yes → C.yes → D.no → F (regular)\n\
         TX: B.yes → C.no → H.yes → BC1.yes → BC_URGENT (urgent)\n\
         TX: B.yes → C.no → H.yes → BC1.no → BC_REGULAR (regular)\n\
         TX: B.yes → C.no → H.no → I (no-assistance)\n\
         TX: B.no → G.yes → J (urgent)\n\
         TX: B.no → G.no → I (no-assistance)\n\
         7 paths\n"
    );
    // A code may be typed in lowercase. If a state's path ends immediately, it's the state's only path.
    let output = callguide(&["paths", "--state", "ca"]);
    assert_eq!(stdout(&output), "CA: I (no-assistance)\n1 path\n");
}

#[test]
fn a_truncated_list_says_so() {
    let output = callguide(&["paths", "--format", "json", "--most", "3"]);
    assert_eq!(output.status.code(), Some(2));
    let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        stderr(&output),
        "Showing only the first 3 paths. Use --most N to list more, or --state CODE for one region.\n"
    );
    let output = callguide(&["paths", "--format", "csv", "--most", "3"]);
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(2), 4));
    let output = callguide(&["paths", "--most", "1"]);
    assert_eq!((output.status.code(), stdout(&output).lines().last()), (Some(2), Some("the first 1 path")));
    let output = callguide(&["paths", "--most", "282"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert!(stdout(&output).ends_with("\n282 paths\n"));
}

/// 17 questions with two answers each make 131,072 paths to the original first question, and each of those continues.
#[test]
fn paths_beyond_the_limit_are_not_claimed_as_checked() {
    let mut content = Content::base();
    let question = |n: usize| {
        let next = if n == 17 { "topic".to_owned() } else { format!("q{}", n + 1) };
        let answer = |id: &str| format!("{{ id: a{id}, text: \"{id}\", go: {next} }}");
        format!("  q{n}: {{ text: \"{n}?\", answers: [{}, {}] }}\n", answer("1"), answer("2"))
    };
    let questions: String = (1..=17).map(question).collect();
    content.replace("decision-tree.yaml", "  - go: topic\n", b"  - go: q1\n");
    content.replace("decision-tree.yaml", "\nquestions:\n", format!("\nquestions:\n{questions}").as_bytes());
    content.0.insert("checks/paths.yaml".to_owned(), b"complete: true\npaths: []\n".to_vec());
    let examined = content.examine();
    println!("{}", printed(&examined));
    let uncovered = examined.findings.iter().find(|finding| finding.rule == "uncovered-path").unwrap();
    assert!(
        uncovered.message.ends_with("; and at least 99997 more; any paths after those weren't checked"),
        "{}",
        uncovered.message
    );
}

#[test]
fn a_failed_listing_is_explained_on_one_line() {
    let output = callguide(&["paths", "--state", "TXX"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    assert_eq!(stderr(&output), "callguide: there is no state with the code TXX; did you mean TX?\n");

    let output = callguide(&["paths", "--content", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("callguide: nowhere can't be read; specify the content folder"));
    assert_eq!(stderr(&output).lines().count(), 1);
}

#[test]
fn content_with_errors_lists_no_path() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("links.yaml"), "links: {}\n").unwrap();
    let output = callguide(&["paths", "--content", dir.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    assert!(stderr(&output).contains("[missing-file]"));
    assert!(stderr(&output).ends_with("callguide: the content has errors; fix those printed above first\n"));
}

/// In states where the decision tree doesn't ask questions or offer help, FAQ answers don't offer it, either: no answer
/// that volunteers read there contains the sentence that leads into the questions.
#[test]
fn no_faq_answer_offers_help_in_states_where_the_tree_does_not() {
    let examined = shipped();
    let readings = examined.readings();
    let offer = "May I ask you a few short questions";
    let mut wrong = Vec::new();
    let mut offered = 0;
    for (region, state) in examined.draft.regions.iter().enumerate() {
        let now = readings.readers.now(region);
        let tree = readings.tree(now).unwrap();
        let refused = tree.nodes[tree.start].solution().is_some();
        for read in &readings.faq {
            let offers = read.words(now).is_some_and(|words| words.join(" ").contains(offer));
            offered += usize::from(offers);
            if offers && refused {
                wrong.push(format!("{}: {}", state.code, read.entry.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(offered > 0, "the offer has other words now: change them here");
}
