//! Names of regions: what counts as a name, and that a name alone doesn't ask for anything.

use super::*;
use crate::faq::{PlaceNames, Regions};

fn named() -> Index {
    let place = |code: Option<&str>, names: &[&str]| PlaceNames {
        code: code.map(ToOwned::to_owned),
        names: names.iter().map(ToString::to_string).collect(),
    };
    let mut entries = entries();
    entries[4].answer_text.push_str(" Oregon mails a form. Ask the VA, too.");
    let names = vec![
        place(Some("WA"), &["Washington", "Washingtonian"]),
        place(Some("WV"), &["West Virginia"]),
        place(Some("VA"), &["Virginia"]),
        place(Some("OR"), &["Oregon"]),
        place(Some("NY"), &["New York"]),
        place(Some("HI"), &["Hawaiʻi"]),
        place(Some("PA"), &["Pennsylvania"]),
        place(Some("OH"), &["Ohio"]),
        place(Some("Q"), &["Quebec"]),
        place(Some("EA"), &["Earle"]),
        place(Some("TX"), &["Texas"]),
        place(None, &["Washington, D.C."]),
        place(None, &["Oregon City"]),
    ];
    Index::of_regions(entries, Regions::named(names), Vec::new(), &synonyms())
}

fn asked(text: &str) -> SearchAnswer {
    named().search(&Query::new(text))
}

/// Returns the best entry and whether it's weak.
fn best(answer: &SearchAnswer) -> Option<(&str, bool)> {
    answer.hits.first().map(|hit| (hit.id.as_str(), hit.weak))
}

#[test]
fn the_longest_name_says_which_region_is_meant() {
    for (text, region) in [
        ("lost ballot washington", "WA"),
        ("West Virginia lost ballot", "WV"),
        ("lost ballot virginia", "VA"),
        ("a washingtonian's ballot", "WA"),
        ("Virginia's license", "VA"),
        ("Ohio's license", "OH"),
        ("license in new-york", "NY"),
        ("newyork license", "NY"),
        ("hawaii license", "HI"),
        ("Hawai'i license", "HI"),
        ("license hawaiʻi", "HI"),
        ("pensylvania license", "PA"),
        ("license west virgina", "WV"),
        ("license NY", "NY"),
        ("license N.Y.", "NY"),
        ("virginia license, in virginia", "VA"),
        // A name that's certain takes precedence over a longer one that may be unfinished.
        ("license oregon cit", "OR"),
    ] {
        assert_eq!(asked(text).region.as_deref(), Some(region), "{text:?}");
    }
}

#[test]
fn a_region_is_recognized_only_without_ambiguity() {
    for text in [
        "",
        "license",
        "license ny",
        "license Q",
        // These are words that people use on any topic, or that occur in an entry.
        "mail OR drop box",
        "HI license",
        "the VA license",
        // With two names, it could be either.
        "moved from new york to virginia",
        // This place isn't the region that it's named after.
        "license washington dc",
        "Washington, D.C.",
        // These are unfinished, or too short to be sure of a typo.
        "license west virg",
        "license pennsyl",
        "virgin",
    ] {
        assert_eq!(asked(text).region, None, "{text:?}");
    }
}

#[test]
fn a_name_beside_a_question_changes_nothing() {
    for name in ["Washington", "west virginia", "new york's", "NY", "pensylvania", "Oregon", "hawaii"] {
        for text in ["lost ballot", "birth certificate", "vote by mail", "expired license", "sign up"] {
            let without = asked(text);
            for with in [format!("{name} {text}"), format!("{text} {name}"), format!("{text} in {name}")] {
                assert_eq!(best(&asked(&with)), best(&without), "{with:?}");
            }
        }
    }
    let words = |text: &str| named().explain(&Query::new(text)).words;
    let weights: Vec<f32> = words("a license in new york ").iter().map(|word| word.weight).collect();
    assert!(weights[1] > 0.0 && weights[0] > 0.0 && weights[2..] == [0.0; 3], "{weights:?}");
    assert_eq!(best(&asked("vote in new york by mail")), Some(("absentee", false)), "a phrase around it");
    assert_eq!(best(&asked("lost ballot west virg")), Some(("ballot-lost", false)), "while it is typed");
    assert!(words("license west virg")[1..].iter().all(|word| word.weight == 0.0));
    assert_eq!(best(&asked("lost ballot new yor")), Some(("ballot-lost", false)));
}

#[test]
fn the_word_before_a_region_name_may_be_unfinished() {
    let score = |text: &str| asked(text).hits[0].score;
    assert_eq!(score("expired lic washington"), score("expired lic"));
    assert_eq!(score("expired lic in west virginia"), score("expired lic"));
}

#[test]
fn words_of_a_region_name_are_not_part_of_a_phrase() {
    let rule = |words: &str| SynonymRule::OneWay {
        words: vec![words.into()],
        finds: vec!["felony conviction".into()],
    };
    let rules = vec![rule("new mail"), rule("mexico"), rule("hook up")];
    let names = vec![PlaceNames { code: Some("NM".into()), names: vec!["New Mexico".into()] }];
    let index = Index::of_regions(entries(), Regions::named(names), Vec::new(), &Synonyms { rules });
    let finds_it = |text: &str| ids(&index.search(&Query::new(text))).contains(&"conviction");
    assert!(!finds_it("new mexico mail") && !finds_it("mail new mexico"));
    assert!(finds_it("new mail") && finds_it("mexico mail"));
    // A small word before a name still counts as itself.
    assert!(finds_it("hook up new mexico"));
}

#[test]
fn a_meaningful_word_is_not_a_misspelled_region_name() {
    for (text, at) in [("texts license", 0), ("license virgin", 1)] {
        let words = named().explain(&Query::new(text)).words;
        assert!(words[at].weight > 0.0, "{text:?}");
    }
    assert!(ids(&asked("earlx")).contains(&"absentee"), "just as close to a word in the content");
}

#[test]
fn a_name_alone_brings_nothing_strong() {
    for text in [
        "oregon",
        "Oregon",
        "in Oregon",
        "please, in oregon",
        "washington",
        "west virg",
        "NY",
        "pensylvania",
        "new york",
    ] {
        assert_eq!(asked(text).strong, 0, "{text:?}");
    }
    assert_eq!(ids(&asked("oregon")), ["register"], "an entry that contains it is listed, as weak");
    assert!(ids(&asked("washington")).is_empty());
}

#[test]
fn of_two_similar_entries_the_one_with_the_name_comes_first() {
    let entry =
        |id: &str, question: &str| Entry { id: id.into(), question: question.into(), ..Entry::default() };
    let entries = vec![entry("other", "Fares in Outer Fields"), entry("right", "Fares in Low Wharf")];
    let names = vec![PlaceNames { code: Some("LOW".into()), names: vec!["Low Wharf".into()] }];
    let index = Index::of_regions(entries, Regions::named(names), Vec::new(), &Synonyms::default());
    assert_eq!(ids(&index.search(&Query::new("low wharf fares"))), ["right", "other"]);
}
