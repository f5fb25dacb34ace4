//! Words that say little about what is asked.

use super::list;

pub const GRAMMATICAL: &str = include_str!("grammatical.txt");
pub const QUESTION: &str = include_str!("question.txt");
pub const CONVERSATIONAL: &str = include_str!("conversational.txt");

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

/// Which kind of stop word a folded word is; none for one that says what a text is about.
pub fn stop_word(folded: &str) -> Option<StopWord> {
    let classes = [
        (GRAMMATICAL, StopWord::Grammatical),
        (QUESTION, StopWord::Question),
        (CONVERSATIONAL, StopWord::Conversational),
    ];
    classes.into_iter().find_map(|(words, class)| list::has(words, folded).then_some(class))
}
