//! Tests what a report begins with and what it must include: a move is one line, and links, checks, and dates are
//! listed.

use callguide::compare::{self, Comparison, human};
use callguide::readings::{Now, Readings};

use super::{BASES, compared};
use crate::lint_support::{Content, NOW, data};

/// Removes an entry from an FAQ file, from its id to the next one, and returns it.
fn taken(content: &mut Content, file: &str, id: &str) -> String {
    let text = String::from_utf8(content.0[file].clone()).unwrap();
    let start = text.find(&format!("  - id: {id}\n")).unwrap();
    let end = text[start + 1..].find("  - id: ").map_or(text.len(), |at| start + 1 + at);
    let entry = text[start..end].trim_end().to_owned() + "\n\n";
    content.0.insert(file.to_owned(), (text[..start].to_owned() + &text[end..]).into_bytes());
    entry
}

fn put_before(content: &mut Content, file: &str, id: &str, entry: &str) {
    let marker = format!("  - id: {id}\n");
    content.replace(file, &marker, format!("{entry}{marker}").as_bytes());
}

/// Stores the snapshot next to those of the other tests in this binary.
fn snapshot(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "../snapshots" }, { insta::assert_snapshot!(name, text) });
}

fn edited(edit: impl FnOnce(&mut Content)) -> Comparison {
    let mut new = BASES[0].clone();
    edit(&mut new);
    compared(&BASES[0], &new)
}

#[test]
fn a_move_is_one_line() {
    let comparison = edited(|content| {
        let id = "faq/id-and-documents.yaml";
        // Moves an entry within its category.
        let entry = taken(content, id, "real-id");
        put_before(content, id, "voter-id-rules", &entry);
        // Moves an entry into another category.
        let entry = taken(content, id, "name-change");
        put_before(content, "faq/registration.yaml", "moved", &entry);
        // Moves a whole category.
        content.replace("faq/rights.yaml", "order: 5", b"order: 0");
        // Moves a section of the support page: its file gets a different number.
        let section = content.0.remove("support/40-nonpartisanship.yaml").unwrap();
        content.0.insert("support/15-nonpartisanship.yaml".to_owned(), section);
        // Moves a link in a section, and a script without a name.
        content.replace(
            "support/10-quick-resources.yaml",
            "[state-rules, volunteer-intranet]",
            b"[volunteer-intranet, state-rules]",
        );
        let file = "support/15-nonpartisanship.yaml";
        let text = String::from_utf8(content.0[file].clone()).unwrap();
        let (head, scripts) = text.split_once("scripts:\n").unwrap();
        let (first, second) = scripts.split_at(scripts[1..].find("  - note").unwrap() + 1);
        let turned = format!("{head}scripts:\n{}\n{first}", second.trim_end());
        content.0.insert(file.to_owned(), turned.into_bytes());
    });
    snapshot("moves", &human(&comparison));
    snapshot("moves-markdown", &compare::markdown(&comparison));
}

/// The app lists a state's official pages in the order of their labels.
#[test]
fn a_new_order_of_the_official_pages_is_reported_even_if_nothing_else_changed() {
    let comparison = edited(|content| {
        let rules = "  id_rules: { when: { not: { answered: [B.no] } }, text: Voting and ID rules }\n";
        content.replace("states.yaml", rules, b"");
        content.replace("states.yaml", "\nlink_labels:\n", format!("\nlink_labels:\n{rules}").as_bytes());
    });
    let page = human(&comparison);
    assert_eq!(comparison.changes.len(), 1, "{page}");
    assert!(page.contains("link_labels › id_rules moved from place 3 to place 1"), "{page}");
}

#[test]
fn renaming_a_category_is_one_change() {
    let comparison = edited(|content| {
        content.replace("faq/registration.yaml", "category: Registration", b"category: Registering")
    });
    assert_eq!(comparison.changes.len(), 1, "{}", human(&comparison));
    assert!(
        human(&comparison).contains("category\n      name: changed\n        [-Registration-]{+Registering+}")
    );
}

