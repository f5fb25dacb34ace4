//! Removes what must go before anything else looks at a text: invisible characters, and braces, which would
//! be placeholders.

use std::sync::LazyLock;

use regex::Regex;

use super::Loss;
use callguide_search::diagnostics::invisible;
use callguide_search::text::placeholders;

/// Letters of right-to-left alphabets, which need directional marks.
static RIGHT_TO_LEFT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[\p{Arabic}\p{Hebrew}\p{Syriac}\p{Thaana}]").expect("a constant pattern"));

/// Returns `text` with plain spaces and line breaks, and without control characters and misleading ones.
pub(super) fn seen(text: &str) -> String {
    let turned = RIGHT_TO_LEFT.is_match(text);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2029}' => out.push_str("\n\n"),
            // A line break within a paragraph, as word processors write it.
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' => out.push('\n'),
            '\n' | '\t' => out.push(c),
            c if c.is_whitespace() => out.push(' '),
            c if c.is_control() => {}
            c if invisible::misleads(c) && !(turned && invisible::is_directional(c)) => {}
            c => out.push(c),
        }
    }
    out
}

/// Returns `text` on one line, with single spaces.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The prefixes of placeholders that the content itself declares.
const OWN: [&str; 2] = ["state.", "snippet."];

/// Replaces braces with parentheses where they would make an undeclared placeholder.
pub(super) fn without_braces(text: &str, line: usize, losses: &mut Vec<Loss>) -> String {
    let mut out = text.to_owned();
    for name in placeholders::names(text).filter(|name| !OWN.iter().any(|own| name.starts_with(own))) {
        let what = format!("{{{name}}} is now ({name}): braces are for words that the app fills in");
        losses.push(Loss { line, what });
        out = out.replace(&format!("{{{name}}}"), &format!("({name})"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_goes_and_lines_stay() {
        assert_eq!(seen("a\u{a0}b\u{200b}c\u{feff}\u{b}d\u{7}\te\u{2029}f"), "a bc\nd\te\n\nf");
        assert_eq!(seen("שלום\u{200f}!"), "שלום\u{200f}!");
        assert_eq!(one_line(" a\n b  c "), "a b c");
    }

    #[test]
    fn braces_that_nobody_declared_become_round_and_are_told() {
        let mut losses = Vec::new();
        assert_eq!(without_braces("{name} in {state.name}", 3, &mut losses), "(name) in {state.name}");
        assert_eq!(losses.len(), 1);
    }
}
