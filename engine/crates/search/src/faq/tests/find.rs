//! Tests which queries find which entries, and in what order.

use super::*;

#[test]
fn a_word_is_found_however_it_is_typed() {
    for text in [
        "license",
        "LICENSE",
        "licenses",
        "driver\u{2018}s license",
        "drivers license",
        "(license)",
        "\"license\"",
        "licen\u{200B}se",
        "expired license",
        "lic",
        "licnese",
        "lisense",
    ] {
        assert_eq!(first(text), "license", "{text:?}");
    }
    for text in ["naive", "cafe", "CAFÉ", "resume", "re\u{301}sume\u{301}"] {
        assert_eq!(first(text), "register", "{text:?}");
    }
}

#[test]
fn the_last_word_and_unknown_words_may_be_unfinished() {
    assert_eq!(first("abs"), "absentee");
    assert_eq!(first("abs bal"), "absentee");
    assert_eq!(first("felo"), "conviction");
    assert_eq!(first("vit rec office"), "certificate");
}

#[test]
fn one_typo_is_forgiven_from_four_letters_and_two_from_eight() {
    for (text, id) in [
        ("balott lost", "ballot-lost"),
        ("blalot lost", "ballot-lost"),
        ("reigster", "register"),
        ("convction", "conviction"),
        ("certifacte", "certificate"),
        ("certefacate", "certificate"),
    ] {
        assert_eq!(first(text), id, "{text:?}");
    }
    assert!(search("bxx").hits.is_empty());
    assert!(search("rexistar").hits.iter().all(|hit| hit.id == "register"));
}

#[test]
fn a_known_word_is_not_treated_as_a_typo() {
    let answer = search("drop");
    assert_eq!(ids(&answer), ["drop"]);
}

#[test]
fn numbers_are_not_corrected() {
    let mut entries = entries();
    entries.push(Entry { id: "form".into(), question: "Form 1095".into(), ..Entry::default() });
    let index = Index::build(entries, &synonyms());
    assert!(index.search(&Query::new("1099")).hits.is_empty());
}

#[test]
fn a_number_attached_to_letters_is_not_corrected() {
    let mut entries = entries();
    entries.push(Entry { id: "form".into(), question: "Form I130".into(), ..Entry::default() });
    let index = Index::build(entries, &synonyms());
    assert_eq!(ids(&index.search(&Query::new("i130"))), ["form"]);
    assert!(index.search(&Query::new("i131")).hits.is_empty());
}

#[test]
fn initials_do_not_merge_with_the_word_after_them() {
    let mut entries = entries();
    let question = "Does the U.S. have a page like vote.org?";
    entries.push(Entry { id: "page".into(), question: question.into(), ..Entry::default() });
    let index = Index::build(entries, &synonyms());
    assert_eq!(ids(&index.search(&Query::new("org"))), ["page"]);
}

#[test]
fn words_of_one_family_find_each_other() {
    assert_eq!(first("registering"), "register");
    assert_eq!(first("registration"), "register");
    assert_eq!(first("renewing"), "license");
}

#[test]
fn synonyms_find_their_targets_and_one_way_rules_stay_one_way() {
    assert_eq!(first("dl"), "license");
    assert_eq!(first("driving permits"), "license");
    assert_eq!(first("ex-con"), "conviction");
    assert_eq!(first("offenders"), "conviction");
    assert_eq!(first("offen"), "conviction", "as the beginning of a last word");
    assert_eq!(first("ofender"), "conviction", "despite a typo");
    assert_eq!(first("vote by mail"), "absentee");
    assert_eq!(first("vote by ma"), "absentee");
    let index = Index::build(
        vec![Entry { id: "only".into(), question: "An offender".into(), ..Entry::default() }],
        &synonyms(),
    );
    assert!(index.search(&Query::new("felony conviction")).hits.is_empty());
}

#[test]
fn words_are_found_whether_joined_or_split() {
    assert_eq!(first("birthcertificate"), "certificate");
    assert_eq!(first("dropbox"), "drop");
    assert_eq!(first("drop-box"), "drop");
    assert_eq!(first("email"), "drop");
    assert_eq!(first("e mail"), "drop");
}

