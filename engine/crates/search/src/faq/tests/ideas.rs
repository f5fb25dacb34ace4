//! Tests each idea of the ranking on a collection so small that only that idea makes a difference: the test passes
//! with the idea and fails without it.

use super::*;
use crate::faq::Ranking;

/// An entry: ID, question, tag, answer.
type Plain = (&'static str, &'static str, &'static str, &'static str);

/// A test case for one idea.
struct Case {
    idea: &'static str,
    entries: Vec<Plain>,
    /// Words that are synonyms of each other.
    synonyms: &'static [&'static str],
    query: &'static str,
    holds: fn(&SearchAnswer) -> bool,
}

fn case(
    idea: &'static str,
    query: &'static str,
    entries: &[Plain],
    synonyms: &'static [&'static str],
    holds: fn(&SearchAnswer) -> bool,
) -> Case {
    Case { idea, entries: entries.to_vec(), synonyms, query, holds }
}

fn is_first(answer: &SearchAnswer) -> bool {
    ids(answer).first() == Some(&"right")
}

fn is_found(answer: &SearchAnswer) -> bool {
    ids(answer).contains(&"right")
}

fn is_strong(answer: &SearchAnswer) -> bool {
    answer.hits.iter().any(|hit| hit.id == "right" && !hit.weak)
}

fn wrong_is_not_strong(answer: &SearchAnswer) -> bool {
    answer.hits.iter().all(|hit| hit.id != "wrong" || hit.weak)
}

/// Returns the cases. The wrong entry always comes first, since the first entry ranks first if nothing else decides.
fn cases() -> Vec<Case> {
    let wrong = |question: &'static str| ("wrong", question, "", "");
    let right = |question: &'static str| ("right", question, "", "");
    let other = |question: &'static str| ("other", question, "", "");
    vec![
        case(
            "question words",
            "where want permit",
            &[wrong("I want a permit"), right("Where a permit")],
            &[],
            is_first,
        ),
        case(
            "stop words",
            "vote without papers",
            &[wrong("May I vote with papers?"), right("May I vote without papers?")],
            &[],
            is_first,
        ),
        case(
            "fields",
            "permit",
            &[("wrong", "", "", "permit permit permit permit permit permit"), right("permit")],
            &[],
            is_first,
        ),
        case(
            "other fields",
            "permit",
            &[("wrong", "", "permit", ""), ("right", "permit", "permit", "")],
            &[],
            is_first,
        ),
        case(
            "repetition",
            "permit",
            &[("wrong", "", "", "permit once"), ("right", "", "", "permit permit permit")],
            &[],
            is_first,
        ),
        case(
            "IDF",
            "ballot zebra",
            &[wrong("ballot"), other("ballot"), other("ballot"), right("zebra")],
            &[],
            is_first,
        ),
        case(
            "damped IDF",
            "rent deposit zebra",
            &[
                wrong("zebra"),
                right("rent deposit"),
                other("rent"),
                other("rent"),
                other("rent"),
                other("deposit"),
                other("deposit"),
                other("deposit"),
            ],
            &[],
            is_first,
        ),
        case(
            "coverage",
            "permit fee",
            &[("wrong", "permit", "permit", ""), ("right", "permit", "", "fee"), ("other", "", "", "fee")],
            &[],
            is_first,
        ),
        case("stems", "voting", &[right("A vote")], &[], is_found),
        case("families", "readership", &[right("A reader")], &[], is_found),
        case("synonyms", "dl", &[right("A license")], &["dl", "license"], is_found),
        case(
            "the word over its synonym",
            "quarantine",
            &[wrong("isolation"), right("quarantine")],
            &["quarantine", "isolation"],
            is_first,
        ),
        case("thesaurus", "doctor", &[right("A physician")], &[], is_found),
        case(
            "compounds",
            "drop box",
            &[wrong("A box for keys"), other("A box for hats"), right("The dropbox")],
            &[],
            is_first,
        ),
        case("spelled right", "tent", &[wrong("It was sent")], &[], |answer| answer.hits.is_empty()),
        case("half words", "vit office", &[wrong("An office"), right("Vital records office")], &[], is_first),
        case(
            "unmatched words",
            "guitar lesson permit",
            &[wrong("permit"), other("fee"), other("dog")],
            &[],
            wrong_is_not_strong,
        ),
        case(
            "heaviest words",
            "grandma bought banjos, violins, trumpets: permit fee dog",
            &[right("permit fee dog"), other("one"), other("two")],
            &[],
            is_strong,
        ),
        case(
            "beside the best",
            "lost permit",
            &[
                ("right", "I lost my permit", "lost permit", ""),
                wrong("Do I need a permit?"),
                other("A lost dog"),
                other("one"),
                other("two"),
            ],
            &[],
            wrong_is_not_strong,
        ),
        case(
            "enough score",
            "guitar lesson permit",
            &[wrong("permit"), other("fee"), other("dog")],
            &[],
            wrong_is_not_strong,
        ),
    ]
}

fn answer(case: &Case, ranking: &Ranking) -> SearchAnswer {
    let entries = case.entries.iter().map(|(id, question, tag, answer)| Entry {
        id: (*id).into(),
        question: (*question).into(),
        answer_text: (*answer).into(),
        tags: if tag.is_empty() { Vec::new() } else { vec![(*tag).into()] },
        ..Entry::default()
    });
    let rules = vec![SynonymRule::Both(case.synonyms.iter().map(ToString::to_string).collect())];
    Index::build(entries.collect(), &Synonyms { rules }).search_with(&Query::new(case.query), ranking)
}

#[test]
fn every_ranking_idea_decides_its_own_cases() {
    let mut broken = Vec::new();
    let all = cases();
    for (idea, off) in Ranking::IDEAS {
        let of: Vec<&Case> = all.iter().filter(|case| case.idea == *idea).collect();
        assert!(!of.is_empty(), "{idea}: no case shows what it is for");
        for case in of {
            let mut without = Ranking::default();
            off(&mut without);
            for (ranking, expected) in [(Ranking::default(), true), (without, false)] {
                let answer = answer(case, &ranking);
                if (case.holds)(&answer) != expected {
                    let hits: Vec<_> = answer.hits.iter().map(|hit| (&hit.id, hit.score, hit.weak)).collect();
                    broken.push(format!("{idea}, {}: {hits:?}", if expected { "on" } else { "off" }));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert_eq!(all.len(), Ranking::IDEAS.len());
}
