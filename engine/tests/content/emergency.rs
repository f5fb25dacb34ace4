//! Tests the emergency text as served: the version for everyone, and those that some regions read
//! instead.

use std::collections::BTreeMap;

use callguide::api::content::{Emergency, EmergencyWords};
use callguide::readings::{Now, Readings};
use callguide::render;

use crate::lint_support::{Content, NOW, data};

fn with(text: &str) -> Content {
    let mut content = Content::read(&data("guidance"));
    content.0.insert("emergency.yaml".to_owned(), text.as_bytes().to_vec());
    content
}

fn served(content: &Content) -> Option<Emergency> {
    let draft = content.draft();
    render::content(&draft.complete().unwrap(), &Readings::of(&draft, NOW), "").emergency
}

/// Returns the lines to say for each choice.
fn said(words: &EmergencyWords) -> BTreeMap<&str, Vec<&str>> {
    let choices = words.choices.iter();
    choices.map(|choice| (&*choice.id, choice.scripts.iter().map(|script| &*script.say).collect())).collect()
}

#[test]
fn a_region_has_its_own_emergency_text_only_if_it_differs() {
    let text = std::fs::read_to_string(data("emergency-by-state.yaml")).unwrap();
    let emergency = served(&with(&text)).unwrap();
    assert_eq!(emergency.regions.keys().collect::<Vec<_>>(), ["GA", "NV", "TX"]);
    let everyone = "Please hang up and call 911 now.";
    assert_eq!(said(&emergency.words), BTreeMap::from([("now", vec![everyone])]));
    assert_eq!(emergency.words.text, "1. Ask the person to call **911**.");
    assert_eq!(emergency.words.upset.as_ref().map(|upset| &*upset.scripts[0].say), Some("I hear you."));
    assert_eq!(emergency.note.as_deref(), Some("Danger steps taken"));
    let of = |code: &str| said(&emergency.regions[code]);
    assert_eq!(of("TX")["now"], ["In Texas, please text the zoologist now."]);
    assert_eq!(of("NV")["now"], [everyone, "Please text 911 now."]);
    assert_eq!(
        of("GA"),
        BTreeMap::from([("now", vec![everyone]), ("storm", vec!["Please go to the cellar."])])
    );
    assert_eq!(emergency.regions["GA"].text, "1. Ask the person to call **911**.\n\n2. Tell the carpenter.");
}

#[test]
fn a_date_in_the_emergency_text_starts_a_new_period() {
    let text = std::fs::read_to_string(data("emergency-by-state.yaml")).unwrap();
    let content = with(&text.replace("until: 2026-01-31", "from: 2026-12-24"));
    let draft = content.draft();
    let now = Now::At("2026-11-23T12:00:00Z".parse().unwrap());
    let turn = Readings::of(&draft, now).next_turn().map(|turn| turn.to_string());
    assert!(turn.as_ref().is_some_and(|turn| turn.starts_with("2026-12-24")), "{turn:?}");
    assert_eq!(served(&content).unwrap().words.choices[0].scripts.len(), 1);
}

#[test]
fn a_helpline_does_not_need_an_emergency_text() {
    let mut content = with("");
    content.0.remove("emergency.yaml");
    assert_eq!(served(&content), None);
}
