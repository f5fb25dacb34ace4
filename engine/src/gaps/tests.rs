//! Gaps of a small collection.

use super::*;
use crate::faq::{Entry, SynonymRule, Synonyms};

fn index() -> Index {
    let entry = |id: &str, question: &str, tags: &[&str]| Entry {
        id: id.into(),
        question: question.into(),
        answer_text: "Ask the owner in writing.".into(),
        category: "One".into(),
        tags: tags.iter().map(ToString::to_string).collect(),
        ..Entry::default()
    };
    let rule = SynonymRule::OneWay { words: vec!["radiator".into()], finds: vec!["heating".into()] };
    Index::build(
        vec![
            entry("heating", "What helps when the heating is cold?", &["repairs", "heating"]),
            entry("deposit", "When is the deposit paid back?", &["money", "deposit"]),
            entry("sublet", "May I sublet a room?", &["subletting", "repairs", "money"]),
        ],
        &Synonyms { rules: vec![rule] },
    )
}

fn words(queries: &[&str]) -> Vec<(String, usize)> {
    find(&index(), queries.iter().copied()).words.into_iter().map(|gap| (gap.word, gap.queries)).collect()
}

#[test]
fn what_entries_tags_and_synonyms_have_is_no_gap() {
    let gaps = find(&index(), ["deposit", "radiator", "cold heating", "repairs", "  "]);
    assert!(gaps.is_empty(), "{gaps:?}");
    assert_eq!(gaps.queries, 4);
}

#[test]
fn missing_words_come_by_how_many_queries_have_them_and_everyday_words_last() {
    let list = [
        "deposit brother",
        "brother deposit",
        "BROTHER deposit ",
        "mold heating",
        "heating mold",
        "xylophone room",
    ];
    let found = words(&list);
    assert_eq!(found, [("mold".to_owned(), 2), ("xylophone".to_owned(), 1), ("brother".to_owned(), 3)]);
}

#[test]
fn a_mistake_and_an_unfinished_word_are_no_missing_words_but_a_word_spelled_right_is() {
    assert_eq!(words(&["depositt", "sublettin", "when is the"]), []);
    // "heaving" is a letter from "heating".
    assert_eq!(words(&["heaving", "sub"]), [("heaving".to_owned(), 1), ("sub".to_owned(), 1)]);
    assert_eq!(words(&["deposit 2024 x"]), []);
    // The thesaurus has both; an entry has only the deposit.
    assert_eq!(words(&["down payment", "boiler"]), [("boiler".to_owned(), 1)]);
    // Not even by what stands for it in everyday English.
    assert_eq!(words(&["handyman deposit"]), [("handyman".to_owned(), 1)]);
}

#[test]
fn a_missing_word_is_proposed_for_the_entry_that_its_queries_are_nearest_to() {
    let gaps = find(&index(), ["boiler heating", "boiler", "xylophone"]);
    let boiler = gaps.words.iter().find(|gap| gap.word == "boiler").unwrap();
    assert_eq!(boiler.near[0].id, "heating");
    // Two entries are tagged with repairs, one with heating.
    assert_eq!(boiler.proposal.as_deref(), Some(r#"- { words: ["boiler"], finds: ["heating"] }"#));
    assert_eq!(boiler.examples, ["boiler heating", "boiler"]);
    let nothing: Vec<&str> = gaps.nothing.iter().map(|gap| gap.query.as_str()).collect();
    assert_eq!(nothing, ["boiler", "xylophone"]);
    let xylophone = gaps.words.iter().find(|gap| gap.word == "xylophone").unwrap();
    assert_eq!((&xylophone.proposal, xylophone.near.len()), (&None, 0));
}

#[test]
fn a_word_that_is_spelled_alike_brings_its_entries() {
    let gaps = find(&index(), ["heaving"]);
    assert_eq!(gaps.words[0].near_word.as_deref(), Some("heating"));
    assert_eq!(gaps.words[0].near[0].id, "heating");
}

#[test]
fn an_everyday_word_gets_no_line() {
    let gaps = find(&index(), ["brother deposit"]);
    assert!(gaps.words[0].everyday);
    assert_eq!(gaps.words[0].proposal, None);
}

#[test]
fn a_query_counts_as_often_as_it_is_there() {
    let gaps = find(&index(), ["xylophone", "zither", "Zither", " zither\t"]);
    let nothing: Vec<(&str, usize)> =
        gaps.nothing.iter().map(|gap| (gap.query.as_str(), gap.times)).collect();
    assert_eq!(nothing, [("zither", 3), ("xylophone", 1)]);
}
