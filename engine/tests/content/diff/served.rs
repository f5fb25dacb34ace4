//! Tests the changes that are reported to a region's volunteers: none if both versions serve them the same, and at
//! least one if anything differs.

use std::collections::BTreeSet;

use callguide::api::faq::FaqEntry;
use callguide::compare::for_region;
use callguide::faq::{Index, Synonyms};
use callguide::readings::{Now, Readings};
use callguide::render;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{BASES, apply, compared, draft, edit};
use crate::edit_support::{cases, versions};
use crate::lint_support::{Content, NOW, data};

/// Returns everything that a region's volunteers are served.
pub fn served(readings: &Readings<'_>, code: &str) -> Value {
    let complete = readings.draft().complete().unwrap();
    let region = complete.regions.iter().position(|state| state.code == code).unwrap();
    let tree = readings.tree(readings.readers.now(region)).unwrap();
    let mut tree = render::tree(&complete, readings, region, &tree, "");
    // Attributes are for conditions and placeholders: a volunteer reads only the text that depends on them.
    tree.state.attributes.clear();
    let mut rest = json!(render::content(&complete, readings, ""));
    // What a volunteer reads about her region is in the tree.
    rest["states"].take();
    // If the region has its own emergency text, only that counts.
    if let Some(own) = rest["emergency"]["regions"].get_mut(code).map(Value::take) {
        rest["emergency"].as_object_mut().unwrap().extend(own.as_object().cloned().unwrap());
    }
    rest["emergency"].as_object_mut().map(|emergency| emergency.remove("regions"));
    let guides = complete.guides.guides.iter();
    let guides: Vec<Option<String>> =
        guides.map(|(_, guide)| render::guide_page(guide, complete.links)).collect();
    let faq = Index::of_regions(
        render::entries(readings),
        render::regions(readings),
        Vec::new(),
        &Synonyms::default(),
    );
    let faq = faq.entries_for(faq.reader(code).unwrap());
    // An entry's number is just its position.
    let faq: Vec<Value> = faq.map(|entry| json!(FaqEntry { number: 0, ..entry })).collect();
    json!([tree, rest, guides, faq])
}

fn says_what_is_so(old: &Content, new: &Content, code: &str) -> Result<(), TestCaseError> {
    let drafts = [old.draft(), new.draft()];
    let [old_read, new_read] = drafts.each_ref().map(|draft| Readings::of(draft, NOW));
    let told = for_region(&old_read, &new_read, Some(code)).unwrap();
    let nothing = told.changes.is_empty() && told.paths.is_empty();
    prop_assert_eq!(nothing, served(&old_read, code) == served(&new_read, code), "{}: {:#?}", code, told);
    Ok(())
}

#[test]
fn changes_next_to_the_steps_are_reported_to_affected_regions() {
    let desk = "- { when: { has: desk }, text: Own desk";
    let kept = "- { when: { has: desk, not: { answered: [topic.notice] } }, text: Own desk";
    let rule = "link_labels:\n";
    let said = "scripts: [{ when: { answered: [topic.notice] }, say: A letter has a date. }]\nlink_labels:\n";
    for (find, new) in [(desk, kept), (rule, said)] {
        let (old, mut edited) = (Content::base(), Content::base());
        edited.replace("states.yaml", find, new.as_bytes());
        for code in ["LOW", "MIL"] {
            says_what_is_so(&old, &edited, code).unwrap();
            says_what_is_so(&edited, &old, code).unwrap();
        }
    }
}

#[test]
fn changes_are_reported_if_and_only_if_something_differs() {
    for (name, case) in cases("nine-edits") {
        let [old, new] = versions(&case);
        for code in ["TX", "NV", "CA"] {
            says_what_is_so(&old, &new, code).unwrap_or_else(|error| panic!("{name}: {error}"));
            says_what_is_so(&new, &new, code).unwrap();
        }
    }
}

/// A change to a single state's text is reported to its volunteers; one to the note next to an answer is reported
/// to everyone.
#[test]
fn changes_to_an_answers_cases_and_note_reach_their_readers() {
    let old = &Content::read(&data("guidance"));
    let mut new = old.clone();
    let cased = std::fs::read(data("faq-by-state.yaml")).unwrap();
    new.0.insert("faq/registration.yaml".to_owned(), cased);
    let mut reworded = new.clone();
    reworded.replace("faq/registration.yaml", "zoologist", b"botanist");
    let mut noted = new.clone();
    noted.replace("faq/registration.yaml", "chimneysweep", b"baker");
    let mut bare = new.clone();
    let note = "    note: Say where the chimneysweep is, as [Vote.gov](link:vote-gov) does.\n";
    bare.replace("faq/registration.yaml", note, b"");
    for code in ["TX", "GA", "NV", "CA"] {
        for [old, new] in [[old, &new], [&new, &reworded], [&new, &noted], [&bare, &new], [&noted, &noted]] {
            says_what_is_so(old, new, code).unwrap();
        }
    }
}

