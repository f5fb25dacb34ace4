//! Tests queries with region names on the shipped content: adding a name to a question doesn't change the results, and
//! a name on its own doesn't produce a strong result.

use callguide::content::model::SearchCheck;
use callguide::faq::{Index, Query, SearchAnswer};
use callguide::readings::Now;
use jiff::civil::date;

use crate::lint_support::root;

/// The number of questions that are combined with each name.
const QUESTIONS: usize = 20;

/// The share of those questions that may get a different first entry, and the share that may get a first entry of a
/// different strength.
const FIRST: f64 = 0.01;
const STRONG: f64 = 0.02;

struct Shipped {
    index: Index,
    questions: Vec<SearchCheck>,
    /// A region's code and name.
    regions: Vec<(String, String)>,
}

fn shipped() -> Shipped {
    let (index, examined) =
        callguide::examine::faq(&root().join("content"), Now::On(date(2026, 11, 23))).unwrap();
    let searches = examined.draft.search_checks.as_ref().unwrap().value.searches.iter();
    let answerable: Vec<&SearchCheck> = searches
        .filter(|search| {
            search.kind.as_deref() == Some("keywords") && !search.held_back && !search.expect.is_empty()
        })
        .collect();
    let step = answerable.len() / QUESTIONS;
    let regions = examined.draft.regions.iter().map(|state| (state.code.clone(), state.name.clone()));
    Shipped {
        questions: answerable.into_iter().step_by(step).take(QUESTIONS).cloned().collect(),
        regions: regions.collect(),
        index,
    }
}

fn first(answer: &SearchAnswer) -> (Option<&str>, bool) {
    let first = answer.hits.first();
    (first.map(|hit| hit.id.as_str()), first.is_some_and(|hit| !hit.weak))
}

#[test]
fn a_name_beside_a_question_changes_nothing() {
    let Shipped { index, questions, regions } = shipped();
    assert_eq!(questions.len(), QUESTIONS);
    let (mut asked, mut other, mut weaker) = (0, Vec::new(), Vec::new());
    for question in &questions {
        let alone = index.search(&Query::new(&question.query));
        let (id, strong) = first(&alone);
        for (code, name) in &regions {
            let [question, small] = [&question.query, &name.to_lowercase()];
            for text in
                [format!("{name} {question}"), format!("{question} {small}"), format!("{question} in {name}")]
            {
                let answer = index.search(&Query::new(&text));
                assert_eq!(answer.region.as_ref(), Some(code), "{text}");
                asked += 1;
                if first(&answer).0 != id {
                    other.push(text);
                } else if first(&answer).1 != strong {
                    weaker.push(text);
                }
            }
        }
    }
    let share = |texts: &[String]| texts.len() as f64 / f64::from(asked);
    assert!(share(&other) <= FIRST, "{} of {asked}: {other:?}", other.len());
    assert!(share(&weaker) <= STRONG, "{} of {asked}: {weaker:?}", weaker.len());
}

#[test]
fn a_name_alone_brings_nothing_strong() {
    let Shipped { index, regions, .. } = shipped();
    for (code, name) in &regions {
        for text in [name.clone(), name.to_lowercase(), format!("in {name}")] {
            let answer = index.search(&Query::new(&text));
            assert_eq!((answer.strong, answer.region.as_ref()), (0, Some(code)), "{text}");
        }
    }
}

#[test]
fn a_capitalized_code_means_its_region_unless_it_is_a_word() {
    let Shipped { index, regions, .. } = shipped();
    let words = ["HI", "ID", "IN", "ME", "OH", "OK", "OR"];
    let mut counted = 0;
    for (code, _) in &regions {
        let answer = index.search(&Query::new(format!("expired license {code}")));
        if words.contains(&code.as_str()) {
            assert_eq!(answer.region, None, "{code}");
            continue;
        }
        let small = index.search(&Query::new(format!("expired license {}", code.to_lowercase())));
        assert_eq!(small.region, None, "{code}");
        if answer.region.is_none() {
            // The content uses this name in another sense.
            continue;
        }
        counted += 1;
        assert_eq!(answer.region.as_ref(), Some(code));
        assert_eq!(first(&answer), (Some("expired-id"), true), "{code}");
        assert_eq!(index.search(&Query::new(code)).strong, 0, "{code}");
    }
    assert!(counted >= 40, "{counted}");
}
