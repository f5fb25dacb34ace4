//! `broken-markdown`: bold text, code or a link that's opened but never closed, so its markup is shown.

use super::texts::Hit;
use callguide_search::text::plain;

/// Symbols that are only ever written as Markdown, and what to do about one without a partner.
const SIGNS: [(&str, &str, &str); 3] = [
    (
        "**",
        "this ** is never closed",
        "put ** right before and right after the words in bold, with no space in between; or remove it",
    ),
    (
        "`",
        "this ` is never closed",
        "put ` before and after the words, or write ' if you meant an apostrophe; or remove it",
    ),
    (
        "](",
        "the ]( of this link is never closed",
        "write it as [words](link:NAME), with a closing parenthesis",
    ),
];

/// Finds symbols that Markdown shows as text, the first of each kind in each paragraph.
pub(super) fn find(text: &str) -> Vec<Hit> {
    let mut out = Vec::new();
    if !SIGNS.iter().any(|(sign, ..)| text.contains(sign)) {
        return out;
    }
    let mut told: Vec<(usize, &str)> = Vec::new();
    for (paragraph, range) in plain::runs(text) {
        let source = text.get(range.clone()).unwrap_or("");
        for (sign, message, help) in SIGNS {
            // A backslash means that the symbol itself is wanted.
            let hit = source.match_indices(sign).find(|(at, _)| !source[..*at].ends_with('\\'));
            // Links by name have their own rule.
            let by_name = |at: usize| {
                sign == "](" && source[at + sign.len()..].trim_start().to_lowercase().starts_with("link")
            };
            if let Some((at, _)) = hit.filter(|(at, _)| !told.contains(&(paragraph, sign)) && !by_name(*at)) {
                told.push((paragraph, sign));
                let at = range.start + at;
                let message = format!("{message}, so readers would see it");
                out.push(Hit::new(at..at + sign.len(), message, help));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_closes_is_right_and_what_does_not_is_told_once() {
        for right in [
            "**a** b",
            "`a` b",
            "[a](https://b.org)",
            "2 * 3 * 4",
            r"\*\* and \`",
            "it's",
            "**a\nb** c",
            "`` a`b ``",
            "[a](link:b",
        ] {
            assert_eq!(find(right), [], "{right}");
        }
        for wrong in ["**a b", "a** b", "a ** b ** c", "`a b", "[a](https://b.org and", "** a ** b"] {
            assert_eq!(find(wrong).len(), 1, "{wrong}");
        }
    }
}
