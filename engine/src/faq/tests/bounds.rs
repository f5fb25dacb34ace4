//! No input makes a search do more than its bounds say; counted, not timed.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::bounds::{POSTINGS, QUERY_CHARS, Work};
use super::*;

static INDEX: LazyLock<Index> = LazyLock::new(index);

fn check(text: &str) {
    let answer = INDEX.search(&Query::new(text));
    assert!(answer.work.terms <= Work::MAX_TERMS, "{:?}", answer.work);
    assert!(answer.work.postings <= Work::MAX_POSTINGS, "{:?}", answer.work);
    assert!(answer.query.chars().count() <= QUERY_CHARS);
    assert!(answer.hits.iter().all(|hit| hit.score.is_finite()));
    assert_eq!(answer.total, answer.hits.len());
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
fn postings_stay_in_their_bound_however_large_the_collection_is() {
    // Every word of the query is in every entry, in each part and by many readings.
    let text = "alpha alphas beta betas gamma gammas delta deltas epsilon zeta eta theta";
    let entries = (0..8_000).map(|number| Entry {
        id: number.to_string(),
        question: text.into(),
        answer: text.into(),
        answer_text: text.into(),
        tags: vec![text.into()],
        category: "one".into(),
    });
    let index = Index::build(entries.collect(), &Synonyms::default());
    let query = format!("{text} al be ga de ep ze et th alp bet gam");
    let answer = index.search(&Query { limit: 3, ..Query::new(query) });
    assert!(answer.work.postings > POSTINGS / 2, "the test asks too little: {:?}", answer.work);
    assert!(answer.work.postings <= Work::MAX_POSTINGS, "{:?}", answer.work);
    assert_eq!((answer.total, answer.hits.len()), (8_000, 3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_is_answered_in_bounds(text in "\\PC{0,300}|.{0,300}|([a-z]{1,12} ){0,60}") {
        check(&text);
    }

    #[test]
    fn asking_twice_answers_the_same(text in "([a-z]{1,8} ?){0,5}") {
        prop_assert_eq!(INDEX.search(&Query::new(&text)), INDEX.search(&Query::new(&text)));
    }
}
