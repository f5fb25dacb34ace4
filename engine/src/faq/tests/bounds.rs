//! No input makes a search do more than its bounds say; counted, not timed.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::bounds::{POSTINGS, QUERY_CHARS, Work};
use super::super::collection::Collection;
use super::super::expand;
use super::super::postings::{self, Extent};
use super::*;

static INDEX: LazyLock<Index> = LazyLock::new(index);

fn index_in_spans_of(span: usize) -> Index {
    Index { collection: Collection::new(entries(), &synonyms()).unwrap().in_spans_of(span) }
}

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

#[test]
fn a_list_that_is_too_long_is_read_as_far_as_may_be() {
    let entries = (0..1_000).map(|number| Entry {
        id: number.to_string(),
        question: (if number % 3 == 0 { "alpha" } else { "beta" }).into(),
        ..Entry::default()
    });
    let collection = Collection::new(entries.collect(), &Synonyms::default()).unwrap();
    let slots = expand::expand(&collection, "alpha ", &mut Work::default());
    let lists = postings::lists(&collection, &slots[0], &mut Work::default());
    assert_eq!(lists[0].len(), 334);
    for left in [0, 1, 127, 128, 129, 200, 333, 334, 400] {
        let mut work = Work { terms: 0, postings: POSTINGS - left };
        let Extent::Before(before) = postings::extent(&collection, &lists[0], 0, &mut work) else {
            panic!("there are no candidates");
        };
        let mut read = Vec::new();
        postings::read(&collection, &lists[0], 0..before.min(1_000), |some, _| read.extend_from_slice(some));
        assert_eq!(read, (0..1_000).step_by(3).take(left).collect::<Vec<u32>>());
        assert_eq!(work.postings, POSTINGS - left + read.len());
    }
}

#[test]
fn the_spans_are_all_entries_in_order() {
    for span in 1..12 {
        let index = index_in_spans_of(span);
        let spans: Vec<_> = index.collection.spans().collect();
        assert!(spans.iter().all(|of| !of.is_empty() && of.len() <= span), "{spans:?}");
        let all: Vec<u32> = spans.into_iter().flatten().collect();
        assert_eq!(all, (0..index.len() as u32).collect::<Vec<_>>());
    }
}

/// A list that is cut and lists that are asked for candidates only are so at the same places in any parts.
#[test]
fn what_is_over_the_bound_is_left_out_alike_however_the_work_is_parted() {
    let entries = |count: usize| {
        let words = ["alpha", "alphas", "beta", "betas", "alphabet", "better", "bet"];
        let text = move |number: usize| {
            let some = words.iter().enumerate().filter(move |(at, _)| number % (at + 2) < 2);
            some.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
        };
        (0..count).map(move |number| Entry {
            id: number.to_string(),
            question: text(number),
            answer: text(number + 1),
            answer_text: text(number + 1),
            tags: vec![text(number + 2)],
            category: (number % 3).to_string(),
        })
    };
    let build = || Collection::new(entries(16_000).collect(), &Synonyms::default()).unwrap();
    let whole = Index { collection: build() };
    let parted = Index { collection: build().in_spans_of(2_300) };
    for text in ["a", "alpha", "alpha be", "alphas beta bet al", "bet better alpha alphas alphabet b"] {
        let query = Query { limit: 300, ..Query::new(text) };
        let answer = whole.search(&query);
        assert_eq!(answer, parted.search(&query), "{text}");
    }
    let work = whole.search(&Query::new("bet better alpha alphas alphabet b")).work;
    assert!(work.postings > POSTINGS, "the test asks too little: {work:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn parting_the_work_changes_no_answer(text in "(lost|ballot|vote|drop|mail|licen|exp|what|my|[a-z]{1,5}| ){1,7}", span in 1_usize..9) {
        let parted = index_in_spans_of(span);
        for category in [None, Some("Voting".to_owned())] {
            let query = Query { category, limit: 4, ..Query::new(&text) };
            prop_assert_eq!(INDEX.search(&query), parted.search(&query));
        }
    }

    #[test]
    fn any_text_is_answered_in_bounds(text in "\\PC{0,300}|.{0,300}|([a-z]{1,12} ){0,60}") {
        check(&text);
    }

    #[test]
    fn asking_twice_answers_the_same(text in "([a-z]{1,8} ?){0,5}") {
        prop_assert_eq!(INDEX.search(&Query::new(&text)), INDEX.search(&Query::new(&text)));
    }
}