#[test]
fn a_question_with_alternatives_matches_each_of_them() {
    let full = search("What if my ballot is lost?");
    assert_eq!(ids(&full)[0], "ballot-lost");
    assert!(!full.hits[0].weak);
    assert_eq!(first("i made a mistake"), "ballot-lost");
    assert_eq!(first("lost"), "ballot-lost");
}

#[test]
fn every_question_finds_itself() {
    for entry in entries() {
        assert_eq!(first(&entry.question), entry.id);
    }
}

#[test]
fn the_question_counts_more_than_the_answer() {
    let answer = search("birth certificate");
    assert_eq!(ids(&answer)[..2], ["certificate", "license"]);
}

#[test]
fn small_words_match_alone_but_not_beside_other_words() {
    assert!(!search("how do i").hits.is_empty());
    assert_eq!(ids(&search("do i get my felony")), ["conviction"]);
}

#[test]
fn question_words_match_questions_and_tags_but_never_answers() {
    let entry = |id: &str, question: &str, tag: &str, answer: &str| Entry {
        id: id.into(),
        question: question.into(),
        tags: vec![tag.into()],
        answer_text: answer.into(),
        ..Entry::default()
    };
    let entries = vec![
        entry("answer", "The form", "paper", "They tell you how much it is, and where."),
        entry("question", "How much is it, and where?", "paper", ""),
        entry("tag", "The form", "how much, where", ""),
    ];
    let index = Index::build(entries, &Synonyms::default());
    for text in ["how much ", "where ", "how much is a zebra ", "where are zebras "] {
        let answer = index.search(&Query::new(text));
        let mut found = ids(&answer);
        found.sort_unstable();
        assert_eq!(found, ["question", "tag"], "{text}");
    }
}

#[test]
fn a_rare_misspelling_does_not_win_by_being_rare() {
    let mut entries = entries();
    entries.push(Entry {
        id: "misspelt".into(),
        question: "Something about a balot".into(),
        ..Entry::default()
    });
    let index = Index::build(entries, &synonyms());
    let answer = index.search(&Query::new("ballto"));
    assert_ne!(ids(&answer)[0], "misspelt");
    assert!(ids(&answer).contains(&"ballot-lost"));
}

#[test]
fn weak_matches_come_after_the_others() {
    let answer = search("absentee ballot postage fee");
    assert_eq!(answer.hits[0].id, "absentee");
    assert!(!answer.hits[0].weak);
    let first_weak = answer.hits.iter().position(|hit| hit.weak).unwrap();
    assert!(answer.hits[first_weak..].iter().all(|hit| hit.weak));
    let weak: Vec<&str> = answer.hits[first_weak..].iter().map(|hit| hit.id.as_str()).collect();
    assert!(weak.contains(&"certificate"), "it contains only the fee");
}

#[test]
fn strong_counts_the_matches_of_the_chosen_category_that_are_not_weak() {
    let index = index();
    let strong = |answer: &SearchAnswer| answer.hits.iter().filter(|hit| !hit.weak).count();
    for text in ["", "absentee ballot postage fee", "register on paper void", "fee", "xyzzyq"] {
        let all = index.search(&Query::new(text));
        assert_eq!(all.strong, strong(&all), "{text:?}");
        let cut = index.search(&Query { limit: 1, offset: 1, ..Query::new(text) });
        assert_eq!(cut.strong, all.strong, "{text:?}: those that aren't shown count too");
        let voting = index.search(&Query { category: Some("Voting".into()), ..Query::new(text) });
        assert_eq!(voting.strong, strong(&voting), "{text:?}");
    }
    let all = search("absentee ballot postage fee");
    assert!(0 < all.strong && all.strong < all.total);
}

#[test]
fn a_match_is_strong_if_it_scores_close_to_a_strong_best() {
    let answer = search("ballot guitar");
    let [best, other, ..] = answer.hits.as_slice() else { panic!("{answer:?}") };
    let Ranking { strong_score, beside_best, .. } = Ranking::default();
    assert!(best.score > strong_score && other.score < strong_score, "{answer:?}");
    assert!(other.score > best.score * beside_best && !other.weak, "{answer:?}");
}

