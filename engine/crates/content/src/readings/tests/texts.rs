//! Tests which parts, scripts and lines of a node are shown.

use serde_json::json;

use super::{asking, at, content, states, text_after, tree_of, walk};

const NOW: &str = "2026-01-01T12:00:00Z";

#[test]
fn every_part_whose_condition_holds_is_shown_in_order() {
    let parts = json!([
        { "text": "Always." },
        { "when": { "state": ["HI"] }, "text": "In {state.name}." },
        { "from": "2026-10-01", "text": "Later." },
        { "text": "At last." },
    ]);
    let draft = content(&states(), &asking(&json!({ "parts": parts })));
    assert_eq!(text_after(&tree_of(&draft, at(NOW), "HI"), &[]), "Always.\n\nIn Hawaii.\n\nAt last.");
    assert_eq!(text_after(&tree_of(&draft, at(NOW), "NY"), &[]), "Always.\n\nAt last.");
    let later = at("2026-10-01T04:00:00Z");
    assert_eq!(text_after(&tree_of(&draft, later, "NY"), &[]), "Always.\n\nLater.\n\nAt last.");
}

#[test]
fn parts_of_a_line_are_joined_with_spaces_if_their_condition_holds() {
    let mut tree = asking(&json!("Which?"));
    tree["solutions"]["here"]["title"] = json!({ "parts": [{ "text": "One" }, { "text": "two" }] });
    tree["solutions"]["here"]["note"] = json!([
        { "label": "Due", "when": { "has": "due" }, "text": "{state.due}" },
        { "label": "All", "text": { "parts": [{ "text": "a" }, { "when": { "state": ["NY"] }, "text": "b" }] } },
    ]);
    tree["solutions"]["here"]["scripts"] = json!([
        { "when": { "state": ["NY"] }, "say": { "parts": [{ "text": "First." }, { "text": "Then." }] },
          "note": { "parts": [{ "text": "For" }, { "text": "you" }] } },
        { "until": "2025-12-31", "say": "Last year." },
    ]);
    let draft = content(&states(), &tree);
    let solution = |code: &str| {
        let tree = tree_of(&draft, at(NOW), code);
        walk(&tree, &[("q1", "yes")]).solution().unwrap().clone()
    };
    let lines = |code: &str| -> Vec<(String, String)> {
        solution(code).note.into_iter().map(|line| (line.label, line.text)).collect()
    };
    let pair = |label: &str, text: &str| (label.to_owned(), text.to_owned());
    assert_eq!(solution("NY").title, "One two");
    assert_eq!(lines("HI"), [pair("Due", "October 5, 2026"), pair("All", "a")]);
    assert_eq!(lines("NY"), [pair("All", "a b")]);
    assert_eq!(solution("HI").scripts.len(), 0);
    let scripts = solution("NY").scripts;
    assert_eq!(scripts.len(), 1);
    assert_eq!((scripts[0].note.as_deref(), scripts[0].say.as_str()), (Some("For you"), "First.\n\nThen."));
}
