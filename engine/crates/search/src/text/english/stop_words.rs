//! Stop words: they say little about the topic of a question.

use super::list;

pub const GRAMMATICAL: &str = include_str!("grammatical.txt");
pub const QUESTION: &str = include_str!("question.txt");
pub const CONVERSATIONAL: &str = include_str!("conversational.txt");

/// A stop word, by its function in the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StopWord {
    /// Holds the sentence together: "the", "of", "was", "im".
    Grammatical,
    /// Asks the question: "where", "when", "who", "why", "how", and words that follow "how" ("many", "long") or
    /// ask about an origin ("come").
    Question,
    /// Used whatever the topic: "want", "please", "dont", "know".
    Conversational,
    /// Says who the question is about, not what. In none of these lists: each collection supplies the names it
    /// knows.
    Name,
}

/// Returns the class of a stop word, given folded; `None` for a word that carries a topic.
pub fn stop_word(folded: &str) -> Option<StopWord> {
    let classes = [
        (GRAMMATICAL, StopWord::Grammatical),
        (QUESTION, StopWord::Question),
        (CONVERSATIONAL, StopWord::Conversational),
    ];
    classes.into_iter().find_map(|(words, class)| list::has(words, folded).then_some(class))
}
