//! English, whatever it is about: which words carry no topic, and how common a word is.
//!
//! The lists stand beside this file, one folded word a line, sorted; what folding is, [`crate::faq`]
//! says (lower case, no accents, no apostrophes: `dont`). The stop words and `everyday.txt` are this
//! project's own. `known.txt` is made of SCOWL 2020.12.07 (`known.LICENSE`): its American and British
//! words of the sizes 10, 20 and 35, and the proper names and contractions of those sizes and 40,
//! folded, without possessives. Nothing about any collection may stand here.

pub mod list;
mod thesaurus;

pub use thesaurus::{Line, thesaurus};

const GRAMMATICAL: &str = include_str!("grammatical.txt");
const QUESTION: &str = include_str!("question.txt");
const CONVERSATIONAL: &str = include_str!("conversational.txt");
const EVERYDAY: &str = include_str!("everyday.txt");
const KNOWN: &str = include_str!("known.txt");

/// A word that says little about what is asked, by what it does in the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StopWord {
    /// Holds the sentence together: "the", "of", "was", "im".
    Grammatical,
    /// Carries the question: "where", "when", "who", "why", "how", and what follows "how" ("many",
    /// "long") or asks for an origin ("come").
    Question,
    /// What people say whatever they talk about: "want", "please", "dont", "know".
    Conversational,
    /// Says for whom something is asked, not what. In no list here: a collection says what names it knows.
    Name,
}

/// How common a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Commonness {
    /// One of some thousand words, with their forms, that people say whatever they talk about; every
    /// stop word is.
    Everyday,
    /// Spelled right: in a small dictionary, with American and British spellings.
    Known,
    /// Anything else: a typing mistake, a name, an abbreviation, a term of the trade.
    Unknown,
}

/// Which kind of stop word a folded word is; none for one that says what a text is about.
pub fn stop_word(folded: &str) -> Option<StopWord> {
    let classes = [
        (GRAMMATICAL, StopWord::Grammatical),
        (QUESTION, StopWord::Question),
        (CONVERSATIONAL, StopWord::Conversational),
    ];
    classes.into_iter().find_map(|(words, class)| list::has(words, folded).then_some(class))
}

/// Whether people say a folded word whatever they talk about.
pub fn is_everyday(folded: &str) -> bool {
    list::has(EVERYDAY, folded) || stop_word(folded).is_some()
}

/// How common a folded word is.
pub fn commonness(folded: &str) -> Commonness {
    if is_everyday(folded) {
        Commonness::Everyday
    } else if list::has(KNOWN, folded) {
        Commonness::Known
    } else {
        Commonness::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: [(&str, &str); 5] = [
        ("grammatical", GRAMMATICAL),
        ("question", QUESTION),
        ("conversational", CONVERSATIONAL),
        ("everyday", EVERYDAY),
        ("known", KNOWN),
    ];

    #[test]
    fn lists_are_sorted_and_folded_and_name_a_word_once() {
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
    fn every_word_is_found_in_its_list_and_nothing_beside() {
        for (name, words) in LISTS {
            for word in words.lines() {
                assert!(list::has(words, word), "{name}: {word}");
                assert!(
                    !list::has(words, &format!("{word}\n")) && !list::has(words, &format!("{word}0")),
                    "{name}: {word}"
                );
            }
            assert!(!list::has(words, "") && !list::has(words, "\n") && !list::has(words, "~"), "{name}");
        }
    }

    #[test]
    fn a_word_has_one_class() {
        let mut all: Vec<&str> = LISTS[..4].iter().flat_map(|(_, words)| words.lines()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn stop_words_come_by_class_also_without_their_apostrophes() {
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
        // What an apostrophe held together may be a word of its own: "I'd", "I'll", "we'd", "he'll".
        for word in ["id", "ill", "wed", "hell", "tent", "guys", "old"] {
            assert_eq!(stop_word(word), None, "{word}");
        }
    }

    #[test]
    fn commonness_tells_everyday_words_from_others_and_those_from_mistakes() {
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
