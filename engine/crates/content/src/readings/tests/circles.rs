//! Tests questions that lead back to themselves, for some readers or for none.

use std::ops::ControlFlow;

use serde_json::json;

use super::{Readings, at, content, question, states, tree, tree_of};
use crate::readings::{Flaw, MAX_PATH};

const NOW: &str = "2026-01-01T12:00:00Z";

#[test]
fn an_order_that_depends_on_an_earlier_answer_is_not_a_cycle() {
    // After yes, q2 comes before q3; after no, q3 before q2.
    let first =
        |yes: &str, no: &str| json!([{ "when": { "answered": ["q1.yes"] }, "go": yes }, { "go": no }]);
    let draft = content(
        &states(),
        &tree(&json!({
            "q1": question(&json!("First"), &[("yes", json!("q2")), ("no", json!("q3"))]),
            "q2": question(&json!("Second"), &[("yes", first("q3", "here")), ("no", first("q3", "there"))]),
            "q3": question(&json!("Third"), &[("yes", first("here", "q2")), ("no", first("there", "q2"))]),
        })),
    );
    let readings = Readings::of(&draft, at(NOW));
    assert_eq!(readings.flaws(), []);
    let guidance = readings.guidance.as_ref().unwrap();
    let circular = |key: &str| guidance.circular[guidance.entry(key).unwrap()];
    assert_eq!(["q1", "q2", "q3", "here"].map(circular), [false, true, true, false]);
    let tree = tree_of(&draft, at(NOW), "NY");
    let mut lengths = Vec::new();
    let _ = tree.walk(&mut |trail, _| {
        lengths.push(trail.len());
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(lengths, [3; 8]);
}

#[test]
fn repeating_a_question_after_different_answers_is_a_cycle() {
    // The second time, the earlier answers are different, so it's a different copy, but the volunteer is asked
    // the same question again.
    let again = json!([{ "when": { "answered": ["q2.yes"] }, "go": "here" }, { "go": "q2" }]);
    let draft = content(
        &states(),
        &tree(&json!({
            "q1": question(&json!("First"), &[("yes", again.clone()), ("no", json!("q2"))]),
            "q2": question(&json!("Second"), &[("yes", json!("q1")), ("no", json!("there"))]),
        })),
    );
    let readings = Readings::of(&draft, at(NOW));
    let flaws = readings.flaws();
    assert!(!flaws.is_empty());
    for flawed in flaws {
        assert_eq!(flawed.readers.len(), 3);
        assert!(
            matches!(&flawed.flaw, Flaw::Cycle { ids, .. } if *ids == ["q1", "q2"] || *ids == ["q2", "q1"])
        );
    }
}

#[test]
fn a_cycle_is_reported_for_the_readers_caught_in_it() {
    let back = json!([{ "when": { "state": ["HI", "AK"] }, "go": "q1" }, { "go": "here" }]);
    let draft = content(
        &states(),
        &tree(&json!({
            "q1": question(&json!("First"), &[("yes", json!("q2")), ("no", json!("there"))]),
            "q2": question(&json!("Second"), &[("yes", back), ("no", json!("there"))]),
        })),
    );
    let readings = Readings::of(&draft, at(NOW));
    let [flawed] = readings.flaws() else { panic!("one flaw") };
    assert_eq!(readings.readers.who(&flawed.readers).names, ["Hawaii", "Alaska"]);
    let Flaw::Cycle { pointer, ids } = &flawed.flaw else { panic!("{flawed:?}") };
    assert_eq!((pointer.as_str(), ids.len()), ("/questions/q2/answers/0/go/0/go", 2));
}

#[test]
fn paths_with_more_questions_than_the_limit_are_rejected() {
    for (count, is_long) in [(MAX_PATH, false), (MAX_PATH + 1, true)] {
        let mut questions = json!({});
        for at in 1..=count {
            let next = if at == count { "here".to_owned() } else { format!("q{}", at + 1) };
            // One answer leads straight to the end, the other through all remaining questions. Both paths count.
            let answers = [("yes", json!(next)), ("no", json!("here"))];
            questions[format!("q{at}")] = question(&json!("Asked"), &answers);
        }
        let draft = content(&states(), &tree(&questions));
        let readings = Readings::of(&draft, at(NOW));
        let flaws = readings.flaws();
        assert_eq!(readings.tree(0).is_none(), is_long, "{count}");
        assert_eq!(
            flaws.iter().any(|flawed| matches!(flawed.flaw, Flaw::TooLong { .. })),
            is_long,
            "{count}"
        );
        assert!(flaws.iter().all(|flawed| flawed.readers.len() == 3));
    }
}
