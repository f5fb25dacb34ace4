//! `vanity-number`: a phone number whose letters don't spell the digits beside it.

use std::sync::LazyLock;

use regex::Regex;

use super::{Context, error};
use crate::diagnostics::Diagnostic;

/// An area code, a group with a letter in it, and the digits behind it: in brackets, or as the
/// target of a link. The two may stand the other way round.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    let word = r"(?:1[-. ])?[0-9]{3}[-. ][A-Z0-9]*[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*";
    let digits = r"(?:\+?1[-. ]?)?\(?[0-9]{3}\)?[-. ]?[0-9]{3}[-. ]?[0-9]{4}";
    Regex::new(&format!(
        r"(?P<word>{word})\b\]?\s*\((?:tel:)?(?P<digits>{digits})\)|(?P<digits2>{digits})\s*\((?P<word2>{word})\)"
    ))
    .expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (_, document) in context.documents() {
        for (pointer, text) in context.strings(document) {
            for hit in NUMBER.captures_iter(text) {
                let part = |a: &str, b: &str| hit.name(a).or_else(|| hit.name(b)).map(|m| m.as_str());
                let (Some(word), Some(digits)) = (part("word", "word2"), part("digits", "digits2")) else {
                    continue;
                };
                let (spelt, written) = (national(&keypad(word)), national(&keypad(digits)));
                // A word may be longer than the number: what is dialled after its end is ignored.
                if spelt.starts_with(&written) {
                    continue;
                }
                let message = format!("{word} spells {}, not {digits}", grouped(&spelt));
                found.push(
                    error("vanity-number", document, pointer, document.part_at(pointer, digits, 0), &message)
                        .help("look the number up on the organization's own site, and correct the one that is wrong"),
                );
            }
        }
    }
}

/// The key of each letter of the alphabet, in order (ITU-T E.161).
const KEYS: [u8; 26] = *b"22233344455566677778889999";

/// The digits that a phone's keys give for letters and digits.
fn keypad(text: &str) -> String {
    text.bytes()
        .filter_map(|byte| match byte {
            b'0'..=b'9' => Some(char::from(byte)),
            b'A'..=b'Z' => Some(char::from(KEYS[usize::from(byte - b'A')])),
            _ => None,
        })
        .collect()
}

/// Without the country code.
fn national(digits: &str) -> String {
    let rest = if digits.len() > 10 { digits.strip_prefix('1').unwrap_or(digits) } else { digits };
    rest.to_owned()
}

fn grouped(digits: &str) -> String {
    match digits.as_bytes() {
        [_, _, _, _, _, _, _, ..] => {
            format!("{}-{}-{}", &digits[..3], &digits[3..6], &digits[6..digits.len().min(10)])
        }
        _ => digits.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_keys() {
        assert_eq!(keypad("866-OUR-VOTE"), "8666878683");
        assert_eq!(keypad("844-YALLA-US"), "8449255287");
        assert!(NUMBER.is_match("866-OUR-VOTE (866-687-8683)"));
        assert!(NUMBER.is_match("[866-OUR-VOTE](tel:8666878683)"));
        assert!(NUMBER.is_match("866-687-8683 (866-OUR-VOTE)"));
        assert!(!NUMBER.is_match("call 866-687-8683 (free)"));
    }
}
