//! `doubled-word`: a word that was typed twice; `garbled-text`: characters that another program took for others.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::prose::prose;
use super::{Context, mending, warning};
use crate::diagnostics::Diagnostic;

/// Words that never follow themselves in a sentence.
const ONCE: [&str; 26] = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "if", "it", "of", "or", "our",
    "please", "the", "their", "they", "this", "to", "we", "with", "you", "your",
];

static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[\p{L}'’]+").expect("a constant pattern"));

/// UTF-8 that was read as Windows-1252: `â€™` for an apostrophe, `Ã©` for é.
static GARBLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"â€[^\s\p{L}]?|Ã[©¨¼¶¤±³¡\x{ad}]|Â[\x{a0}°©®]").expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in prose(context) {
        let (document, pointer) = (text.document, &text.pointer);
        let written = mending::written(document, pointer, text.text);
        if let Some((both, first)) = doubled(written) {
            let place = mending::place(document, pointer, &both);
            let word = &written[first.clone()];
            let message = format!("\"{}\" appears twice in a row", word.to_lowercase());
            found.push(
                warning("doubled-word", document, pointer, place, &message)
                    .help("remove one of the two, or replace it with the word that was meant")
                    .maybe_fix(mending::exchange(document, pointer, &both, word, false)),
            );
        }
        if let Some(hit) = GARBLED.find(written) {
            let place = mending::place(document, pointer, &hit.range());
            let message = format!("\"{}\" is a garbled character", hit.as_str());
            found.push(
                warning("garbled-text", document, pointer, place, &message)
                    .help("type the character again, such as an apostrophe or a dash, and look for others in the text that was pasted with it"),
            );
        }
    }
}

/// Where a word stands twice in one line, and its first.
fn doubled(text: &str) -> Option<(Range<usize>, Range<usize>)> {
    let words: Vec<Range<usize>> = WORD.find_iter(text).map(|hit| hit.range()).collect();
    words.windows(2).find_map(|pair| {
        let [one, two] = pair else { return None };
        let small = text[one.clone()].to_lowercase();
        let twice = &text[one.end..two.start] == " " && small == text[two.clone()].to_lowercase();
        (twice && ONCE.contains(&small.as_str())).then(|| (one.start..two.end, one.clone()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_may_follow_themselves_are_left_alone() {
        assert_eq!(doubled("Ask your your office").map(|(both, _)| both), Some(4..13));
        for right in ["I know that that helps", "They had had one", "to\nto", "It is you. You ask", "a-a"] {
            assert!(doubled(right).is_none(), "{right}");
        }
        assert!(GARBLED.is_match("the stateâ€™s page") && !GARBLED.is_match("café, naïve, São"));
    }
}
