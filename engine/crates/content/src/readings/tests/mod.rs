//! Tests of the readings, one condition or rule at a time.

mod answers;
mod circles;
mod conditions;
mod days;
mod flaws;
mod histories;
mod texts;
mod who;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::{Now, Readings, Tree, TreeNode};
use crate::content::model::{Condition, Window};
use crate::content::{Draft, draft, folder};
use callguide_search::api::tree::Node;

/// The site file of every draft; [`content`] adds New York's time zone to it.
const SITE: &str = include_str!("../../../../../tests/data/other-helpline/site.yaml");

/// Loads content with these regions and this tree.
fn content(states: &Value, tree: &Value) -> Draft {
    let site = format!("{SITE}\ntime_zone: America/New_York\n");
    let files = [
        ("site.yaml", site.into_bytes()),
        ("states.yaml", states.to_string().into_bytes()),
        ("decision-tree.yaml", tree.to_string().into_bytes()),
    ];
    let files = files.map(|(name, bytes)| (name.to_owned(), bytes)).to_vec();
    let (draft, _, found) = draft(folder::from_bytes(files), "content");
    let found: Vec<_> = found.iter().filter(|finding| finding.rule != "missing-file").collect();
    assert!(found.is_empty(), "{found:#?}");
    draft
}

/// Returns three regions: one in Hawaii's zone, one in Alaska's two zones, one in New York's zone.
fn states() -> Value {
    json!({
        "attributes": {
            "due": { "type": "date" },
            "group": { "type": "string", "values": ["east", "west", "north"] },
            "size": { "type": "number" },
            "flag": { "type": "boolean" },
            "desk": { "type": "object", "fields": { "code": { "type": "string" }, "shut": { "type": "date" } } },
        },
        "states": [
            { "code": "HI", "name": "Hawaii", "time_zones": ["Pacific/Honolulu"], "due": "2026-10-05",
              "group": "west", "size": 2, "flag": true, "desk": { "code": "D1", "shut": "2026-10-05" } },
            { "code": "AK", "name": "Alaska", "time_zones": ["America/Anchorage", "America/Adak"],
              "due": "2026-10-05", "group": "north", "size": 2.5, "flag": false },
            { "code": "NY", "name": "New York", "time_zones": ["America/New_York"], "group": "east",
              "desk": { "code": "D3" } },
        ],
    })
}

/// Returns a tree that starts with `q1`, with these questions and the solutions `here` and `there`.
fn tree(questions: &Value) -> Value {
    let solution =
        |text: &str| json!({ "type": "now", "title": text, "text": text, "agreement_required": false });
    json!({
        "start": "q1",
        "outcomes": { "now": { "label": "Now", "priority": "High", "look": "go" } },
        "decision_note": { "heading": "H", "state": "S", "outcome": "O", "priority": "P" },
        "questions": questions,
        "solutions": { "here": solution("Here"), "there": solution("There") },
    })
}

/// Returns a question with these answers, each given as its id and its route.
fn question(text: &Value, answers: &[(&str, Value)]) -> Value {
    let answers = answers.iter().map(|(id, go)| json!({ "id": id, "text": id.to_uppercase(), "go": go }));
    json!({ "text": text, "answers": answers.collect::<Vec<_>>() })
}

/// Returns a tree with one question that has this text.
fn asking(text: &Value) -> Value {
    tree(&json!({ "q1": question(text, &[("yes", json!("here")), ("no", json!("there"))]) }))
}

fn at(instant: &str) -> Now {
    Now::At(instant.parse::<Timestamp>().unwrap())
}

/// Returns the codes of the regions that meet the condition `when` now, if the window is open.
fn holding(draft: &Draft, now: Now, when: &Value, window: &Value) -> Vec<String> {
    let readings = Readings::of(draft, now);
    let when: Option<Condition> = serde_json::from_value(when.clone()).unwrap();
    let window: Window = serde_json::from_value(window.clone()).unwrap();
    let set = readings.conditions().holds(when.as_ref(), window, &|_| false);
    let regions = draft.regions.iter().enumerate();
    let now = regions.filter(|(region, _)| set.contains(readings.readers.now(*region)));
    now.map(|(_, state)| state.code.clone()).collect()
}

/// Returns the tree of the region with this code.
fn tree_of<'a>(draft: &'a Draft, now: Now, code: &str) -> Tree<'a> {
    let readings = Readings::of(draft, now);
    let region = draft.regions.iter().position(|state| state.code == code).unwrap();
    readings.tree(readings.readers.now(region)).unwrap()
}

/// Returns the node that these answers lead to, each given as a pair of question id and answer id.
fn walk<'t, 'a>(tree: &'t Tree<'a>, answers: &[(&str, &str)]) -> &'t TreeNode<'a> {
    answers.iter().fold(&tree.nodes[tree.start], |node, (question, given)| {
        assert_eq!(node.id, *question);
        &tree.nodes[node.answers().find(|(answer, _)| answer.id == *given).unwrap().1]
    })
}

/// Returns the text of the node after these answers.
fn text_after(tree: &Tree<'_>, answers: &[&str]) -> String {
    let pairs: Vec<(&str, &str)> = answers.iter().map(|pair| pair.split_once('.').unwrap()).collect();
    match &walk(tree, &pairs).node {
        Node::Question(question) => question.text.clone(),
        Node::Solution(solution) => solution.text.clone(),
    }
}