/// If an answer gets cases, or loses them, the change is reported only to those who now read a different answer.
#[test]
fn gaining_or_losing_cases_is_reported_only_if_the_reader_sees_it() {
    let cased = std::fs::read_to_string(data("faq-by-state.yaml")).unwrap();
    let (head, cases) = cased.split_once("    answer:\n").unwrap();
    let (_, general) = cases.split_once("      - text: |\n").unwrap();
    let plain = format!("{head}    answer: |\n{general}");
    let [plain, cased] = [plain, cased].map(|file| {
        let mut content = Content::read(&data("guidance"));
        content.0.insert("faq/registration.yaml".to_owned(), file.into_bytes());
        content
    });
    for [old, new] in [[&plain, &cased], [&cased, &plain]] {
        let told = compared(old, new).changes;
        assert!(told.iter().all(|change| change.subject == "entry register-to-vote" && !change.general));
        let states: BTreeSet<&str> =
            told.iter().flat_map(|change| &change.states).map(String::as_str).collect();
        assert_eq!(states, BTreeSet::from(["CA", "CO", "GA", "TX"]));
    }
}

/// An entry's first and last days follow each region's own time zone, and moving the last day later is reported, too.
#[test]
fn the_dates_of_an_entry_follow_its_readers_time_zone() {
    let until = |day: &str| {
        let mut content = Content::read(&data("guidance"));
        let question = "    question: How do I register to vote?\n";
        let dated = format!("{question}    until: {day}\n");
        content.replace("faq/registration.yaml", question, dated.as_bytes());
        content
    };
    let december = until("2026-12-05");
    let draft = december.draft();
    // In California, it's ten in the evening of that day.
    let readings = Readings::of(&draft, Now::At("2026-12-06T06:00:00Z".parse().unwrap()));
    for (code, is_served) in [("CA", true), ("GA", false)] {
        let faq = served(&readings, code)[3].to_string();
        assert_eq!(faq.contains("How do I register to vote?"), is_served, "{code}");
    }
    let told = compared(&december, &until("2027-01-05"));
    assert!(!told.changes.is_empty(), "it's served for a month longer");
}

/// Every difference in emergency text is reported to those who read it, and to nobody else.
#[test]
fn emergency_text_changes_are_reported_to_exactly_their_readers() {
    let old = &Content::read(&data("guidance"));
    let mut new = old.clone();
    new.0.insert("emergency.yaml".to_owned(), std::fs::read(data("emergency-by-state.yaml")).unwrap());
    let edits = [
        ("zoologist", "botanist"),
        ("chimneysweep", "baker"),
        ("carpenter", "joiner"),
        ("In the storm", "In the flood"),
        ("I hear you", "I hear that"),
        ("Danger steps taken", "Steps taken"),
        ("fax 911", "cable 911"),
    ];
    for (find, replace) in edits {
        let mut edited = new.clone();
        edited.replace("emergency.yaml", find, replace.as_bytes());
        for code in ["TX", "GA", "NV", "CA"] {
            says_what_is_so(old, &new, code).unwrap();
            says_what_is_so(&new, &edited, code).unwrap_or_else(|error| panic!("{find}: {error}"));
        }
    }
}

proptest! {
    #![proptest_config(crate::lint_support::cases(8))]

    #[test]
    fn any_edit_is_reported_if_and_only_if_it_affects_the_region(edits in prop::collection::vec(edit(), 1..4), place in any::<prop::sample::Index>()) {
        let old = &BASES[1];
        let mut new = old.clone();
        for edit in &edits {
            let mut next = new.clone();
            apply(&mut next, edit);
            if draft(&next).is_some() {
                new = next;
            }
        }
        let codes = |content: &Content| -> Vec<String> {
            content.draft().regions.into_iter().map(|state| state.code).collect()
        };
        let both: Vec<String> = codes(old).into_iter().filter(|code| codes(&new).contains(code)).collect();
        says_what_is_so(old, &new, &both[place.index(both.len())])?;
    }
}