#[test]
fn resorting_a_list_does_not_flood_the_report() {
    let file = "faq/id-and-documents.yaml";
    let comparison = edited(|content| {
        let ids = [
            "voter-id-rules",
            "no-id",
            "expired-id",
            "lost-id",
            "address-mismatch",
            "real-id",
            "name-change",
        ];
        for id in ids {
            let entry = taken(content, file, id);
            put_before(content, file, "gender-marker", &entry);
            let entry = taken(content, file, "gender-marker");
            put_before(content, file, id, &entry);
        }
    });
    assert_eq!(comparison.changes.len(), 1, "{}", human(&comparison));
    assert!(human(&comparison).contains("category ID & Documents reordered"), "{}", human(&comparison));
}

#[test]
fn an_invisible_reordering_is_reported_as_a_rewrite() {
    let comparison = edited(|content| {
        content.replace("search.yaml", "[renew, renewing]", b"[renewing, renew]");
    });
    assert!(comparison.changes.is_empty(), "{}", human(&comparison));
    assert_eq!(comparison.rewritten, ["search.yaml"]);
}

#[test]
fn voter_texts_come_first_and_links_checks_and_dates_are_listed() {
    let comparison = edited(|content| {
        content.replace("site.yaml", "review_after_days: 180", b"review_after_days: 90");
        content.replace(
            "decision-tree.yaml",
            "    text: Is there a child under 18 in the family who needs a birth certificate for housing?\n",
            b"    text:\n      - until: 2026-12-31\n        text: Is there a child who needs a birth certificate?\n      - text: Is there a child under 18 in the family who needs a birth certificate for housing?\n",
        );
        content.replace(
            "decision-tree.yaml",
            "(link:community-resource-guide).\n          - text: |\n              I'm sorry",
            b"(link:vote-gov).\n          - text: |\n              I'm sorry",
        );
        content.replace(
            "checks/searches.yaml",
            "  - { query: \"ride dmv\", expect: ride-to-id-office, kind: keywords }\n",
            b"",
        );
        content.replace("checks/paths.yaml", "  - { states: [NV], answers: [NV1.no], ends: I }\n", b"");
    });
    snapshot("first", &human(&comparison));
    snapshot("first-markdown", &compare::markdown(&comparison));
}

/// The dates on some text: new, changed, removed, and unchanged while the text is reworded.
#[test]
fn texts_with_start_or_end_dates_are_listed() {
    let version = |questions: &str| {
        let mut content = BASES[0].clone();
        content.replace(
            "decision-tree.yaml",
            "    text: Is there a child under 18 in the family who needs a birth certificate for housing?\n",
            questions.as_bytes(),
        );
        content
    };
    let dated = |days: &str, words: &str| {
        version(&format!(
            "    text:\n      - {days}\n        text: {words}\n      - text: Is there a child?\n"
        ))
    };
    let none = version("    text: Is there a child?\n");
    let dates = |old: &Content, new: &Content| {
        let told = compared(old, new).dates;
        told.into_iter().map(|change| (change.place, change.old, change.new)).collect::<Vec<_>>()
    };
    let place = || "decision-tree.yaml question G, text".to_owned();
    let until = |day: &str| Some(format!("until {day}"));
    let (december, may) = (dated("until: 2026-12-31", "Yes?"), dated("until: 2027-05-01", "Yes?"));
    assert_eq!(dates(&none, &december), [(place(), None, until("December 31, 2026"))]);
    assert_eq!(dates(&december, &may), [(place(), until("December 31, 2026"), until("May 1, 2027"))]);
    assert_eq!(dates(&may, &none), [(place(), until("May 1, 2027"), None)]);
    let other = dated("until: 2027-05-01", "No?");
    assert_eq!(dates(&may, &other), [(place(), until("May 1, 2027"), until("May 1, 2027"))]);
    // Text that ended long ago is no longer read anywhere.
    let past = ["Yes?", "No?"].map(|words| dated("until: 2026-01-01", words));
    assert_eq!(dates(&past[0], &past[1]), []);
}

