//! General English, independent of any topic: which words say nothing about a topic, and how common a word is.
//!
//! The lists are next to this file, sorted, with one folded word per line; [`crate::faq`] defines folding
//! (lower case, no accents, no apostrophes: `dont`). The stop words and `everyday.txt` are this project's own.
//! `known.txt` is derived from SCOWL 2020.12.07 (`known.LICENSE`): its American and British words of sizes 10,
//! 20 and 35, and the proper names and contractions of those sizes and 40, folded, without possessives. Nothing
//! specific to a collection belongs here.

mod stop_words;
mod thesaurus;

use std::sync::LazyLock;

use tantivy_fst::Map;

pub use stop_words::{StopWord, lines_from, stop_word};
pub use thesaurus::{ThesaurusLine, thesaurus};

/// How common a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Commonness {
    /// One of a few thousand words and their forms that people use on any topic, including all stop words.
    Everyday,
    /// Spelled correctly: in a small dictionary of American and British spellings.
    Known,
    /// Anything else: a typo, a name, an abbreviation, a technical term.
    Unknown,
}

/// Every word of the lists, as `build.rs` compiled them; the value is 0 unless the word is only in `known.txt`.
static WORDS: LazyLock<Map<&[u8]>> = LazyLock::new(|| {
    let made = tantivy_fst::raw::Fst::new(&include_bytes!(concat!(env!("OUT_DIR"), "/words.fst"))[..]);
    made.expect("build.rs has written it").into()
});

/// Returns whether people use a folded word on any topic.
pub fn is_everyday(folded: &str) -> bool {
    commonness(folded) == Commonness::Everyday
}

/// Returns how common a folded word is.
pub fn commonness(folded: &str) -> Commonness {
    match WORDS.get(folded) {
        Some(0) => Commonness::Everyday,
        Some(_) => Commonness::Known,
        None => Commonness::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::stop_words::{CONVERSATIONAL, GRAMMATICAL, QUESTION, has_line};
    use super::*;

    const EVERYDAY: &str = include_str!("everyday.txt");
    const KNOWN: &str = include_str!("known.txt");

    const LISTS: [(&str, &str); 5] = [
        ("grammatical", GRAMMATICAL),
        ("question", QUESTION),
        ("conversational", CONVERSATIONAL),
        ("everyday", EVERYDAY),
        ("known", KNOWN),
    ];

    #[test]
    fn word_lists_are_sorted_folded_and_free_of_duplicates() {
        for (name, words) in LISTS {
            let words: Vec<&str> = words.lines().collect();
            assert!(words.len() > 20, "{name}");
            for pair in words.windows(2) {
                assert!(pair[0] < pair[1], "{name}: {:?} before {:?}", pair[0], pair[1]);
            }
            for word in words {
                assert!(!word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase()), "{name}: {word:?}");
            }
        }
    }

    #[test]
    fn lookups_find_every_listed_word_and_nothing_else() {
        for (name, words) in LISTS {
            for word in words.lines() {
                assert!(has_line(words, word), "{name}: {word}");
                assert!(
                    !has_line(words, &format!("{word}\n")) && !has_line(words, &format!("{word}0")),
                    "{name}: {word}"
                );
            }
            assert!(!has_line(words, "") && !has_line(words, "\n") && !has_line(words, "~"), "{name}");
        }
    }

    #[test]
    fn no_word_is_in_two_classes() {
        let mut all: Vec<&str> = LISTS[..4].iter().flat_map(|(_, words)| words.lines()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn stop_words_have_a_class_even_without_their_apostrophes() {
        use StopWord::{Conversational, Grammatical, Question};
        for (class, words) in [
            (Grammatical, "the by of was im youre theyll would from"),
            (Question, "where when who whom whose why how whos many much long come"),
            (Conversational, "want please dont cant wont know wanna without"),
        ] {
            for word in words.split(' ') {
                assert_eq!(stop_word(word), Some(class), "{word}");
            }
        }
        // Without its apostrophe, a contraction may be another word: "I'd", "I'll", "we'd", "he'll".
        for word in ["id", "ill", "wed", "hell", "tent", "guys", "old"] {
            assert_eq!(stop_word(word), None, "{word}");
        }
    }

    #[test]
    fn commonness_separates_everyday_known_and_unknown_words() {
        for word in ["the", "where", "guys", "took", "benefits", "lost", "monday", "dont"] {
            assert_eq!(commonness(word), Commonness::Everyday, "{word}");
        }
        for word in
            ["tent", "sent", "licence", "license", "colour", "organisation", "english", "felony", "ballot"]
        {
            assert!(commonness(word) < Commonness::Unknown, "{word}");
        }
        for word in ["tent", "license", "licence", "english", "ballot"] {
            assert_eq!(commonness(word), Commonness::Known, "{word}");
        }
        for word in ["balot", "regestration", "dmv", "", "zzzz"] {
            assert_eq!(commonness(word), Commonness::Unknown, "{word}");
        }
    }
}
