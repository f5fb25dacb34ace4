//! `broken-markdown`: bold words, code or a link that begins and doesn't end, and is shown with its signs.

use std::ops::Range;

use super::prose::prose;
use super::{Context, mending, warning};
use crate::diagnostics::Diagnostic;
use crate::text::plain;

/// Signs that nobody writes but as Markdown, and what to do about one that is left over.
const SIGNS: [(&str, &str, &str); 3] = [
    (
        "**",
        "a ** has no other one",
        "write ** before and behind the words in bold, without a blank between them and the signs; or take it out",
    ),
    (
        "`",
        "a ` has no other one",
        "write ` before and behind the words, or ' if an apostrophe was meant; or take it out",
    ),
    ("](", "a link isn't closed", "write it [words](link:NAME), with a round bracket at its end"),
];

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in prose(context) {
        let written = mending::written(text.document, &text.pointer, text.text);
        for (range, message, help) in left_over(written) {
            let place = mending::place(text.document, &text.pointer, &range);
            let message = format!("{message}, and people would read it as it stands");
            found.push(warning("broken-markdown", text.document, &text.pointer, place, &message).help(help));
        }
    }
}

/// Signs that Markdown takes for words; in each paragraph the first of each.
fn left_over(text: &str) -> Vec<(Range<usize>, &'static str, &'static str)> {
    let mut out = Vec::new();
    if !SIGNS.iter().any(|(sign, ..)| text.contains(sign)) {
        return out;
    }
    let mut told: Vec<(usize, &str)> = Vec::new();
    for (paragraph, range) in plain::runs(text) {
        let source = text.get(range.clone()).unwrap_or("");
        for (sign, message, help) in SIGNS {
            // One that is meant as it stands has a backslash before it.
            let hit = source.match_indices(sign).find(|(at, _)| !source[..*at].ends_with('\\'));
            // A link by name has a rule of its own.
            let by_name = |at: usize| {
                sign == "](" && source[at + sign.len()..].trim_start().to_lowercase().starts_with("link")
            };
            if let Some((at, _)) = hit.filter(|(at, _)| !told.contains(&(paragraph, sign)) && !by_name(*at)) {
                told.push((paragraph, sign));
                out.push((range.start + at..range.start + at + sign.len(), message, help));
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
            assert_eq!(left_over(right), [], "{right}");
        }
        for wrong in ["**a b", "a** b", "a ** b ** c", "`a b", "[a](https://b.org and", "** a ** b"] {
            assert_eq!(left_over(wrong).len(), 1, "{wrong}");
        }
    }
}
