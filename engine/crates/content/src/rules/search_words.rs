//! The words by which the search finds answers: synonyms that are too common or don't find anything, and mistyped tags.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::context::Context;
use super::findings::{few, warning};
use crate::content::document::{child, item};
use crate::content::model::{Search, Synonym};
use crate::content::{Document, File, Kind};
use callguide_search::diagnostics::{Diagnostic, Edit, Fix};
use callguide_search::faq::words;
use callguide_search::text::english::{Commonness, commonness, is_everyday, stop_word};

/// `everyday-synonym`: a word in the synonym table that people use whatever the topic; `synonym-finds-nothing`: a
/// synonym for words that no answer contains.
pub fn check_synonyms(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // The topic may be in an entry that couldn't be read.
    if context.has_gaps() {
        return;
    }
    let Some(file) = &context.draft.search else { return };
    // The tags in a file that couldn't be read are topics, too.
    if context.broken(Kind::Faq, |_| true) {
        return;
    }
    nothing(context, file, found);
    if !context.draft.style.as_ref().is_some_and(|style| style.everyday_synonyms) {
        return;
    }
    let entries = context.draft.faq.iter().flat_map(|file| file.entries.iter());
    // A word in a tag is a topic of this helpline, however common it is in general.
    let own: HashSet<String> =
        entries.flat_map(|entry| entry.tags.iter()).flat_map(|tag| words(tag)).collect();
    let own: HashSet<&str> = own.iter().map(|word| bare(word)).collect();
    let everyday = |word: &str| is_everyday(word) && !own.contains(bare(word));
    for (index, synonym) in file.synonyms.indexed() {
        // The words that a synonym finds are harmless: only the words that people type bring in a topic.
        let (key, typed) = match synonym {
            Synonym::TwoWay { both } => ("both", both),
            Synonym::OneWay { words, .. } => ("words", words),
        };
        let mut all: Vec<(usize, &String, bool)> = Vec::new();
        for (nth, written) in typed.iter().enumerate() {
            let words = words(written);
            // Stop words alone aren't a topic, even if tags contain them.
            let says_nothing = words.len() > 1 && words.iter().all(|word| stop_word(word).is_some());
            let everyday = says_nothing || words.iter().all(|word| everyday(word));
            if words.is_empty() || !everyday || tells_enough(&words) {
                continue;
            }
            all.push((nth, written, words.len() > 1));
        }
        let Some((nth, written, several)) = all.first().copied() else { continue };
        let pointer = format!("/synonyms/{index}/{key}/{nth}");
        let place = file.document.value_at(&pointer);
        let finds = finds(synonym, written);
        let names: Vec<String> = all.iter().map(|(_, written, _)| format!("\"{written}\"")).collect();
        let what = match all.len() {
            1 if several => "has only words",
            1 => "is a word",
            _ => "are words",
        };
        let message = format!(
            "{} {what} that people use on any topic; whenever it's typed, the search also looks for {finds}",
            few(&names)
        );
        let finding = warning("everyday-synonym", &file.document, &pointer, place, &message);
        found.push(match all.len() {
            1 => finding
                .help("add more of what callers say, so that it points to the topic on its own, or remove it")
                .guess(file.document.remove(&pointer).filter(|_| typed.len() > 2)),
            _ => finding
                .help("remove them; keep the line only if each word left points to the topic on its own"),
        });
    }
}

/// A word without its possible ending: "naturali" for "naturalized", and all of "policy".
fn beginning(word: &str) -> String {
    let length = word.chars().count();
    word.chars().take(length.saturating_sub(3).max(6)).collect()
}

/// Reports synonyms for words, none of which appears in an entry or errand.
fn nothing(context: &Context<'_>, file: &File<Search>, found: &mut Vec<Diagnostic>) {
    let searched = context.texts().filter(|text| match text.kind {
        Kind::Faq | Kind::Elsewhere => true,
        // The search takes the places that aren't served from site.yaml.
        Kind::Site => text.pointer.starts_with("/region/"),
        _ => false,
    });
    let known: BTreeSet<String> = searched.flat_map(|text| words(text.read)).collect();
    let is_known = |word: &String| {
        let beginning = beginning(word);
        let next = known.range(beginning.clone()..).next();
        next.is_some_and(|next| next.starts_with(&beginning)) || known.contains(bare(word))
    };
    for (index, synonym) in file.synonyms.indexed() {
        let Synonym::OneWay { finds, .. } = synonym else { continue };
        for (nth, written) in finds.iter().enumerate() {
            if words(written).iter().any(is_known) {
                continue;
            }
            let pointer = format!("/synonyms/{index}/finds/{nth}");
            let place = file.document.value_at(&pointer);
            let message = format!("no answer contains any word of \"{written}\", so this finds nothing");
            found.push(
                warning("synonym-finds-nothing", &file.document, &pointer, place, &message)
                    .help("use words from the question or the tags of the answer you mean; `callguide search` shows whether it's found"),
            );
        }
    }
}

/// Whether everyday words are specific enough together: two that aren't stop words are ("phone number"), and so is
/// one in a phrase of three words or more ("what to bring").
fn tells_enough(words: &[String]) -> bool {
    match words.iter().filter(|word| stop_word(word).is_none()).count() {
        0 => false,
        1 => words.len() > 2,
        _ => true,
    }
}

/// The words that typing `written` adds to a search.
fn finds(synonym: &Synonym, written: &str) -> String {
    let all = match synonym {
        Synonym::TwoWay { both } => both,
        Synonym::OneWay { finds, .. } => finds,
    };
    let others = all.iter().filter(|other| *other != written);
    few(others.map(String::as_str))
}

/// A word without its ending, good enough to match "moved" to the tag "moving".
fn bare(word: &str) -> &str {
    let mut endings = ["ing", "ed", "es", "s", "e"].into_iter();
    let stem = endings.find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.len() > 2));
    stem.unwrap_or(word)
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
pub fn check_tags(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
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
