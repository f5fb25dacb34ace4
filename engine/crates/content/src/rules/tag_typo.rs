//! `tag-typo`: two tags, one of which is the other with one wrong letter.

use std::collections::{BTreeMap, HashMap};

use super::context::Context;
use super::findings::warning;
use crate::content::Document;
use crate::content::document::{child, item};
use callguide_search::diagnostics::{Diagnostic, Edit, Fix};
use callguide_search::text::english::{Commonness, commonness};

/// Shorter tags are often one letter apart but different: `SSN`, `SSI`.
const LONG: usize = 6;

/// How often a tag is used, and where it's used first.
struct Tag<'a> {
    count: usize,
    document: &'a Document,
    pointer: String,
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut tags: BTreeMap<&str, Tag<'_>> = BTreeMap::new();
    for file in &context.draft.faq {
        for (index, entry) in file.entries.indexed() {
            let at = item("/entries", index);
            if context.copies().has(&file.document.name, &at) {
                continue;
            }
            for (nth, tag) in entry.tags.iter().enumerate().filter(|(_, tag)| tag.chars().count() >= LONG) {
                let pointer = item(&child(&at, "tags"), nth);
                let new = || Tag { count: 0, document: &file.document, pointer };
                tags.entry(tag).or_insert_with(new).count += 1;
            }
        }
    }
    for (one, other) in near(tags.keys().copied()) {
        let (often, seldom) = if right(one, tags[one].count) >= right(other, tags[other].count) {
            (one, other)
        } else {
            (other, one)
        };
        if tags[seldom].count > 1 || !differ_by_a_typo(often, seldom) {
            continue;
        }
        let Tag { document, pointer, .. } = &tags[seldom];
        let place = document.value_at(pointer);
        let source = document.text.get(place.span.clone()).unwrap_or("");
        let message = format!("the tag \"{seldom}\" is one letter away from \"{often}\"");
        let edits = vec![Edit { place: place.clone(), text: source.replace(seldom, often) }];
        found.push(
            warning("tag-typo", document, pointer, place, &message)
                .related(tags[often].document.value_at(&tags[often].pointer), "the other one")
                .help(format!("write \"{often}\" in both places if they mean the same thing"))
                .fix(Fix { safe: false, edits }),
        );
    }
}

/// Ranks which tag is right: one made of known words first, then the more frequent one.
fn right(tag: &str, count: usize) -> (bool, usize) {
    (words(tag).iter().all(|word| commonness(word) != Commonness::Unknown), count)
}

/// Whether the word that differs is unknown in one of the two: "voting" and "noting" are both words.
fn differ_by_a_typo(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    if one.len() != other.len() {
        return true;
    }
    let digits = |word: &String| word.chars().any(|c| c.is_ascii_digit());
    let mut pairs = one.iter().zip(&other).filter(|(a, b)| a != b);
    pairs.any(|(a, b)| {
        let known = |word: &String| commonness(word) != Commonness::Unknown;
        // Plurals are reported by `tag-variant`.
        let plural = format!("{a}s") == *b || format!("{b}s") == *a;
        !(digits(a) || digits(b) || plural || known(a) && known(b))
    })
}

fn words(tag: &str) -> Vec<String> {
    tag.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Pairs of tags that are one letter apart. Tags are only compared if they match after dropping at most one letter
/// from each, so thousands take no longer than reading them.
fn near<'a>(tags: impl Iterator<Item = &'a str>) -> Vec<(&'a str, &'a str)> {
    let mut by_part: HashMap<String, Vec<&str>> = HashMap::new();
    let mut out = Vec::new();
    for tag in tags {
        let small = tag.to_lowercase();
        let letters: Vec<char> = small.chars().collect();
        let mut parts: Vec<String> = (0..letters.len())
            .map(|skip| letters.iter().enumerate().filter(|(at, _)| *at != skip).map(|(_, c)| *c).collect())
            .collect();
        parts.push(small.clone());
        parts.sort_unstable();
        parts.dedup();
        let mut others: Vec<&str> = Vec::new();
        for part in parts {
            let known = by_part.entry(part).or_default();
            others.extend(known.iter().copied());
            known.push(tag);
        }
        others.sort_unstable();
        others.dedup();
        let apart = |other: &&str| strsim::damerau_levenshtein(&other.to_lowercase(), &small) == 1;
        out.extend(others.into_iter().filter(apart).map(|other| (other, tag)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_a_letter_apart_are_found_however_they_differ() {
        let tags =
            ["registration", "registraton", "regsitration", "registrations", "polling place", "poling place"];
        let pairs = near(tags.into_iter());
        assert!(pairs.contains(&("registration", "registraton")));
        assert!(pairs.contains(&("polling place", "poling place")));
        assert!(differ_by_a_typo("registration", "registraton"));
        assert!(!differ_by_a_typo("registration", "registrations"));
        assert!(!differ_by_a_typo("mail voting", "mail noting"));
        assert!(!differ_by_a_typo("form 1040a", "form 1040b"));
    }
}
