//! Tests answers that are offered only to some readers, or only on some days.

use serde_json::{Value, json};

use super::{Readings, at, content, question, states, tree, tree_of};
use crate::content::Draft;
use crate::readings::Flaw;
use callguide_search::api::tree::Node;

/// Returns a draft with two questions; the second answer of the second one has these additional keys.
fn draft(keys: &Value) -> Draft {
    let second = question(&json!("Second"), &[("yes", json!("here")), ("no", json!("there"))]);
    let first = question(&json!("First"), &[("yes", json!("q2")), ("no", json!("q2"))]);
    let mut questions = json!({ "q1": first, "q2": second });
    let answer = questions["q2"]["answers"][1].as_object_mut().unwrap();
    answer.extend(keys.as_object().unwrap().clone());
    content(&states(), &tree(&questions))
}

/// Returns the answers in each copy of the second question in the tree that a region is served.
fn offered(draft: &Draft, now: &str, code: &str) -> Vec<Vec<String>> {
    let tree = tree_of(draft, at(now), code);
    let nodes = tree.in_order().into_iter().filter(|at| tree.nodes[*at].id == "q2");
    let answers = nodes.filter_map(|at| match &tree.nodes[at].node {
        Node::Question(question) => Some(question.answers.iter().map(|answer| answer.id.clone()).collect()),
        Node::Solution(_) => None,
    });
    answers.collect()
}

#[test]
fn an_answer_is_offered_only_to_those_who_match_its_condition() {
    let draft = draft(&json!({ "when": { "state": ["HI"] } }));
    assert_eq!(offered(&draft, "2026-01-01T12:00:00Z", "HI"), [["yes", "no"]]);
    assert_eq!(offered(&draft, "2026-01-01T12:00:00Z", "NY"), [["yes"]]);
    let readings = Readings::of(&draft, at("2026-01-01T12:00:00Z"));
    let who = readings.readers_at("/questions/q2/answers/1/go");
    assert_eq!(readings.readers.who(&who).names, ["Hawaii"], "only they take its route");
}

#[test]
fn the_dates_of_an_answer_start_and_end_periods() {
    let draft = draft(&json!({ "from": "2026-10-05", "until": "2026-10-06" }));
    for (now, answers) in [("04", 1), ("05", 2), ("06", 2), ("07", 1)] {
        let now = format!("2026-10-{now}T22:00:00Z");
        assert_eq!(offered(&draft, &now, "NY")[0].len(), answers, "{now}");
    }
    let readings = Readings::of(&draft, at("2026-10-04T22:00:00Z"));
    assert!(readings.next_turn().is_some());
}

#[test]
fn an_answer_can_depend_on_answers_given_before_its_question() {
    let draft = draft(&json!({ "when": { "answered": ["q1.no"] } }));
    assert_eq!(offered(&draft, "2026-01-01T12:00:00Z", "NY"), [vec!["yes"], vec!["yes", "no"]]);
    // An answer can't have been given before it's offered.
    let own = super::content(&states(), &{
        let mut tree = super::asking(&json!("Which?"));
        tree["questions"]["q1"]["answers"][1]["when"] = json!({ "answered": ["q1.no"] });
        tree
    });
    let tree = tree_of(&own, at("2026-01-01T12:00:00Z"), "NY");
    assert_eq!(tree.nodes[tree.start].answers().count(), 1);
}

#[test]
fn a_question_without_answers_is_a_flaw_for_affected_readers_only() {
    let mut all = super::asking(&json!("Which?"));
    all["questions"]["q1"]["answers"][0]["when"] = json!({ "state": ["HI"] });
    all["questions"]["q1"]["answers"][1]["when"] = json!({ "state": ["HI", "AK"] });
    let draft = content(&states(), &all);
    let readings = Readings::of(&draft, at("2026-01-01T12:00:00Z"));
    let [flawed] = readings.flaws() else { panic!("{:?}", readings.flaws()) };
    assert_eq!(flawed.flaw, Flaw::NoAnswer { pointer: "/questions/q1/answers".to_owned() });
    assert_eq!(readings.readers.who(&flawed.readers).names, ["New York"]);
    assert!(readings.tree(readings.readers.now(2)).is_none());
    assert!(readings.tree(readings.readers.now(1)).is_some());
}
