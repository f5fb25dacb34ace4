//! Tests the reasons why a reader doesn't get a tree.

use serde_json::json;

use super::{Readings, asking, at, content, question, states, tree};
use crate::readings::Flaw;

#[test]
fn only_readers_whose_period_is_not_over_have_a_flaw() {
    // Until September, only New York has text.
    let text =
        json!([{ "when": { "state": ["NY"] }, "text": "Now" }, { "from": "2026-09-01", "text": "Then" }]);
    let draft = content(&states(), &asking(&text));
    let readings = Readings::of(&draft, at("2026-08-01T00:00:00Z"));
    let [flawed] = readings.flaws() else { panic!("one flaw") };
    assert_eq!(flawed.flaw, Flaw::NoCase { pointer: "/questions/q1/text".to_owned() });
    assert_eq!(readings.readers.who(&flawed.readers).names, ["Hawaii", "Alaska"]);
    // September begins in Alaska before it begins in Hawaii.
    let readings = Readings::of(&draft, at("2026-09-01T08:00:00Z"));
    assert_eq!(readings.readers.who(&readings.flaws()[0].readers).names, ["Hawaii"]);
    assert_eq!(Readings::of(&draft, at("2026-09-01T10:00:00Z")).flaws(), []);
}

#[test]
fn a_missing_case_is_no_flaw_if_nobody_sees_the_text() {
    let mut tree = asking(&json!("Which?"));
    let say = json!([{ "when": { "group": "north" }, "text": "Go north." }]);
    tree["questions"]["q1"]["scripts"] = json!([{ "when": { "state": ["AK"] }, "say": say }]);
    assert_eq!(Readings::of(&content(&states(), &tree), at("2026-01-01T00:00:00Z")).flaws(), []);
    tree["questions"]["q1"]["scripts"][0]["when"] = json!({ "state": ["AK", "NY"] });
    let draft = content(&states(), &tree);
    let readings = Readings::of(&draft, at("2026-01-01T00:00:00Z"));
    let [flawed] = readings.flaws() else { panic!("one flaw") };
    assert_eq!(flawed.flaw, Flaw::NoCase { pointer: "/questions/q1/scripts/0/say".to_owned() });
    assert_eq!(readings.readers.who(&flawed.readers).names, ["New York"]);
}

#[test]
fn a_solution_without_an_id_or_with_a_taken_one_is_a_flaw() {
    let mut tree = tree(&json!({
        "q1": question(&json!("First"), &[("yes", json!("own")), ("no", json!("q2"))]),
        "q2": question(&json!("Second"), &[("yes", json!("here")), ("no", json!("there"))]),
    }));
    let own = json!({ "id_from": "desk.code", "type": "now", "title": "T", "text": "T", "agreement_required": false });
    tree["solutions"]["own"] = own;
    let mut states = states();
    states["states"][2]["desk"]["code"] = json!("q2");
    let draft = content(&states, &tree);
    let readings = Readings::of(&draft, at("2026-01-01T00:00:00Z"));
    let flaws = readings.flaws();
    let found: Vec<(&Flaw, Vec<&str>)> =
        flaws.iter().map(|flawed| (&flawed.flaw, readings.readers.who(&flawed.readers).names)).collect();
    let without = Flaw::NoId { solution: "own".to_owned() };
    let same = Flaw::SameId { id: "q2".to_owned(), keys: ["q2".to_owned(), "own".to_owned()] };
    assert_eq!(found, [(&without, vec!["Alaska"]), (&same, vec!["New York"])]);
}

#[test]
fn a_route_to_nowhere_is_reported_for_the_readers_who_take_it() {
    let go = json!([{ "when": { "state": ["NY"] }, "go": "her" }, { "go": "here" }]);
    let draft = content(
        &states(),
        &tree(&json!({
            "q1": question(&json!("First"), &[("yes", go), ("no", json!("there"))]),
        })),
    );
    let readings = Readings::of(&draft, at("2026-01-01T00:00:00Z"));
    let [flawed] = readings.flaws() else { panic!("one flaw") };
    assert_eq!(flawed.flaw, Flaw::NoNode { pointer: "/questions/q1/answers/0/go/0/go".to_owned() });
    assert_eq!(readings.readers.who(&flawed.readers).names, ["New York"]);
}
