//! `doubled-word`: a word that was typed twice.

use super::texts::Hit;

/// Words that never appear twice in a row in a correct sentence.
const ONCE: [&str; 26] = [
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "if", "it", "of", "or", "our",
    "please", "the", "their", "they", "this", "to", "we", "with", "you", "your",
];

/// Finds the first word that appears twice in a row in one line.
pub(super) fn find(text: &str) -> Vec<Hit> {
    let in_word = |c: char| c.is_alphabetic() || matches!(c, '\'' | '’');
    let told = text.match_indices(' ').find_map(|(blank, _)| {
        let (before, behind) = (&text[..blank], &text[blank + 1..]);
        let one = &before[before.trim_end_matches(in_word).len()..];
        let two = &behind[..behind.len() - behind.trim_start_matches(in_word).len()];
        let small = one.to_lowercase();
        let both = blank - one.len()..blank + 1 + two.len();
        (ONCE.contains(&small.as_str()) && small == two.to_lowercase()).then(|| {
            Hit::new(
                both.clone(),
                format!("\"{small}\" appears twice in a row"),
                "remove one of them, or replace it with the word you meant",
            )
            .meant(both, one)
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