#[test]
fn a_strong_partial_match_outranks_fainter_but_fuller_ones() {
    let answer = search("register on paper void");
    assert_eq!(answer.hits[0].id, "register");
    assert!(!answer.hits[0].weak);
}

#[test]
fn an_empty_query_returns_every_entry_in_order() {
    for text in ["", "  ", "\u{200B}", "\t\n", "?!", "\"", "("] {
        let answer = search(text);
        let own: Vec<String> = entries().into_iter().map(|entry| entry.id).collect();
        assert_eq!(ids(&answer), own, "{text:?}");
        assert_eq!(answer.hits[0].highlights.tags, vec![Vec::<[usize; 2]>::new(); 2]);
        assert!(!answer.hits[0].snippet.text.is_empty());
    }
}

#[test]
fn words_that_occur_in_no_text_find_nothing() {
    for text in ["🎉", "xyzzyq", "קלפי", "投票"] {
        let answer = search(text);
        assert_eq!((answer.total, answer.hits.len()), (0, 0), "{text:?}");
    }
}

#[test]
fn a_category_filters_entries_but_not_the_counts() {
    let index = index();
    let all = index.search(&Query::new("ballot"));
    let voting = index.search(&Query { category: Some("Voting".into()), ..Query::new("ballot") });
    assert_eq!(all.categories, voting.categories);
    assert_eq!(voting.total, voting.hits.len());
    assert!(voting.hits.iter().all(|hit| entry(hit).category == "Voting"));
    let counted: usize = all.categories.iter().map(|category| category.count).sum();
    assert_eq!(counted, all.total);
    let none = index.search(&Query { category: Some("No such".into()), ..Query::new("ballot") });
    assert_eq!((none.total, none.categories), (0, all.categories));
    let everything = index.search(&Query { category: Some("Voting".into()), ..Query::new("") });
    assert_eq!((everything.total, everything.categories[0].count), (3, 2));
}

#[test]
fn pages_are_slices_of_one_ranking() {
    let index = index();
    let all = index.search(&Query::new("ballot license how"));
    for offset in 0..all.total + 2 {
        let page = index.search(&Query { offset, limit: 1, ..Query::new("ballot license how") });
        assert_eq!(page.total, all.total);
        assert_eq!(ids(&page).first(), ids(&all).get(offset));
    }
    let huge = Query { limit: usize::MAX, offset: usize::MAX, ..Query::new("ballot") };
    assert!(index.search(&huge).hits.is_empty());
}

#[test]
fn an_entry_is_found_by_its_id() {
    let index = index();
    let entry = index.entry("drop").unwrap();
    assert_eq!((entry.number, entry.category.as_str()), (4, "Voting"));
    assert!(index.entry("nowhere").is_none());
    assert_eq!(index.entries().len(), 7);
    assert_eq!(index.categories(Reader::default()), ["Documents", "Voting", "Registration", "Rights"]);
}

#[test]
fn an_empty_collection_can_be_searched() {
    let index = Index::build(Vec::new(), &synonyms());
    for text in ["", "ballot", "dl", "birthcertificate"] {
        assert_eq!(index.search(&Query::new(text)).total, 0);
    }
    assert!(index.is_empty());
}

#[test]
fn phrases_that_differ_only_in_word_forms_both_work() {
    let both = |words: [&str; 2]| SynonymRule::Both(words.iter().map(ToString::to_string).collect());
    let rules = vec![both(["plastic", "driver's license"]), both(["cards", "drivers' licenses"])];
    let index = Index::build(entries(), &Synonyms { rules });
    for text in ["plastic", "cards"] {
        assert_eq!(ids(&index.search(&Query::new(text)))[0], "license", "{text}");
    }
}

#[test]
fn only_misspelled_words_are_corrected() {
    let entry = |question: &str| Entry { id: question.into(), question: question.into(), ..Entry::default() };
    let index =
        Index::build(vec![entry("It was sent"), entry("The dmv"), entry("Cleaning")], &Synonyms::default());
    let total = |text| index.search(&Query::new(text)).total;
    assert_eq!(total("sennt "), 1);
    assert_eq!(total("tent "), 0, "spelled right");
    assert_eq!(total("dvm "), 1, "two of three letters are swapped");
    assert_eq!(total("dms "), 0, "another word of three letters");
}