#[test]
fn changes_to_requested_facts_are_reported_one_by_one() {
    let [_, base] = &*BASES;
    let asking = |label: &str, choices: &str| {
        let mut content = base.clone();
        let question = format!(
            "    short: Broken\n    ask_for:\n      - {{ id: since, label: {label}, kind: date }}\n      - {{ id: way, label: Way to answer, kind: choice, choices: {choices} }}\n"
        );
        content.replace("decision-tree.yaml", "    short: Broken\n", question.as_bytes());
        let answer = format!(
            "shortcut: l, go: deadline, ask_for: [{{ id: since, label: {label}, kind: date, expect: [{{ not_past: true, hint: Is {label} over? }}] }}] }}\n"
        );
        content.replace("decision-tree.yaml", "shortcut: l, go: deadline }\n", answer.as_bytes());
        let step = format!(
            "    guide: short-note\n    ask_for:\n      - {{ id: since, label: {label}, kind: date }}\n"
        );
        content.replace("flows.yaml", "    guide: short-note\n", step.as_bytes());
        content
    };
    let before = asking("Broken since", "[Phone, Letter]");
    let after = asking("Out of order since", "[Phone, Mail]");
    snapshot("facts", &human(&compared(&before, &after)));
    snapshot("facts-new", &human(&compared(base, &before)));
    let drafts = [&before, &after].map(Content::draft);
    let [old, new] = drafts.each_ref().map(|draft| Readings::of(draft, NOW));
    let told = compare::for_region(&old, &new, Some("NO")).unwrap().changes;
    let said: Vec<String> = told.iter().map(|change| format!("{}: {}", change.label, change.said)).collect();
    assert_eq!(
        said,
        [
            "Topic: answers › notice › ask_for › since › label: changed",
            "Topic: answers › notice › ask_for › since › expect › no. 1 › hint: changed",
            "Broken: ask_for › since › label: changed",
            "Broken: ask_for › way › choices: changed",
            "Leave a note: ask_for › since › label: changed"
        ]
    );
}

/// A date in a named condition is reported like one written where it's used. It counts as upcoming until that day is
/// over in the region's time zone.
#[test]
fn dates_in_named_conditions_are_listed_by_each_states_own_today() {
    let version = |condition: &str, words: &str| {
        let mut content = Content::read(&data("helplines/deadlines"));
        let tree = "decision-tree.yaml";
        content.replace(
            tree,
            "start: signed-up\n",
            format!("start: signed-up\nconditions:\n  open: {condition}\n").as_bytes(),
        );
        content.replace(
            tree,
            "- when: { before: deadline }\n        text: Is the yard signed up?",
            format!("- when: {{ is: open }}\n        text: {words}").as_bytes(),
        );
        content.replace(
            "states.yaml",
            "https://hi.birdcount.example.org\" }\n    deadline: 2026-10-05",
            b"https://hi.birdcount.example.org\" }\n    deadline: 2026-11-22",
        );
        content.replace("states.yaml", "deadline: 2028-02-29", b"deadline: 2026-10-30");
        content
    };
    let dates = |old: &Content, new: &Content, hour: &str| {
        let drafts = [old, new].map(Content::draft);
        let now = Now::At(format!("2026-11-23T{hour}:00:00Z").parse().unwrap());
        let [old, new] = drafts.each_ref().map(|draft| Readings::of(draft, now));
        let told = compare::compare(&old, &new).unwrap().dates;
        told.into_iter().map(|change| (change.place, change.old, change.new)).collect::<Vec<_>>()
    };
    let place = || "decision-tree.yaml question signed-up, text".to_owned();
    let (before, past) = (|| Some("before deadline".to_owned()), || Some("past deadline".to_owned()));
    let [open, other] = ["Signed up?", "Counted?"].map(|words| version("{ before: deadline }", words));
    assert_eq!(
        dates(&open, &version("{ past: deadline }", "Signed up?"), "08"),
        [(place(), before(), past())]
    );
    // In Hawaii, it's ten in the evening of the previous day.
    assert_eq!(dates(&open, &other, "08"), [(place(), before(), before())]);
    assert_eq!(dates(&open, &other, "11"), []);
}
