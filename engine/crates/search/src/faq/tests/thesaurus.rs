//! Everyday English equivalents.

use super::*;

fn index() -> Index {
    let entry = |id: &str, question: &str, answer: &str| Entry {
        id: id.into(),
        question: question.into(),
        answer: answer.into(),
        answer_text: answer.into(),
        ..Entry::default()
    };
    let entries = vec![
        entry("children", "Are children let in?", "With an adult."),
        entry("physician", "Must a physician sign?", "Any will do."),
        entry("refund", "How is a refund made?", "By check."),
        entry("reimbursed", "When are costs reimbursed?", "Within a month."),
    ];
    Index::build(entries, &Synonyms::default())
}

fn found(text: &str, ranking: &Ranking) -> Vec<String> {
    let answer = index().search_with(&Query::new(text), ranking);
    answer.hits.into_iter().map(|hit| hit.id).collect()
}

#[test]
fn everyday_words_find_each_other() {
    let off = Ranking { thesaurus: 0.0, ..Ranking::default() };
    for (text, id) in [("kid", "children"), ("my daughter", "children"), ("doctor", "physician")] {
        assert_eq!(found(text, &Ranking::default()), [id], "{text}");
        assert!(found(text, &off).is_empty(), "{text}");
    }
}

#[test]
fn unfinished_and_misspelled_words_are_not_looked_up() {
    assert!(found("daught", &Ranking::default()).is_empty());
    assert!(found("doctro", &Ranking::default()).is_empty());
}

#[test]
fn the_exact_word_ranks_above_its_synonyms() {
    assert_eq!(found("reimbursed", &Ranking::default()), ["reimbursed", "refund"]);
    assert_eq!(found("refund", &Ranking::default()), ["refund", "reimbursed"]);
}
