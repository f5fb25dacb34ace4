//! Any text is a query, and the cost of a query is bounded.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::query::{EXPANSIONS, QUERY_CHARS, QUERY_WORDS};
use super::*;

static INDEX: LazyLock<Index> = LazyLock::new(index);

fn check(text: &str) {
    let query = Query::new(text);
    let answer = INDEX.search(&query);
    assert!(answer.query.chars().count() <= QUERY_CHARS);
    assert!(answer.hits.iter().all(|hit| hit.score.is_finite()));
    assert_eq!(answer.total, answer.hits.len());
    let words = INDEX.explain(&query).words;
    assert!(words.len() <= QUERY_WORDS);
    assert!(words.iter().all(|word| word.expansions.len() <= EXPANSIONS));
}

#[test]
fn hostile_queries_are_just_text() {
    for text in [
        "a".repeat(10_000),
        "a b c ".repeat(2_000),
        "ballot ".repeat(2_000),
        "🎉".repeat(3_000),
        "e\u{301}".repeat(5_000),
        "\u{0}\u{7}\u{1b}[31m".to_owned(),
        "\u{202E}ballot\u{202C}".to_owned(),
        "question:ballot AND (NOT \"lost\") OR answer:* ~2 ^3 [a TO z] + - && || ! { } \\".to_owned(),
        "_ \u{1} vote_mail felony_conviction".to_owned(),
        "ﷺ".repeat(300),
    ] {
        check(&text);
    }
}

#[test]
fn a_word_with_too_many_expansions_keeps_only_the_surest() {
    let written: Vec<String> = (0..80).map(|number| format!("al{}", "x".repeat(number))).collect();
    let rules = vec![SynonymRule::Both(written.clone())];
    let entries =
        written.iter().map(|word| Entry { id: word.clone(), question: word.clone(), ..Entry::default() });
    let index = Index::build(entries.collect(), &Synonyms { rules });
    let words = index.explain(&Query::new("al")).words;
    assert_eq!(words[0].expansions.len(), EXPANSIONS);
    assert_eq!(words[0].expansions[0].term, "al");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_query_is_answered_within_limits(text in "\\PC{0,300}|.{0,300}|([a-z]{1,12} ){0,60}") {
        check(&text);
    }

    #[test]
    fn the_same_query_always_gets_the_same_answer(text in "([a-z]{1,8} ?){0,5}") {
        prop_assert_eq!(INDEX.search(&Query::new(&text)), INDEX.search(&Query::new(&text)));
    }
}
