//! Tests the printed explanation, and that it agrees with the score.

use super::*;

fn explained(text: &str) -> String {
    index().explain(&Query { limit: 2, ..Query::new(text) }).to_string()
}

#[test]
fn an_explanation_names_every_kind_of_match() {
    insta::assert_snapshot!("typo_and_prefix", explained("expird lice"));
    insta::assert_snapshot!("synonym", explained("my dl"));
    insta::assert_snapshot!("joined", explained("e mail"));
    insta::assert_snapshot!("stem_and_family", explained("registering ballots"));
    insta::assert_snapshot!("nothing", explained("xyzzyq"));
}

#[test]
fn the_scores_of_the_words_add_up_to_the_total() {
    let index = index();
    for text in ["expird lice", "dl", "birthcertificate", "vote by mail", "lost ballot office"] {
        let query = Query::new(text);
        let answer = index.search(&query);
        let explanation = index.explain(&query);
        assert_eq!(answer.hits.len(), explanation.hits.len());
        for (hit, explained) in answer.hits.iter().zip(&explanation.hits) {
            assert_eq!(hit.id, explained.id);
            let sum: f32 = explained.words.iter().map(|word| word.score).sum();
            assert!((sum - hit.score).abs() < 0.01, "{text}: {sum} for {}", hit.score);
        }
    }
}
