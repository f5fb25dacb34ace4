//! `vanity-number`: a phone number whose letters don't spell the digits beside it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use super::{Context, error, mending};
use crate::content::Document;
use crate::content::document::child;
use crate::diagnostics::{Diagnostic, Place};

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

/// Three digits and a word, and where they stand: `866-OUR-VOTE`.
struct Word {
    written: String,
    prefix: String,
    letters: String,
    place: Place,
    pointer: String,
    /// Its place among the files.
    file: usize,
}

const HELP: &str = "look the number up on the organization's own site and copy it; digits worked out from the letters, or letters kept beside new digits, lead to a stranger";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let documents: Vec<&Document> = context.documents().map(|(_, document)| document).collect();
    let mut words: Vec<Word> = Vec::new();
    let mut told: Vec<(usize, String)> = Vec::new();
    for (file, document) in documents.iter().enumerate() {
        for (pointer, text) in context.strings(document) {
            // What a placeholder stands for is looked at where it is.
            let text = mending::written(document, pointer, text);
            collect(document, file, pointer, text, &mut words);
            for hit in NUMBER.captures_iter(text) {
                let part = |a: &str, b: &str| hit.name(a).or_else(|| hit.name(b)).map(|m| m.as_str());
                let (Some(word), Some(digits)) = (part("word", "word2"), part("digits", "digits2")) else {
                    continue;
                };
                if !spells(word, digits) {
                    told.push((file, pointer.to_owned()));
                    let at = hit.name("digits").or_else(|| hit.name("digits2")).map_or(0..0, |m| m.range());
                    let place = mending::place(document, pointer, &at);
                    let message =
                        format!("the letters of {word} aren't the digits of {digits}: the number is wrong");
                    found.push(error("vanity-number", document, pointer, place, &message).help(HELP));
                }
            }
        }
    }
    if let Some(file) = &context.draft.links {
        for (name, phone) in file.phones.iter() {
            let Some(letters) = phone.letters.as_deref().filter(|letters| !spells(letters, &phone.number))
            else {
                continue;
            };
            let pointer = child(&child("/phones", name), "letters");
            let place = file.document.value_at(&pointer);
            let message = format!(
                "the letters of {letters} aren't the digits of {}: the number is wrong",
                phone.number
            );
            found.push(error("vanity-number", &file.document, &pointer, place, &message).help(HELP));
        }
    }
    words.retain(|word| !told.iter().any(|(file, pointer)| *file == word.file && *pointer == word.pointer));
    prefixes(&documents, &words, found);
}

/// Whether a number with letters is the one with digits alone. A word may be longer than the number: what is dialed after
/// its end is ignored.
fn spells(word: &str, digits: &str) -> bool {
    national(&keypad(word)).starts_with(&national(&keypad(digits)))
}

fn collect(document: &Document, file: usize, pointer: &str, text: &str, words: &mut Vec<Word>) {
    for hit in WORD.captures_iter(text) {
        let range = hit.get(0).map_or(0..0, |hit| hit.range());
        let letters: String = hit["letters"].chars().filter(char::is_ascii_alphanumeric).collect();
        words.push(Word {
            place: mending::place(document, pointer, &range),
            written: hit[0].to_owned(),
            prefix: hit["prefix"].to_owned(),
            letters,
            pointer: pointer.to_owned(),
            file,
        });
    }
}

/// One word behind two toll-free prefixes: both spell some number, and one of them is a stranger's. The home in
/// links.yaml is right, else the one that stands more often, else the first.
fn prefixes(documents: &[&Document], words: &[Word], found: &mut Vec<Diagnostic>) {
    let mut by_letters: BTreeMap<&str, Vec<&Word>> = BTreeMap::new();
    for word in words.iter().filter(|word| TOLL_FREE.contains(&word.prefix.as_str())) {
        by_letters.entry(&word.letters).or_default().push(word);
    }
    for group in by_letters.into_values() {
        let weight = |prefix: &str| {
            let same = || group.iter().filter(|word| word.prefix == prefix);
            (same().any(|word| word.pointer.starts_with("/phones/")), same().count())
        };
        let mut best = group[0];
        for word in &group {
            if weight(&word.prefix) > weight(&best.prefix) {
                best = word;
            }
        }
        for word in group.iter().filter(|word| word.prefix != best.prefix) {
            let message =
                format!("{} stands in another place: this number is wrong, or that one", best.written);
            found.push(
                error("vanity-number", documents[word.file], &word.pointer, word.place.clone(), &message)
                    .related(best.place.clone(), "here")
                    .help(HELP),
            );
        }
    }
}

/// Area codes that cost the caller nothing (NANP).
const TOLL_FREE: [&str; 7] = ["800", "833", "844", "855", "866", "877", "888"];

static WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?P<prefix>[0-9]{3})[-. ](?P<letters>[A-Z0-9]*[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*)\b")
        .expect("a constant pattern")
});

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