#[test]
fn contractions_are_not_confused_with_other_words() {
    let entry = |question: &str| Entry { id: question.into(), question: question.into(), ..Entry::default() };
    let entries = vec![entry("An ID"), entry("Ill people"), entry("Get well"), entry("I want to go")];
    let index = Index::build(entries, &Synonyms::default());
    for text in ["I'd vote", "I\u{2019}d vote", "I'll vote", "we'll vote", "we\u{2019}LL vote"] {
        let answer = index.search(&Query::new(text));
        let found: Vec<&str> = ids(&answer).into_iter().filter(|id| *id != "I want to go").collect();
        assert!(found.is_empty(), "{text}: {found:?}");
    }
    for text in ["won't", "wont", "dont", "can't"] {
        assert!(index.search(&Query::new(format!("{text} vote "))).hits.is_empty(), "{text}");
    }
    assert_eq!(first("driver's license"), "license");
}

#[test]
fn two_words_find_their_joined_spelling() {
    let entry = |question: &str| Entry { id: question.into(), question: question.into(), ..Entry::default() };
    let entries =
        vec![entry("A box of cards"), entry("The dropbox"), entry("Every drop box"), entry("A drop")];
    let answer = Index::build(entries, &Synonyms::default()).search(&Query::new("drop box"));
    let mut found = ids(&answer)[..2].to_vec();
    found.sort_unstable();
    assert_eq!(found, ["Every drop box", "The dropbox"]);
}

#[test]
fn joined_words_are_split_unless_they_form_a_word() {
    let words = |text: &str| {
        let words = index().explain(&Query::new(text)).words;
        words.into_iter().map(|word| word.word).collect::<Vec<_>>()
    };
    assert_eq!(words("birthcertificate"), ["birth", "certificate"]);
    assert_eq!(words("votebymail"), ["votebymail"], "three");
    assert_eq!(words("birthplace "), ["birthplace"], "spelled right");
    assert_eq!(words("dropb"), ["dropb"], "no word remains");
}

#[test]
fn a_half_typed_query_has_a_strong_match() {
    for text in ["expired lic", "lost ball", "birth cert", "absentee ba", "felony conv"] {
        assert!(!search(text).hits[0].weak, "{text}");
    }
}

#[test]
fn a_lone_question_word_can_match_but_other_small_words_cannot() {
    let entry = |question: &str| Entry { id: question.into(), question: question.into(), ..Entry::default() };
    let entries = vec![entry("The ticket"), entry("How much does it cost?"), entry("It is a dog")];
    let index = Index::build(entries, &Synonyms::default());
    assert_eq!(
        ids(&index.search(&Query::new("how much is a ticket "))),
        ["The ticket", "How much does it cost?"]
    );
}

#[test]
fn a_synonym_is_not_a_typo_of_a_word_in_the_texts() {
    let rules = vec![SynonymRule::Both(vec!["feee".into(), "postage".into()])];
    let index = Index::build(entries(), &Synonyms { rules });
    assert_eq!(ids(&index.search(&Query::new("feee "))), ["absentee"], "and not the one with a fee");
}

#[test]
fn a_correctly_spelled_word_is_not_a_typo_of_a_synonym() {
    let rules = |words: &[&str], finds: &str| SynonymRule::OneWay {
        words: words.iter().map(ToString::to_string).collect(),
        finds: vec![finds.into()],
    };
    let synonyms = |rules| Index::build(entries(), &Synonyms { rules });
    let index =
        synonyms(vec![rules(&["sent"], "replacement ballot"), rules(&["wallet"], "driver's license")]);
    let found = |index: &Index, text: &str| index.search(&Query::new(text)).total;
    assert!(found(&index, "sent ") > 0 && found(&index, "wallet ") > 0 && found(&index, "walet ") > 0);
    assert_eq!(found(&index, "seat "), 0, "a word in the dictionary");
    // Staff can still list such words if they mean it.
    let listed = synonyms(vec![rules(&["sent", "seat"], "replacement ballot")]);
    assert!(found(&listed, "seat ") > 0);
}
