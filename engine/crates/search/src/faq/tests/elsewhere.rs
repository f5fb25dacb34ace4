//! Errands that this helpline doesn't handle: they're kept separate from the entries, aren't counted, and make the
//! entries that they beat weak.

use super::{Entry, Index, Query, SearchAnswer, entries, ids, index, synonyms};
use crate::faq::{DocumentList, ErrandEntry, Reader, Regions};

fn errand(id: &str, question: &str, words: &[&str]) -> ErrandEntry {
    let entry = Entry {
        id: id.into(),
        question: question.into(),
        answer: "At another **office**, by mail.".into(),
        tags: words.iter().map(ToString::to_string).collect(),
        ..Entry::default()
    };
    ErrandEntry { entry, say: Some("Not here.".into()) }
}

fn errands() -> Vec<ErrandEntry> {
    vec![
        errand("fishing", "How do I get a fishing license?", &["angling"]),
        errand("pension", "Where is my pension?", &["benefits", "retirement"]),
        errand("pension-abroad", "Where is my pension from abroad?", &["foreign retirement"]),
        errand("pension-late", "Why is my pension late?", &["late retirement"]),
    ]
}

fn with_errands() -> Index {
    Index::of_regions(entries(), Regions::default(), errands(), &synonyms())
}

fn search(text: &str) -> SearchAnswer {
    with_errands().search(&Query::new(text))
}

fn elsewhere(answer: &SearchAnswer) -> Vec<&str> {
    answer.elsewhere.iter().map(|errand| errand.id.as_str()).collect()
}

#[test]
fn an_errand_has_its_own_field_and_weakens_the_entries_it_beats() {
    let answer = search("fishing license");
    let [fishing] = answer.elsewhere.as_slice() else { panic!("{:?}", elsewhere(&answer)) };
    assert_eq!((fishing.id.as_str(), fishing.say.as_deref()), ("fishing", Some("Not here.")));
    assert_eq!(fishing.question, "How do I get a fishing license?");
    assert_eq!(fishing.text, "At another **office**, by mail.", "as Markdown");
    // The entry doesn't match as well as the errand, so it's listed as weak; without the errand, it's strong.
    assert_eq!((answer.total, answer.strong), (1, 0));
    assert!(answer.hits[0].id == "license" && answer.hits[0].weak && answer.hits[0].score < fishing.score);
    assert_eq!(index().search(&Query::new("fishing license")).strong, 1);
    assert_eq!(answer.categories.iter().map(|category| category.count).sum::<usize>(), 1);
    assert!(answer.categories.iter().all(|category| !category.name.is_empty()), "an errand has no category");
}

#[test]
fn an_errand_is_hidden_if_an_entry_matches_better() {
    let answer = search("expired license");
    assert!(!answer.hits[0].weak && answer.hits[0].id == "license", "{answer:?}");
    assert_eq!(elsewhere(&answer), [""; 0], "an entry matches better");
    // An errand that covers little of the query isn't shown.
    assert_eq!(elsewhere(&search("expired license renewal by mail")), [""; 0]);
}

#[test]
fn an_entry_that_no_errand_beats_counts_as_strong_more_easily() {
    let text = "guitar lesson license";
    assert_eq!((search(text).strong, index().search(&Query::new(text)).strong), (1, 0));
}

#[test]
fn the_two_best_errands_are_shown_for_any_category_and_page() {
    let answer = search("pension late retirement");
    assert_eq!(elsewhere(&answer).len(), 2, "{answer:?}");
    assert_eq!(elsewhere(&answer)[0], "pension-late");
    assert!(answer.elsewhere.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!((answer.total, answer.hits.len()), (0, 0), "nobody here answers it");
    let category = Some("Voting".to_owned());
    let narrowed =
        with_errands().search(&Query { category, offset: 5, ..Query::new("pension late retirement") });
    assert_eq!(narrowed.elsewhere, answer.elsewhere);
}

#[test]
fn an_errand_is_found_by_its_question_and_words_but_not_its_text() {
    assert_eq!(elsewhere(&search("angling")), ["fishing"]);
    assert_eq!(elsewhere(&search("anglling")), ["fishing"], "misspelled");
    assert_eq!(elsewhere(&search("another office by mail")), [""; 0]);
    assert_eq!(elsewhere(&search(" ?")), [""; 0], "without words, every entry is listed");
    assert_eq!(search(" ?").strong, entries().len());
}

#[test]
fn errands_do_not_affect_queries_that_match_none() {
    for text in
        ["birth certificate", "expired lic", "abs balot", "dl", "how do i", "where is the dropbox", ""]
    {
        let (with, without) = (search(text), index().search(&Query::new(text)));
        let same = |answer: &SearchAnswer| (answer.total, answer.categories.clone(), ids(answer).join(" "));
        assert_eq!(same(&with), same(&without), "{text}");
        let scores = |answer: &SearchAnswer| answer.hits.iter().map(|hit| hit.score).collect::<Vec<_>>();
        assert_eq!(scores(&with), scores(&without), "{text}");
    }
}

#[test]
fn a_word_found_only_in_an_errand_can_still_be_a_typo_of_an_entrys() {
    let named = vec![errand("bal", "Where is my balot?", &[])];
    let index = Index::of_regions(entries(), Regions::default(), named, &synonyms());
    let answer = index.search(&Query::new("balot "));
    assert!(ids(&answer).contains(&"ballot-lost"), "{answer:?}");
}

#[test]
fn a_region_with_answers_of_its_own_is_shown_errands_too() {
    let own = Entry { answer_text: "A notary confirms it.".into(), ..entries().remove(6) };
    let mut regions = Regions::default();
    regions.variants = vec![own];
    regions.add("A", DocumentList { documents: (0..6).chain([7]).collect(), ..DocumentList::default() });
    let index = Index::of_regions(entries(), regions, errands(), &synonyms());
    let ask = |text: &str, reader: Reader| index.search(&Query { reader, ..Query::new(text) });
    let alpha = index.reader("A").unwrap();
    assert_eq!(elsewhere(&ask("pension late", alpha)), elsewhere(&ask("pension late", Reader::default())));
    let answer = ask("notary", alpha);
    assert_eq!((ids(&answer), elsewhere(&answer)), (vec!["certificate"], vec![]));
    assert_eq!(answer.categories.len(), index.categories(Reader::default()).len(), "{:?}", answer.categories);
    assert_eq!(index.len(), entries().len(), "an errand isn't an entry");
}

#[test]
fn an_explanation_names_the_errand_and_its_words() {
    let explained = with_errands().explain(&Query::new("fishing license"));
    assert_eq!(explained.elsewhere[0].words[0].term, "fishing");
    let text = explained.to_string();
    assert!(text.contains("fishing  not ours: How do I get a fishing license?"), "{text}");
}
