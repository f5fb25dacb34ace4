//! `broken-off-text`: a text of whole sentences that breaks off in the middle of the last one.

use std::sync::LazyLock;

use regex::Regex;

use super::findings::pattern;
use super::texts::Hit;

/// The end of a sentence that's followed by another one.
static SENTENCE: LazyLock<Regex> = LazyLock::new(|| pattern(r"[\p{Ll})][.?!]\s+\p{Lu}"));

pub(super) fn find(text: &str) -> Vec<Hit> {
    let told = broken_off(text).map(|word| {
        let end = text.trim_end().len();
        Hit::new(
            end - word.len()..end,
            "the text ends in the middle of a sentence",
            "find the rest in an earlier version and put it back; if the sentence is complete, end it with a period",
        )
    });
    told.into_iter().collect()
}

/// The last word of the text, if the sentence it's in has no end and earlier sentences do.
fn broken_off(text: &str) -> Option<&str> {
    let text = text.trim_end();
    if !SENTENCE.is_match(text) {
        return None;
    }
    let line = text.rsplit('\n').next().unwrap_or(text);
    let last = line.rsplit(". ").next().unwrap_or(line).trim_start();
    let mut words = last.split_whitespace();
    let ends = last.split_whitespace().next_back()?;
    // A sentence may end in an address, a name, a number or a list item.
    let plain = ends.chars().all(|c| c.is_lowercase() || matches!(c, '\'' | '’' | ',' | '-'));
    let begins = words.next()?.starts_with(char::is_uppercase);
    (plain && begins && words.count() >= 3).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sentence_without_an_end_is_broken_off() {
        for wrong in
            ["Usually yes.\nYou can vote at your old or your", "Go there. Then ask the clerk whether"]
        {
            assert!(broken_off(wrong).is_some(), "{wrong}");
        }
        for right in [
            "Go there. Then ask.",
            "Go there. Look it up at usa.gov/office",
            "Polling place",
            "Bring. Both:\n- a card\n- a letter",
            "Ask. Then call {phone.office}",
        ] {
            assert_eq!(broken_off(right), None, "{right}");
        }
    }
}
