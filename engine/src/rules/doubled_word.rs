//! `doubled-word`: a word that was typed twice.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern;
use super::patterns::Hit;

/// Words that never follow themselves in a sentence.
const ONCE: [&str; 26] = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "if", "it", "of", "or", "our",
    "please", "the", "their", "they", "this", "to", "we", "with", "you", "your",
];

static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"[\p{L}'’]+"));

/// Where a word first stands twice in one line.
pub(super) fn find(text: &str) -> Vec<Hit> {
    let words: Vec<_> = WORD.find_iter(text).collect();
    let told = words.windows(2).find_map(|pair| {
        let [one, two] = pair else { return None };
        let small = one.as_str().to_lowercase();
        let twice = &text[one.end()..two.start()] == " " && small == two.as_str().to_lowercase();
        let both = one.start()..two.end();
        (twice && ONCE.contains(&small.as_str())).then(|| {
            Hit::new(
                both.clone(),
                format!("\"{small}\" appears twice in a row"),
                "remove one of the two, or replace it with the word that was meant",
            )
            .meant(both, one.as_str())
        })
    });
    told.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_may_follow_themselves_are_left_alone() {
        assert_eq!(find("Ask your your office")[0].range, 4..13);
        for right in ["I know that that helps", "They had had one", "to\nto", "It is you. You ask", "a-a"] {
            assert!(find(right).is_empty(), "{right}");
        }
    }
}
