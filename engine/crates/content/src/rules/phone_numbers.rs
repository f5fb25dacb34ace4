//! Phone numbers: numbers with a wrong digit, and letters that don't spell the number.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::{error_at, pattern};
use super::texts::{FileText, TextHit};
use crate::content::Kind;
use crate::content::document::child;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::Expression;

/// A phone number as written in North America (NANP): an area code that begins with 2 to 9, and two more groups. One
/// group may have a digit too many or too few.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    let area = r"(?:\([2-9][0-9]{1,3}\)[ \x{a0}]?|[2-9][0-9]{1,3}[-.])";
    pattern(&format!(
        r"(?P<country>\+?[0-9]{{1,2}}[-. ])?(?P<area>{area})(?P<middle>[0-9]{{2,4}})[-.](?P<last>[0-9]{{3,5}})"
    ))
});

/// A short number that people are told to call.
static SHORT: Expression = Expression::new(
    r"(?i)\b(?:call|dial|text|ring|phone|calling|dialing|texting|calls)[ \x{a0}]+\**(?P<number>[0-9]{3,4})\b\**",
);

/// The short numbers that people call for help, in North America (N11, 988) and in most other countries.
const IN_NEED: [&str; 16] = [
    "211", "311", "411", "511", "611", "711", "811", "911", "988", "112", "999", "000", "111", "110", "118",
    "119",
];

/// Whether the text may contain a phone number.
pub(super) fn has_digits(text: &FileText<'_>) -> bool {
    (text.for_people || text.kind == Kind::Links) && text.written.contains(|c: char| c.is_ascii_digit())
}

/// Whether the text may contain a number to call in an emergency.
pub(super) fn is_about_danger(text: &FileText<'_>) -> bool {
    let small = LazyCell::new(|| text.written.to_lowercase());
    let mut words = IN_NEED[7..11].iter().chain(&["emergency", "danger", "suicide"]);
    has_digits(text) && (text.kind == Kind::Emergency || words.any(|word| small.contains(word)))
}

/// `emergency-number`: short numbers to call that aren't in [`IN_NEED`].
pub(super) fn of_nobody(text: &str) -> Vec<TextHit> {
    let hits = SHORT.captures_iter(text).filter_map(|hit| {
        let number = hit.name("number")?;
        // "Call 800-" begins a longer number.
        let behind = &text[hit.get_match().end()..];
        let next = behind.trim_start_matches(['.', ' ']);
        let goes_on = behind.starts_with(['-', '/', ':']) || next.starts_with(|c: char| c.is_ascii_digit());
        // "Call 200 voters" is a count.
        let word = next.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
        let counts = word.len() > 2 && (word.ends_with('s') || word == "people");
        let message = format!("{} isn't an emergency number", number.as_str());
        let help = "look up the right number and write it here; then check the other places that give it";
        let is_wrong = !counts && !goes_on && !IN_NEED.contains(&number.as_str());
        is_wrong.then(|| TextHit::new(number.range(), message, help))
    });
    hits.collect()
}

/// The number of digits in each of the three groups.
const GROUPS: [usize; 3] = [3, 3, 4];

/// The numbers in `text`, each with a flag that's true if its length is right.
fn all(text: &str) -> impl Iterator<Item = (Range<usize>, bool)> {
    NUMBER.captures_iter(text).filter_map(|hit| {
        let whole = hit.get(0)?.range();
        let joins = |c: char| c.is_alphanumeric() || matches!(c, '-' | '+' | '/' | '@' | '_');
        let goes_on =
            text[whole.end..].trim_start_matches(['-', '.']).starts_with(|c: char| c.is_ascii_alphanumeric());
        let ends = !goes_on || text[whole.end..].starts_with(". ");
        if text[..whole.start].ends_with(joins) || !ends {
            return None;
        }
        let country = hit.name("country").map_or("", |hit| hit.as_str());
        // In other countries, numbers have other lengths.
        if country.starts_with('+') && digits(country) != "1" {
            return None;
        }
        let lengths = ["area", "middle", "last"].map(|group| digits(&hit[group]).len());
        let off: usize = lengths.iter().zip(GROUPS).map(|(length, right)| length.abs_diff(right)).sum();
        // Nine digits in groups of 3, 2 and 4 are a Social Security number.
        let right = off == 0 && (country.is_empty() || digits(country) == "1");
        (right || off == 1 && lengths != [3, 2, 4] || off == 0).then_some((whole, right))
    })
}

/// The ranges of the phone numbers with the right length in `text`.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = Range<usize>> {
    all(text).filter(|(_, right)| *right).map(|(range, _)| range)
}

/// The key of each letter of the alphabet, in order (ITU-T E.161).
const KEYS: [u8; 26] = *b"22233344455566677778889999";

