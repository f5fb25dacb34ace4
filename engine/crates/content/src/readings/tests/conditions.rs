//! Tests every key of `when`, and the dates beside it.

use serde_json::{Value, json};

use super::{asking, at, content, holding, states};

/// Long before every date.
const EARLY: &str = "2026-01-01T12:00:00Z";

#[test]
fn each_condition_key_selects_the_right_regions() {
    let when = |condition: Value| json!({ "when": condition, "text": "Then" });
    // Attribute dates only divide periods if a condition refers to them.
    let dated = when(json!({ "any": [{ "past": "due" }, { "past": "desk.shut" }] }));
    let draft = content(&states(), &asking(&json!([dated, { "text": "Else" }])));
    for (condition, expected) in [
        (json!({ "state": ["NY", "HI"] }), vec!["HI", "NY"]),
        (json!({ "has": "desk" }), vec!["HI", "NY"]),
        (json!({ "has": "desk.shut" }), vec!["HI"]),
        (json!({ "group": "east" }), vec!["NY"]),
        (json!({ "group": ["north", "west"] }), vec!["HI", "AK"]),
        (json!({ "group": ["south"] }), vec![]),
        (json!({ "desk.code": ["D3", "D9"] }), vec!["NY"]),
        (json!({ "size": 2 }), vec!["HI"]),
        (json!({ "size": [2, 2.5] }), vec!["HI", "AK"]),
        (json!({ "flag": false }), vec!["AK"]),
        (json!({ "flag": true, "has": "due" }), vec!["HI"]),
        (json!({ "before": "due" }), vec!["HI", "AK"]),
        (json!({ "past": "due" }), vec![]),
        (json!({ "not": { "past": "due" } }), vec!["HI", "AK", "NY"]),
        (json!({ "not": { "before": "due" } }), vec!["NY"]),
        (json!({ "all": [{ "has": "due" }, { "has": "desk" }] }), vec!["HI"]),
        (json!({ "any": [{ "state": ["AK"] }, { "group": "east" }] }), vec!["AK", "NY"]),
        (json!({ "any": [{ "state": ["AK"] }, { "group": "east" }], "has": "desk" }), vec!["NY"]),
        (json!({ "not": { "all": [{ "has": "due" }, { "not": { "state": ["AK"] } }] } }), vec!["AK", "NY"]),
        // No question has been answered yet.
        (json!({ "answered": ["q1.yes"] }), vec![]),
        (json!({ "not": { "answered": ["q1.yes"] } }), vec!["HI", "AK", "NY"]),
        // An attribute that a region doesn't have isn't equal to any value.
        (json!({ "size": null }), vec![]),
    ] {
        assert_eq!(holding(&draft, at(EARLY), &condition, &json!({})), expected, "{condition}");
    }
}

#[test]
fn no_condition_matches_a_reader_without_a_region() {
    let draft = content(&states(), &asking(&json!("Always")));
    let readings = super::Readings::of(&draft, at(EARLY));
    let general = readings.readers.now(readings.readers.general());
    let when = serde_json::from_value(json!({ "not": { "state": ["NY"] } })).unwrap();
    let conditions = readings.conditions();
    assert!(!conditions.holds(Some(&when), super::Window::default(), &|_| false).contains(general));
    assert!(conditions.holds(None, super::Window::default(), &|_| false).contains(general));
}

#[test]
fn a_window_includes_its_first_and_last_day_in_the_main_zone() {
    let window = json!({ "from": "2026-09-01", "until": "2026-10-05" });
    let mut case = window.clone();
    case["text"] = json!("Then");
    let draft = content(&states(), &asking(&json!([case, { "text": "Else" }])));
    for (instant, expected) in [
        // September 1 begins at 04:00 in New York, 08:00 in Anchorage (later in Adak), 10:00 in Honolulu.
        ("2026-09-01T03:59:59Z", vec![]),
        ("2026-09-01T04:00:00Z", vec!["NY"]),
        ("2026-09-01T07:59:59Z", vec!["NY"]),
        ("2026-09-01T08:00:00Z", vec!["AK", "NY"]),
        ("2026-09-01T10:00:00Z", vec!["HI", "AK", "NY"]),
        ("2026-10-06T03:59:59Z", vec!["HI", "AK", "NY"]),
        ("2026-10-06T04:00:00Z", vec!["HI", "AK"]),
        ("2026-10-06T08:00:00Z", vec!["HI"]),
        ("2026-10-06T10:00:00Z", vec![]),
    ] {
        assert_eq!(holding(&draft, at(instant), &Value::Null, &window), expected, "{instant}");
    }
}

#[test]
fn before_and_past_consider_every_time_zone_of_a_region() {
    let dated = json!({ "when": { "past": "due" }, "text": "Then" });
    let draft = content(&states(), &asking(&json!([dated, { "text": "Else" }])));
    let before = json!({ "before": "due" });
    let past = json!({ "past": "due" });
    for (instant, is_before, is_past) in [
        // Hawaii is `before` until October 5, 06:00 in New York, neither until October 6, 06:00, then `past`. For
        // Alaska, where Adak is an hour later than Anchorage, it's 04:00 and then 05:00.
        ("2026-10-05T07:59:59Z", vec!["HI", "AK"], vec![]),
        ("2026-10-05T08:00:00Z", vec!["HI"], vec![]),
        ("2026-10-05T09:59:59Z", vec!["HI"], vec![]),
        ("2026-10-05T10:00:00Z", vec![], vec![]),
        ("2026-10-06T08:59:59Z", vec![], vec![]),
        ("2026-10-06T09:00:00Z", vec![], vec!["AK"]),
        ("2026-10-06T09:59:59Z", vec![], vec!["AK"]),
        ("2026-10-06T10:00:00Z", vec![], vec!["HI", "AK"]),
    ] {
        assert_eq!(holding(&draft, at(instant), &before, &json!({})), is_before, "before, {instant}");
        assert_eq!(holding(&draft, at(instant), &past, &json!({})), is_past, "past, {instant}");
    }
}
