//! Tests how readers are named, and how readers who read the same are grouped.

use serde_json::json;

use super::{Readings, asking, at, content, states};

fn draft() -> crate::content::Draft {
    let text = json!([
        { "when": { "state": ["HI"] }, "from": "2026-09-01", "text": "Hawaii, then" },
        { "when": { "group": ["west", "north"] }, "text": "Far" },
        { "text": "Near" },
    ]);
    content(&states(), &asking(&text))
}

#[test]
fn readers_are_named_by_region_and_starting_day() {
    let draft = draft();
    let readings = Readings::of(&draft, at("2026-08-01T00:00:00Z"));
    let readers = &readings.readers;
    let all = readers.who(readers.in_regions());
    assert_eq!((all.names.as_slice(), all.from()), (&["Hawaii", "Alaska", "New York"][..], String::new()));
    let then = readings.readers_at("/questions/q1/text/0");
    let who = readers.who(&then);
    assert_eq!((who.names.as_slice(), who.from().as_str()), (&["Hawaii"][..], " from September 1, 2026 on"));
    // The period has started.
    let readings = Readings::of(&draft, at("2026-09-02T00:00:00Z"));
    assert_eq!(readings.readers.who(&then).from(), "");
}

#[test]
fn readers_with_the_same_options_form_a_class() {
    let draft = draft();
    let readings = Readings::of(&draft, at("2026-08-01T00:00:00Z"));
    let names = |set: &crate::readings::ReaderSet| readings.readers.who(set).names.join("+");
    let current = readings.readers.current().and(readings.readers.in_regions());
    let classes: Vec<String> = readings.classes(&current).iter().map(names).collect();
    assert_eq!(classes, ["Hawaii+Alaska", "New York"]);
    let readings = Readings::of(&draft, at("2026-09-02T00:00:00Z"));
    let current = readings.readers.current().and(readings.readers.in_regions());
    assert_eq!(readings.classes(&current).len(), 3, "Hawaii's second period has begun");
    // Over all periods, Hawaii's second one has its own class.
    assert_eq!(readings.classes(readings.readers.in_regions()).len(), 3);
    assert_eq!(readings.classes(&readings.readers.none()), []);
}

#[test]
fn the_text_of_a_node_is_read_only_by_those_who_reach_it() {
    let mut tree = asking(&json!("Which?"));
    tree["questions"]["q1"]["answers"][0]["go"] =
        json!([{ "when": { "state": ["NY"] }, "go": "here" }, { "go": "there" }]);
    tree["solutions"]["here"]["scripts"] = json!([
        { "when": { "state": ["AK", "NY"] }, "say": [{ "when": { "state": ["AK"] }, "text": "A" }, { "text": "B" }] },
    ]);
    let draft = content(&states(), &tree);
    let readings = Readings::of(&draft, at("2026-08-01T00:00:00Z"));
    let names = |pointer: &str| readings.readers.who(&readings.readers_at(pointer)).names.join("+");
    assert_eq!(names("/questions/q1"), "Hawaii+Alaska+New York");
    assert_eq!(names("/questions/q1/answers/0/go/0"), "New York");
    assert_eq!(names("/solutions/here/text"), "New York");
    assert_eq!(names("/solutions/here/scripts/0/say/0/text"), "");
    assert_eq!(names("/solutions/here/scripts/0/say/1/text"), "New York");
    assert_eq!(names("/solutions/her"), "");
    assert_eq!(names("/outcomes/now/label"), "");
    assert_eq!(readings.comes_to("here").len(), 1);
}