/// The digits that a number's digits and letters stand for on a phone's keys, without the country code.
pub(super) fn digits(number: &str) -> String {
    let key = |byte: u8| match byte {
        b'0'..=b'9' => Some(char::from(byte)),
        b'A'..=b'Z' => Some(char::from(KEYS[usize::from(byte - b'A')])),
        _ => None,
    };
    let digits: String = number.bytes().filter_map(key).collect();
    if digits.len() > 10 { digits.strip_prefix('1').unwrap_or(&digits).to_owned() } else { digits }
}

/// `phone-length`: phone numbers with a digit too many or too few.
pub(super) fn wrong_length(text: &str) -> Vec<TextHit> {
    let wrong = all(text).filter(|(_, right)| !right).map(|(range, _)| {
        let number = &text[range.clone()];
        let count = number.chars().filter(char::is_ascii_digit).count();
        let message = format!("{number} has {count} digits; a phone number has 10, or 11 with a 1 in front");
        TextHit::new(range, message, "look the number up on the organization's own site")
    });
    wrong.collect()
}

/// `phone-typo`: a number that nearly matches one in links.yaml. `inline-phone`: any other number that isn't there.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = context.draft.links.as_ref().filter(|file| file.phones.names().next().is_some()) else {
        return;
    };
    for text in context.prose().filter(|text| has_digits(text)) {
        for range in numbers(text.written) {
            let (number, place) = (&text.written[range.clone()], text.place(&range));
            let own = digits(number);
            if file.phones.iter().any(|(_, phone)| digits(&phone.number) == own) {
                continue;
            }
            // Two swapped digits are one edit of the first kind and two of the second. A number with one different
            // digit may be a neighboring phone line.
            let near = file.phones.iter().find(|(_, phone)| {
                let known = digits(&phone.number);
                strsim::damerau_levenshtein(&known, &own) == 1 && strsim::levenshtein(&known, &own) == 2
            });
            let Some((name, known)) = near else {
                let message = format!("links.yaml doesn't have the phone number {number}");
                let help = "check it on the organization's own site, add it under `phones` in links.yaml, and write {phone.NAME} here; or use a number that's already listed there";
                found.push(text.warning("inline-phone", place, &message).help(help));
                continue;
            };
            let message = format!("{number} is {} from links.yaml with two digits swapped", known.number);
            let named = format!("{{phone.{name}}}");
            text.warning("phone-typo", place, &message)
                .help(format!("if you mean that number, write {named} instead; otherwise check both on the organization's own site"))
                .maybe_fix(text.exchange(&range, &named, false))
                .report(found);
        }
    }
}

/// A word to text to a short number: "text START to 88788".
static KEYWORD: Expression =
    Expression::new(r#"\b[Tt]ext\s+["“]?(?P<word>[A-Z]{3,})["”]?\s+to\s+(?P<number>[0-9]{5,6})\b"#);

/// `phone-typo`: a word that goes to two short numbers that differ in one digit. If one of the two is written more
/// often, it's assumed to be right.
pub fn check_keywords(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut by_word: BTreeMap<&str, Vec<LetteredNumber<'_>>> = BTreeMap::new();
    for text in context.prose() {
        for hit in KEYWORD.captures_iter(text.written) {
            let (Some(word), Some(number)) = (hit.name("word"), hit.name("number")) else { continue };
            by_word.entry(word.as_str()).or_default().push((number.as_str(), text, number.range()));
        }
    }
    for (word, all) in by_word {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        all.iter().for_each(|(number, ..)| *counts.entry(number).or_default() += 1);
        let Some((usual, there, at)) = all.iter().rev().max_by_key(|(number, ..)| counts[number]) else {
            continue;
        };
        let near = |number: &str| number != *usual && strsim::osa_distance(number, usual) == 1;
        for (number, text, range) in all.iter().filter(|(number, ..)| near(number)) {
            let message =
                format!("{word} goes to {number} here, but to {usual} elsewhere: one of the two is wrong");
            text.warning("phone-typo", text.place(range), &message)
                .related(there.place(at), "the other number")
                .help("look the number up on the organization's own site, and correct the wrong one")
                .report(found);
        }
    }
}

/// An area code, a group that contains a letter, and then the digits, in brackets or as the target of a link. The order
/// may also be reversed.
static LETTERED: LazyLock<Regex> = LazyLock::new(|| {
    let word = r"(?:1[-. ])?[0-9]{3}[-. ][A-Z0-9]*[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*";
    let digits = r"(?:\+?1[-. ]?)?\(?[0-9]{3}\)?[-. ]?[0-9]{3}[-. ]?[0-9]{4}";
    pattern(&format!(
        r"(?P<word>{word})\b\]?\s*\((?:tel:)?(?P<digits>{digits})\)|(?P<digits2>{digits})\s*\((?P<word2>{word})\)"
    ))
});

/// Digits, and their place in a text that has a word for them: `866` in `866-OUR-VOTE`.
type LetteredNumber<'t> = (&'t str, &'t FileText<'t>, Range<usize>);

