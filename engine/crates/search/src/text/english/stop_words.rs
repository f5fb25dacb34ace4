//! Stop words, which reveal little about the topic of a question, and a binary search in a sorted list of words.

use memchr::{memchr, memrchr};

pub const GRAMMATICAL: &str = include_str!("grammatical.txt");
pub const QUESTION: &str = include_str!("question.txt");
pub const CONVERSATIONAL: &str = include_str!("conversational.txt");

/// A stop word, by its function in the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StopWord {
    /// Holds the sentence together: "the", "of", "was", "im".
    Grammatical,
    /// Asks the question: "where", "when", "who", "why", "how", and words that follow "how" ("many", "long") or that
    /// ask where something comes from ("come").
    Question,
    /// Used on any topic: "want", "please", "dont", "know".
    Conversational,
    /// Says who the question is about, not what it's about. Names aren't in these lists: each collection supplies its
    /// own.
    Name,
}

/// Returns the class of a folded word if it's a stop word; `None` if it says something about the topic.
pub fn stop_word(folded: &str) -> Option<StopWord> {
    let classes = [
        (GRAMMATICAL, StopWord::Grammatical),
        (QUESTION, StopWord::Question),
        (CONVERSATIONAL, StopWord::Conversational),
    ];
    classes.into_iter().find_map(|(words, class)| has_line(words, folded).then_some(class))
}

/// Returns the lines of `sorted` from `key` on. `sorted` ends with a line break. Searches in place, without
/// allocating memory.
pub fn lines_from<'t>(sorted: &'t str, key: &str) -> &'t str {
    let all = sorted.as_bytes();
    // Both are always at the start of a line or at the end of the text.
    let (mut from, mut to) = (0, all.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let start = memrchr(b'\n', &all[from..middle]).map_or(from, |at| from + at + 1);
        let end = memchr(b'\n', &all[start..]).map_or(all.len(), |at| start + at);
        if all[start..end] < *key.as_bytes() {
            from = end + 1;
        } else {
            to = start;
        }
    }
    &sorted[from..]
}

/// Returns whether `line` is one of the lines.
pub fn has_line(sorted: &str, line: &str) -> bool {
    lines_from(sorted, line).lines().next() == Some(line)
}
