//! Names made from words: IDs of entries, names of links and files, and tags, each with the spelling that's already in
//! use.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::terms::Losses;
use crate::rules::tag_words;

/// Stop words that are left out of IDs, since they occur in any question.
const LIGHT: [&str; 38] = [
    "a", "an", "the", "i", "im", "my", "me", "you", "your", "we", "our", "us", "it", "its", "is", "are",
    "am", "be", "do", "does", "did", "can", "could", "should", "will", "would", "to", "of", "in", "on",
    "for", "at", "and", "or", "if", "there", "this", "that",
];

/// The maximum length of a generated name; an ID may have 80 characters.
const LONGEST: usize = 60;

/// Returns the ID for an entry that asks `question`: its first significant words. The ID doesn't depend on anything
/// else, so the same question gets the same ID in every import.
pub(super) fn of_question(question: &str) -> String {
    let words = words(question);
    let carrying: Vec<String> =
        words.iter().filter(|word| !LIGHT.contains(&word.as_str())).cloned().collect();
    let name = joined(if carrying.is_empty() { &words } else { &carrying }, 6);
    if name.is_empty() { "entry".to_owned() } else { begun_with_a_letter(name, "q-") }
}

/// Returns a name made from all of `text`, or `otherwise` if `text` doesn't contain a letter or digit.
pub(super) fn of(text: &str, otherwise: &str) -> String {
    let name = joined(&words(text), usize::MAX);
    if name.is_empty() { otherwise.to_owned() } else { begun_with_a_letter(name, &format!("{otherwise}-")) }
}

/// The names that are taken, and the last number tried for each requested name. Without those numbers, an import with
/// thousands of identical names would try all earlier numbers for each one.
#[derive(Debug, Default)]
pub(super) struct TakenNames(HashSet<String>, HashMap<String, usize>);

impl TakenNames {
    pub fn take(&mut self, name: &str) {
        self.0.insert(name.to_owned());
    }

    /// Reserves and returns `name`, or the first of `name-2`, `name-3`, … that isn't taken.
    pub fn free(&mut self, name: &str) -> String {
        let number = self.1.entry(name.to_owned()).or_default();
        loop {
            *number += 1;
            let free = if *number == 1 { name.to_owned() } else { format!("{name}-{number}") };
            if self.0.insert(free.clone()) {
                return free;
            }
        }
    }
}

/// Returns the words of `text` in lowercase letters and digits, without accents or non-Latin letters.
fn words(text: &str) -> Vec<String> {
    let plain: String = text.nfkd().filter(|c| !is_combining_mark(*c) && !matches!(c, '\'' | '’')).collect();
    let plain = plain.to_lowercase();
    plain
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn joined(words: &[String], most: usize) -> String {
    let mut name = String::new();
    for word in words.iter().take(most) {
        if !name.is_empty() && name.len() + 1 + word.len() > LONGEST {
            break;
        }
        if !name.is_empty() {
            name.push('-');
        }
        name.push_str(word);
    }
    name.truncate(LONGEST);
    name
}

fn begun_with_a_letter(name: String, otherwise: &str) -> String {
    if name.starts_with(|c: char| c.is_ascii_lowercase()) { name } else { format!("{otherwise}{name}") }
}

/// The maximum number of tags for an entry (`schemas/faq.schema.json`).
const MOST: usize = 20;

/// All spellings so far, keyed by their words without case and plural: lint treats spellings with the same key as one
/// tag (`tag-variant`).
#[derive(Debug, Default)]
pub(super) struct Tags(HashMap<String, String>);

impl Tags {
    /// Adds an existing spelling.
    pub fn know(&mut self, tag: &str) {
        self.0.entry(tag_words(tag).join(" ")).or_insert_with(|| tag.to_owned());
    }

    /// Returns the tags in `cell`, separated by commas, semicolons, vertical bars, or line breaks. Tags over
    /// the limit are reported as a loss.
    pub fn read(&mut self, cell: &str, losses: &mut Losses) -> Vec<String> {
        let mut tags: Vec<String> = Vec::new();
        for part in cell.split([',', ';', '|', '\n']) {
            let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
            let tag = part.trim_start_matches('#').trim().to_owned();
            let key = tag_words(&tag).join(" ");
            if key.is_empty() {
                continue;
            }
            let tag = self.0.entry(key).or_insert(tag).clone();
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        if tags.len() > MOST {
            losses.add(format!("the tags {}: an entry can have only {MOST}", tags[MOST..].join(", ")));
            tags.truncate(MOST);
        }
        tags
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_id_is_made_from_the_key_words_of_its_question() {
        for (question, id) in [
            ("What does it cost?", "what-cost"),
            ("Can I come with my dog?", "come-with-dog"),
            ("I don't have an e-mail address. What now?", "dont-have-e-mail-address-what"),
            ("Où est le café?", "ou-est-le-cafe"),
            ("Is it?", "is-it"),
            ("24 hours?", "q-24-hours"),
            ("???", "entry"),
            ("质问", "entry"),
        ] {
            assert_eq!(of_question(question), id);
        }
        assert_eq!(of("vote.gov/a_b?c=1", "link"), "vote-gov-a-b-c-1");
        assert_eq!(of("4.org", "link"), "link-4-org");
    }

    #[test]
    fn a_taken_name_gets_a_number() {
        let mut taken = TakenNames::default();
        assert_eq!(["a", "a", "b", "a"].map(|name| taken.free(name)), ["a", "a-2", "b", "a-3"]);
    }

    proptest! {
        #[test]
        fn every_id_fits_the_schema(question in any::<String>()) {
            let id = of_question(&question);
            prop_assert!(id.len() <= 64 && id.starts_with(|c: char| c.is_ascii_lowercase()), "{}", id);
            prop_assert!(id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{}", id);
        }
    }

    #[test]
    fn a_tag_has_one_spelling() {
        let (mut tags, mut losses) = (Tags::default(), Losses { line: 2, ..Losses::default() });
        tags.know("opening hours");
        let mut read = |cell: &str| tags.read(cell, &mut losses);
        assert_eq!(read("#Cost; Opening  Hour, cost;;"), ["Cost", "opening hours"]);
        assert_eq!(read("costs|new\nCOST"), ["Cost", "new"]);
        let many: Vec<String> = ('a'..='w').map(String::from).collect();
        assert_eq!(read(&many.join(",")).len(), 20);
        let lost: Vec<(usize, &str)> =
            losses.all.iter().map(|loss| (loss.line, loss.what.as_str())).collect();
        assert_eq!(lost, [(2, "the tags u, v, w: an entry can have only 20")]);
    }
}