const HELP: &str = "look the number up on the organization's own site and copy it; don't work out the digits from the letters, and don't change only the digits or only the letters: callers could reach a stranger";

/// `vanity-number`: a phone number whose letters don't spell the digits beside it.
pub fn check_letters(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut by_letters: BTreeMap<String, Vec<LetteredNumber<'_>>> = BTreeMap::new();
    // A placeholder's value is checked where it's defined.
    for text in context.texts().filter(|text| text.written.contains(|c: char| c.is_ascii_uppercase())) {
        let before = found.len();
        for hit in LETTERED.captures_iter(text.written) {
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
            for hit in WORD.captures_iter(text.written) {
                let letters = hit["letters"].chars().filter(char::is_ascii_alphanumeric).collect();
                let prefix = hit.name("prefix").map_or("", |prefix| prefix.as_str());
                by_letters.entry(letters).or_default().push((prefix, text, hit.get_match().range()));
            }
        }
    }
    by_letters.values().for_each(|same| prefixes(same, found));
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
fn spells(word: &str, number: &str) -> bool {
    digits(word).starts_with(&digits(number))
}

/// Reports a word that appears after two different toll-free prefixes: each spells a number, and one of the two belongs
/// to a stranger. The number in links.yaml is assumed to be right, otherwise the more frequent one, otherwise the
/// first.
fn prefixes(same: &[LetteredNumber<'_>], found: &mut Vec<Diagnostic>) {
    let same: Vec<_> = same.iter().filter(|(prefix, ..)| TOLL_FREE.contains(prefix)).collect();
    let weight = |prefix: &str| {
        let own = || same.iter().filter(|(other, ..)| *other == prefix);
        (own().any(|(_, text, _)| text.pointer.starts_with("/phones/")), own().count())
    };
    // In a tie, the first wins, which is the last one in reverse order.
    let Some((best, there, at)) = same.iter().rev().max_by_key(|(prefix, ..)| weight(prefix)) else { return };
    for (_, text, range) in same.iter().filter(|(prefix, ..)| prefix != best) {
        let stands = &there.written[at.clone()];
        let message = format!("this number appears elsewhere as {stands}; one of the two is wrong");
        text.error("vanity-number", text.place(range), &message)
            .related(there.place(at), "here")
            .help(HELP)
            .report(found);
    }
}

/// Toll-free area codes (NANP).
const TOLL_FREE: [&str; 7] = ["800", "833", "844", "855", "866", "877", "888"];

static WORD: Expression =
    Expression::new(r"\b(?P<prefix>[0-9]{3})[-. ](?P<letters>[A-Z0-9]*[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*)\b");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_number_must_be_a_known_emergency_number() {
        let found = |text: &str| {
            of_nobody(text).into_iter().map(|hit| text[hit.range].to_owned()).collect::<Vec<_>>()
        };
        for wrong in ["call or text 998, day or night", "Please call 991 now", "dial **919**", "call 9111."] {
            assert_eq!(found(wrong).len(), 1, "{wrong}");
        }
        for right in [
            "call 911 now",
            "text 988.",
            "call 200 voters",
            "call 800-555-0100",
            "text START to 88788",
            "call 555.687.3528",
        ] {
            assert_eq!(found(right), Vec::<String>::new(), "{right}");
        }
    }

    #[test]
    fn extra_and_missing_digits_are_found_only_in_phone_numbers() {
        let judged =
            |text: &str| all(text).map(|(range, right)| (text[range].to_owned(), right)).collect::<Vec<_>>();
        for right in ["555-687-3528", "(555) 687-3528", "1-555-687-3528", "+1 555-687-3528", "555.687.3528"] {
            assert_eq!(judged(&format!("Call {right}. Then")), [(right.to_owned(), true)], "{right}");
        }
        for wrong in ["555-687-352", "555-687-35288", "55-687-3528", "555-6877-3528", "2-555-687-3528"] {
            assert_eq!(judged(&format!("Call {wrong}.")), [(wrong.to_owned(), false)], "{wrong}");
        }
        for other in [
            "2026-11-05",
            "00-0000000",
            "555-12-3456",
            "+44 207-946-0958",
            "020-7946-0958",
            "11-05-2026",
            "a-555-687-3528",
            "9-555-687-3528-1",
        ] {
            assert_eq!(judged(other), [], "{other}");
        }
    }

    #[test]
    fn letters_map_to_keypad_digits() {
        assert_eq!(digits("866-OUR-VOTE"), "8666878683");
        assert_eq!(digits("844-YALLA-US"), "8449255287");
        assert!(LETTERED.is_match("866-OUR-VOTE (866-687-8683)"));
        assert!(LETTERED.is_match("[866-OUR-VOTE](tel:8666878683)"));
        assert!(LETTERED.is_match("866-687-8683 (866-OUR-VOTE)"));
        assert!(!LETTERED.is_match("call 866-687-8683 (free)"));
    }
}
