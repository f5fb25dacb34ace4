//! `vanity-number`: a phone number whose letters don't spell the digits beside it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::{error_at, pattern};
use super::texts::Text;
use crate::content::document::child;
use callguide_search::diagnostics::Diagnostic;

/// An area code, a group with a letter in it, and then the digits, in brackets or as the target of a link. The order
/// may also be reversed.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    let word = r"(?:1[-. ])?[0-9]{3}[-. ][A-Z0-9]*[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*";
    let digits = r"(?:\+?1[-. ]?)?\(?[0-9]{3}\)?[-. ]?[0-9]{3}[-. ]?[0-9]{4}";
    pattern(&format!(
        r"(?P<word>{word})\b\]?\s*\((?:tel:)?(?P<digits>{digits})\)|(?P<digits2>{digits})\s*\((?P<word2>{word})\)"
    ))
});

/// Three digits and a word, with their place: `866-OUR-VOTE`.
struct Word<'t> {
    text: &'t Text<'t>,
    range: Range<usize>,
    prefix: &'t str,
    letters: String,
}

const HELP: &str = "look the number up on the organization's own site and copy it; digits worked out from the letters, or letters kept with new digits, would reach a stranger";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut words: Vec<Word<'_>> = Vec::new();
    // A placeholder's value is checked where it's defined.
    for text in context.texts().filter(|text| text.written.contains(|c: char| c.is_ascii_uppercase())) {
        let before = found.len();
        for hit in NUMBER.captures_iter(text.written) {
            let part = |a: &str, b: &str| hit.name(a).or_else(|| hit.name(b));
            let (Some(word), Some(digits)) = (part("word", "word2"), part("digits", "digits2")) else {
                continue;
            };
            if !spells(word.as_str(), digits.as_str()) {
                let message = wrong(word.as_str(), digits.as_str());
                let place = text.place(&digits.range());
                found.push(text.error("vanity-number", place, &message).help(HELP));
            }
        }
        if found.len() == before {
            words.extend(WORD.captures_iter(text.written).filter_map(|hit| {
                let (range, prefix) = (hit.get_match().range(), hit.name("prefix")?.as_str());
                let letters = hit["letters"].chars().filter(char::is_ascii_alphanumeric).collect();
                Some(Word { text, range, prefix, letters })
            }));
        }
    }
    prefixes(&words, found);
    let Some(file) = &context.draft.links else { return };
    for (name, phone) in file.phones.iter() {
        if let Some(letters) = phone.letters.as_deref().filter(|letters| !spells(letters, &phone.number)) {
            let pointer = child(&child("/phones", name), "letters");
            let message = wrong(letters, &phone.number);
            found.push(error_at("vanity-number", &file.document, &pointer, &message).help(HELP));
        }
    }
}

fn wrong(letters: &str, digits: &str) -> String {
    format!("the letters in {letters} don't match the digits in {digits}: the number is wrong")
}

/// Whether a number with letters matches the one with digits. A word may be longer than the number: digits dialed
/// after its end are ignored.
fn spells(word: &str, digits: &str) -> bool {
    national(&keypad(word)).starts_with(&national(&keypad(digits)))
}

/// Reports a word that appears after two different toll-free prefixes: each spells some number, and one of them
/// belongs to a stranger. The number in links.yaml is taken to be right, otherwise the one that appears more often,
/// otherwise the first.
fn prefixes(words: &[Word<'_>], found: &mut Vec<Diagnostic>) {
    let mut by_letters: BTreeMap<&str, Vec<&Word<'_>>> = BTreeMap::new();
    for word in words.iter().filter(|word| TOLL_FREE.contains(&word.prefix)) {
        by_letters.entry(&word.letters).or_default().push(word);
    }
    for group in by_letters.into_values() {
        let weight = |word: &Word<'_>| {
            let same = || group.iter().filter(|other| other.prefix == word.prefix);
            (same().any(|word| word.text.pointer.starts_with("/phones/")), same().count())
        };
        // In a tie, the first wins, which is the last one in reverse.
        let Some(best) = group.iter().rev().max_by_key(|word| weight(word)) else { continue };
        for word in group.iter().filter(|word| word.prefix != best.prefix) {
            let stands = &best.text.written[best.range.clone()];
            let message = format!("{stands} is in another place: one of the two numbers is wrong");
            found.push(
                word.text
                    .error("vanity-number", word.text.place(&word.range), &message)
                    .related(best.text.place(&best.range), "here")
                    .help(HELP),
            );
        }
    }
}

/// Area codes that cost the caller nothing (NANP).
const TOLL_FREE: [&str; 7] = ["800", "833", "844", "855", "866", "877", "888"];

static WORD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?P<prefix>[0-9]{3})[-. ](?P<letters>[A-Z0-9]*[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*)\b")
});

/// The key of each letter of the alphabet, in order (ITU-T E.161).
const KEYS: [u8; 26] = *b"22233344455566677778889999";

/// The digits that letters and digits stand for on a phone's keys.
fn keypad(text: &str) -> String {
    text.bytes()
        .filter_map(|byte| match byte {
            b'0'..=b'9' => Some(char::from(byte)),
            b'A'..=b'Z' => Some(char::from(KEYS[usize::from(byte - b'A')])),
            _ => None,
        })
        .collect()
}

/// The digits without the country code.
fn national(digits: &str) -> String {
    let rest = if digits.len() > 10 { digits.strip_prefix('1').unwrap_or(digits) } else { digits };
    rest.to_owned()
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
