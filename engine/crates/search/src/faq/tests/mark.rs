//! Highlights cover only what matched.

use proptest::prelude::*;

use super::*;

fn marked(text: &str, id: &str) -> (Vec<String>, Vec<Vec<String>>, Vec<String>) {
    let answer = search(text);
    let hit = answer.hits.iter().find(|hit| hit.id == id).unwrap();
    let entry = entry(hit);
    let question = hit.highlights.question.iter().map(|range| cut(&entry.question, *range));
    let tags = entry.tags.iter().zip(&hit.highlights.tags);
    let tags = tags.map(|(tag, ranges)| ranges.iter().map(|range| cut(tag, *range)).collect());
    let snippet = hit.snippet.highlights.iter().map(|range| cut(&hit.snippet.text, *range));
    (question.collect(), tags.collect(), snippet.collect())
}

#[test]
fn matched_words_are_highlighted_whole_however_they_matched() {
    for text in ["license", "licnese", "licen", "licenses", "LICENSE"] {
        let (question, tags, snippet) = marked(text, "license");
        assert_eq!(question, ["license"], "{text:?}");
        assert_eq!(tags, [vec![], vec!["license".to_owned()]]);
        assert_eq!(snippet, ["license"]);
    }
}

#[test]
fn a_synonym_highlights_the_words_it_found() {
    let (question, tags, _) = marked("dl", "license");
    assert_eq!(question, ["driver\u{2019}s", "license"]);
    assert_eq!(tags[1], ["driver's", "license"]);
    let (question, ..) = marked("absentee", "absentee");
    assert_eq!(question, ["vote", "mail"]);
}

#[test]
fn small_words_are_highlighted_only_if_the_query_has_no_others() {
    let (question, ..) = marked("what if my license", "license");
    assert_eq!(question, ["license"]);
    let (question, ..) = marked("what if", "license");
    assert_eq!(question, ["What", "if"]);
}

#[test]
fn joined_words_are_highlighted_separately() {
    let (question, ..) = marked("birthcertificate", "certificate");
    assert_eq!(question, ["birth", "certificate"]);
    let (.., snippet) = marked("email", "drop");
    assert_eq!(snippet, ["e-mail"]);
}

#[test]
fn a_snippet_is_cut_around_the_best_match() {
    let filler = "Nothing to see in this sentence at all. ".repeat(20);
    let text = format!("{filler}Here is the zebra crossing you seek. {filler}");
    let index = Index::build(
        vec![Entry {
            id: "long".into(),
            question: "Q".into(),
            answer: text.clone(),
            answer_text: text,
            ..Entry::default()
        }],
        &Synonyms::default(),
    );
    let answer = index.search(&Query::new("zebra crossing"));
    let snippet = &answer.hits[0].snippet;
    assert!(snippet.text.starts_with('…') && snippet.text.ends_with('…'));
    assert!(snippet.text.chars().count() < 130, "{snippet:?}");
    let marked: Vec<String> = snippet.highlights.iter().map(|range| cut(&snippet.text, *range)).collect();
    assert_eq!(marked, ["zebra", "crossing"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn highlights_are_ordered_ranges_of_whole_words_within_the_text(
        text in prop_oneof![
            "[a-z' -]{0,30}",
            "\\PC{0,30}",
            prop::sample::subsequence(
                vec!["absentee", "balot", "dl", "ex con", "birthcert", "mail", "lost", "drop box", "é", "🎉"],
                0..6,
            ).prop_map(|words| words.join(" ")),
        ],
    ) {
        let answer = search(&text);
        for hit in &answer.hits {
            let entry = entry(hit);
            let mut texts = vec![(&entry.question, &hit.highlights.question)];
            texts.extend(entry.tags.iter().zip(&hit.highlights.tags));
            texts.push((&hit.snippet.text, &hit.snippet.highlights));
            prop_assert_eq!(entry.tags.len(), hit.highlights.tags.len());
            for (shown, ranges) in texts {
                let chars: Vec<char> = shown.chars().collect();
                let mut before = 0;
                for [start, end] in ranges.iter().copied() {
                    prop_assert!(before <= start && start < end && end <= chars.len());
                    prop_assert!(start == 0 || !chars[start - 1].is_alphanumeric());
                    prop_assert!(end == chars.len() || !chars[end].is_alphanumeric());
                    before = end;
                }
            }
        }
    }

    /// If a meaningful word finds an entry, something in the entry is marked.
    #[test]
    fn every_match_has_a_highlight(word in "(licen|absen|ball|felon|certif|regis)[a-z]{0,4}") {
        for hit in search(&word).hits {
            let marks = hit.highlights.question.len()
                + hit.highlights.tags.iter().map(Vec::len).sum::<usize>()
                + hit.snippet.highlights.len();
            prop_assert!(marks > 0, "{} by {word}", hit.id);
        }
    }
}
