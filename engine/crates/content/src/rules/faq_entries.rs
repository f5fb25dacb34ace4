//! `same-order`, `tag-variant` and `tag-typo`: mistakes in how the FAQ is arranged.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::context::Context;
use super::findings::{warning, warning_at};
use crate::content::Document;
use crate::content::document::{child, item};
use callguide_search::diagnostics::{Diagnostic, Edit, Fix, Place};
use callguide_search::text::english::{Commonness, commonness};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    order(context, found);
    variants(context, found);
    typos(context, found);
}

/// `same-order`: two files with the same position in the order of categories.
fn order(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut first: HashMap<i64, &Document> = HashMap::new();
    let mut files: Vec<_> = context.draft.faq.iter().map(|file| &*file.document).collect();
    files.sort_by_key(|document| &document.name);
    for document in files.into_iter().filter(|document| !context.copies().has_file(&document.name)) {
        let Some(order) = document.value.get("order").and_then(Value::as_i64) else { continue };
        let Some(other) = first.get(&order) else {
            first.insert(order, document);
            continue;
        };
        let message = format!("{} already has the order {order}", other.name);
        found.push(
            warning_at("same-order", document, "/order", &message)
                .related(other.value_at("/order"), "there")
                .help("give each file its own number; categories are listed from lowest to highest"),
        );
    }
}

/// `tag-variant`: two tags that readers take for the same tag.
fn variants(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut first: HashMap<String, (String, Place)> = HashMap::new();
    for file in &context.draft.faq {
        for (index, entry) in file.entries.indexed() {
            for (nth, tag) in entry.tags.iter().enumerate() {
                let pointer = format!("/entries/{index}/tags/{nth}");
                let place = file.document.value_at(&pointer);
                let (known, there) =
                    first.entry(words(tag).join(" ")).or_insert_with(|| (tag.clone(), place.clone()));
                if known != tag {
                    let double = entry.tags.iter().any(|other| other == known);
                    let edit = match double {
                        true => file.document.remove(&pointer),
                        false => file.document.write(&pointer, known),
                    };
                    let message =
                        format!("the tag \"{tag}\" differs from \"{known}\" only by case or plural");
                    found.push(
                        warning("tag-variant", &file.document, &pointer, place, &message)
                            .related(there.clone(), "the first of the two")
                            .help(format!("write \"{known}\" in both places"))
                            .guess(edit),
                    );
                }
            }
        }
    }
}

/// Lowercase words without plural endings. To readers, two tags with the same words are the same tag.
pub fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| match word.strip_suffix("ies") {
            Some(stem) if stem.len() > 2 => format!("{stem}y"),
            _ if word.len() > 3 && !word.ends_with("ss") => word.strip_suffix('s').unwrap_or(word).to_owned(),
            _ => word.to_owned(),
        })
        .collect()
}

/// Shorter tags are often one letter apart but different: `SSN`, `SSI`.
const LONG: usize = 6;

/// A tag's number of uses and its first use.
struct Tag<'a> {
    count: usize,
    document: &'a Document,
    pointer: String,
}

/// `tag-typo`: two tags that differ by one mistyped letter.
fn typos(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
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
    (words_of_tag(tag).iter().all(|word| commonness(word) != Commonness::Unknown), count)
}

/// Whether the word that differs is unknown in one of the two tags: "voting" and "noting" are both words.
fn differ_by_a_typo(one: &str, other: &str) -> bool {
    let (one, other) = (words_of_tag(one), words_of_tag(other));
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

fn words_of_tag(tag: &str) -> Vec<String> {
    tag.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Pairs of tags that are one letter apart. Tags are only compared if they match after dropping at most one letter from
/// each, so comparing thousands takes linear time.
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
    fn plural_and_case_make_no_word() {
        assert_eq!(words("Mail Ballots"), ["mail", "ballot"]);
        assert_eq!(words("policies"), ["policy"]);
        assert_eq!(words("Address"), ["address"]);
    }

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
