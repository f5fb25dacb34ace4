//! Tests which earlier answers are remembered, and for how long.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Readings, at, content, question, states, text_after, tree, tree_of};
use crate::content::Draft;
use callguide_search::api::tree::Node;

const NOW: &str = "2026-01-01T12:00:00Z";

fn draft(questions: &Value) -> Draft {
    content(&states(), &tree(questions))
}

/// Returns the number of copies of a node that are served.
fn copies(draft: &Draft, id: &str) -> usize {
    tree_of(draft, at(NOW), "NY").nodes.iter().filter(|node| node.id == id).count()
}

fn both(next: &str) -> [(&'static str, Value); 2] {
    [("yes", json!(next)), ("no", json!(next))]
}

#[test]
fn a_text_can_depend_on_an_earlier_answer() {
    let asked =
        json!([{ "when": { "answered": ["q1.yes", "q2.yes"] }, "text": "One yes" }, { "text": "None" }]);
    let draft = draft(&json!({
        "q1": question(&json!("First"), &both("q2")),
        "q2": question(&json!("Second"), &both("q3")),
        "q3": question(&asked, &both("here")),
    }));
    let tree = tree_of(&draft, at(NOW), "NY");
    assert_eq!(text_after(&tree, &["q1.yes", "q2.no"]), "One yes");
    assert_eq!(text_after(&tree, &["q1.no", "q2.yes"]), "One yes");
    assert_eq!(text_after(&tree, &["q1.no", "q2.no"]), "None");
    // Histories that no condition tells apart share a node, and the nodes after it aren't duplicated.
    assert_eq!(
        [copies(&draft, "q1"), copies(&draft, "q2"), copies(&draft, "q3"), copies(&draft, "here")],
        [1, 2, 2, 1]
    );
    let keys = tree.keys();
    let served: BTreeMap<&str, Node> = keys.iter().map(String::as_str).zip(tree.served(&keys)).collect();
    let copies: Vec<&str> = served.keys().copied().filter(|key| key.starts_with("q3")).collect();
    assert_eq!(copies, ["q3~1", "q3~2"]);
    assert_eq!(serde_json::to_value(&served["q3~1"]).unwrap()["question"], "q3");
    assert_eq!(serde_json::to_value(&served["q1"]).unwrap().get("question"), None);
}

#[test]
fn a_score_is_tracked_only_up_to_its_threshold() {
    let mut questions = json!({});
    for at in 1..=8 {
        questions[format!("q{at}")] = question(&json!("Asked"), &both(&format!("q{}", at + 1)));
    }
    let of: Vec<String> = (1..=8).map(|at| format!("q{at}.yes")).collect();
    let many =
        json!([{ "when": { "answered": { "at_least": 3, "of": of } }, "go": "here" }, { "go": "there" }]);
    questions["q9"] = question(&json!("Last"), &[("yes", many.clone()), ("no", many)]);
    let draft = draft(&questions);
    // The histories count zero, one, two, or enough answers. Near the end, histories that can no longer reach enough
    // read the same.
    let counts: Vec<usize> = (1..=9).map(|at| copies(&draft, &format!("q{at}"))).collect();
    assert_eq!(counts, [1, 2, 3, 4, 4, 4, 4, 3, 2]);
    let tree = tree_of(&draft, at(NOW), "NY");
    let answers = |yes: usize| -> Vec<String> {
        (1..=9).map(|at| format!("q{at}.{}", if at <= yes { "yes" } else { "no" })).collect()
    };
    for (yes, end) in [(2, "There"), (3, "Here"), (8, "Here")] {
        let answers = answers(yes);
        let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
        assert_eq!(text_after(&tree, &answers), end, "{yes} times yes");
    }
}

#[test]
fn an_answer_already_counts_when_its_own_route_is_chosen() {
    let go = json!([{ "when": { "answered": ["q1.yes"] }, "go": "here" }, { "go": "there" }]);
    let draft = draft(&json!({ "q1": question(&json!("First"), &[("yes", go.clone()), ("no", go)]) }));
    let tree = tree_of(&draft, at(NOW), "NY");
    assert_eq!([text_after(&tree, &["q1.yes"]), text_after(&tree, &["q1.no"])], ["Here", "There"]);
    assert_eq!(copies(&draft, "q1"), 1);
}

#[test]
fn answers_that_nothing_later_depends_on_are_forgotten() {
    let asked = json!([{ "when": { "answered": ["q1.yes"] }, "text": "Yes" }, { "text": "No" }]);
    let draft = draft(&json!({
        "q1": question(&json!("First"), &both("q2")),
        "q2": question(&asked, &both("q3")),
        "q3": question(&json!("Third"), &both("q4")),
        "q4": question(&json!("Fourth"), &both("here")),
    }));
    let readings = Readings::of(&draft, at(NOW));
    let guidance = readings.guidance.as_ref().unwrap();
    let unfolded = |key: &str| guidance.copies_of(guidance.entry(key).unwrap()).count();
    assert_eq!(["q1", "q2", "q3", "q4"].map(unfolded), [1, 2, 1, 1]);
    let alive = |key: &str| guidance.histories.alive(guidance.entry(key).unwrap()).count();
    assert_eq!(["q1", "q2", "q3"].map(alive), [1, 1, 0]);
}

#[test]
fn copies_that_read_the_same_from_here_on_are_served_once() {
    // Both cases have the same text, so the histories differ but the readings don't.
    let asked = json!([{ "when": { "answered": ["q1.yes"] }, "text": "Same" }, { "text": "Same" }]);
    let draft = draft(&json!({
        "q1": question(&json!("First"), &both("q2")),
        "q2": question(&asked, &both("here")),
    }));
    let readings = Readings::of(&draft, at(NOW));
    let guidance = readings.guidance.as_ref().unwrap();
    assert_eq!(guidance.copies_of(guidance.entry("q2").unwrap()).count(), 2);
    assert_eq!(copies(&draft, "q2"), 1);
    let tree = tree_of(&draft, at(NOW), "NY");
    assert!(tree.nodes.iter().zip(tree.keys()).all(|(node, key)| key == node.id));
}

#[test]
fn copies_with_the_same_reading_share_its_reader_sets() {
    let asked = |of: &str| json!([{ "when": { "answered": [of] }, "text": "Yes" }, { "text": "No" }]);
    let draft = draft(&json!({
        "q1": question(&json!("First"), &both("q2")),
        "q2": question(&json!("Second"), &both("q3")),
        "q3": question(&asked("q1.yes"), &both("q4")),
        "q4": question(&asked("q2.yes"), &both("here")),
    }));
    let readings = Readings::of(&draft, at(NOW));
    let guidance = readings.guidance.as_ref().unwrap();
    let third = guidance.entry("q3").unwrap();
    assert_eq!(guidance.copies_of(third).count(), 4, "q4 asks for the second answer");
    assert_eq!(guidance.readings_of(third, guidance.entries[third].text).len(), 2, "q3 doesn't");
}

#[test]
fn points_are_added_only_up_to_their_threshold() {
    let levels = json!([
        { "when": { "answered": { "at_least": 5, "points_of": ["q1", "q2"] } }, "go": "q3" },
        { "go": "there" },
    ]);
    let mut questions = json!({
        "q1": question(&json!("First"), &both("q2")),
        "q2": question(&json!("Second"), &[("yes", levels.clone()), ("no", levels.clone()), ("some", levels)]),
        "q3": question(&json!("Third"), &both("here")),
    });
    for (answer, points) in
        [("/q1/answers/0", 3), ("/q1/answers/1", 2), ("/q2/answers/0", 3), ("/q2/answers/1", 2)]
    {
        questions.pointer_mut(answer).unwrap()["points"] = json!(points);
    }
    let draft = draft(&questions);
    let tree = tree_of(&draft, at(NOW), "NY");
    for (first, second, enough) in
        [("yes", "no", true), ("no", "yes", true), ("no", "no", false), ("yes", "some", false)]
    {
        let end = if enough { "Third" } else { "There" };
        assert_eq!(
            text_after(&tree, &[&format!("q1.{first}"), &format!("q2.{second}")]),
            end,
            "{first}, {second}"
        );
    }
}

#[test]
fn a_misspelled_route_keeps_every_answer_given_so_far() {
    let asked = json!([{ "when": { "answered": ["q1.yes"] }, "text": "One yes" }, { "text": "None" }]);
    let draft = draft(&json!({
        "q1": question(&json!("First"), &both("q2")),
        "q2": question(&json!("Second"), &both("q3x")),
        "q3": question(&asked, &both("here")),
    }));
    let readings = Readings::of(&draft, at(NOW));
    let guidance = readings.guidance.as_ref().unwrap();
    let unfolded = |key: &str| guidance.copies_of(guidance.entry(key).unwrap()).count();
    assert_eq!(["q1", "q2", "q3"].map(unfolded), [1, 2, 2]);
}

#[test]
fn remembered_answers_are_counted_only_up_to_the_threshold() {
    let asked = json!([
        { "when": { "answered": { "at_least": 2, "of": ["q1.yes", "q2.yes", "q3.yes"] } }, "text": "Enough" },
        { "text": "Too few" },
    ]);
    let draft = draft(&json!({
        "q1": question(&json!("First"), &both("q2")),
        "q2": question(&json!("Second"), &both("q3")),
        "q3": question(&json!("Third"), &both("q4")),
        "q4": question(&asked, &both("here")),
    }));
    let readings = Readings::of(&draft, at(NOW));
    let guidance = readings.guidance.as_ref().unwrap();
    let unfolded = |key: &str| guidance.copies_of(guidance.entry(key).unwrap()).count();
    // Three yeses count the same as two.
    assert_eq!(["q1", "q2", "q3", "q4", "here"].map(unfolded), [1, 2, 3, 3, 1]);
}
