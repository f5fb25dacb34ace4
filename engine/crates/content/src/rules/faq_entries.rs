//! `same-order`, `tag-variant`, `tag-typo`, `near-duplicate` and `errand-hides-answer`: mistakes that make an FAQ
//! inconsistent over time.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::context::Context;
use super::findings::{few, warning, warning_at};
use crate::content::Document;
use crate::content::document::{child, item};
use crate::content::model::Entry;
use callguide_search::diagnostics::{Diagnostic, Edit, Fix, Place};
use callguide_search::text::english::{Commonness, commonness};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    order(context, found);
    variants(context, found);
    typos(context, found);
    questions(context, found);
    errands(context, found);
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

/// Reports words of errands that find FAQ answers: the errand would be shown before the answer, as something we don't
/// handle.
fn errands(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.elsewhere else { return };
    let mut by_tag: HashMap<Vec<String>, &Entry> = HashMap::new();
    let mut with_word: HashMap<String, BTreeSet<usize>> = HashMap::new();
    let entries: Vec<&Entry> = context.draft.faq.iter().flat_map(|file| file.entries.iter()).collect();
    for (at, entry) in entries.iter().enumerate() {
        let tags: Vec<Vec<String>> = entry.tags.iter().map(|tag| words(tag)).collect();
        for word in tags.iter().flatten().cloned().chain(words(&entry.question)) {
            with_word.entry(word).or_default().insert(at);
        }
        for tag in tags {
            by_tag.entry(tag).or_insert(entry);
        }
    }
    let with_all = |phrase: &[String]| {
        let each: Option<Vec<_>> = phrase.iter().map(|word| with_word.get(word)).collect();
        let each = each.filter(|each| each.len() > 1)?;
        each[0].iter().find(|at| each.iter().all(|of| of.contains(at))).map(|at| entries[*at])
    };
    let own = |phrase: &[String]| by_tag.get(phrase).copied().or_else(|| with_all(phrase));
    for (index, errand) in file.errands.indexed() {
        let hiding =
            errand.words.iter().enumerate().filter_map(|(nth, word)| Some((nth, word, own(&words(word))?)));
        let hiding: Vec<_> = hiding.collect();
        let Some((nth, _, entry)) = hiding.first() else { continue };
        let pointer = format!("/errands/{index}/words/{nth}");
        let names: Vec<String> = hiding.iter().map(|(_, word, _)| format!("\"{word}\"")).collect();
        let names = few(&names);
        let message = format!("our own answers, such as {}, also match {names}", entry.id);
        let edits =
            hiding.iter().map(|(nth, ..)| file.document.remove(&format!("/errands/{index}/words/{nth}")));
        found.push(
            warning_at("errand-hides-answer", &file.document, &pointer, &message)
                .help(format!("remove {names}, or write a longer phrase that means only the errand"))
                .guess(
                    edits.collect::<Option<Vec<_>>>().filter(|edits| edits.len() == 1).into_iter().flatten(),
                ),
        );
    }
}

/// Reports pairs of questions that ask the same thing, or that differ by a single word.
fn questions(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let entries: Vec<_> = context
        .draft
        .faq
        .iter()
        .flat_map(|file| file.entries.indexed().map(move |(index, entry)| (&file.document, index, entry)))
        // A copy is reported as a whole.
        .filter(|(document, index, _)| {
            let at = item("/entries", *index);
            !context.copies().has(&document.name, &at) && !context.copies().has_answer(&document.name, &at)
        })
        .collect();
    let place = |at: usize| {
        let (document, index, _) = entries[at];
        let pointer = format!("/entries/{index}/question");
        (document.value_at(&pointer), pointer)
    };
    for (at, earlier) in near_duplicates(entries.iter().map(|(_, _, entry)| entry.question.as_str())) {
        let ((there, _), (here, pointer)) = (place(earlier), place(at));
        let message =
            format!("this question is nearly the same as the one in the entry \"{}\"", entries[earlier].2.id);
        found.push(
            warning("near-duplicate", entries[at].0, &pointer, here, &message)
                .related(there, "the other question")
                .help("combine both answers in one entry and remove the other; or say in the question what sets it apart"),
        );
    }
}

/// The questions that are nearly the same as an earlier one, as pairs of indexes. Questions aren't compared pairwise:
/// questions that are nearly the same share a signature, so the search takes linear time.
fn near_duplicates<'a>(questions: impl Iterator<Item = &'a str>) -> Vec<(usize, usize)> {
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut near = Vec::new();
    for (at, question) in questions.enumerate() {
        let keys = signatures(question);
        near.extend(keys.iter().find_map(|key| first.get(key)).map(|earlier| (at, *earlier)));
        for key in keys {
            first.entry(key).or_insert(at);
        }
    }
    near
}

/// In a question with fewer words than this, each word matters.
const ENOUGH: usize = 6;

/// The words that carry a question's meaning and, if there are so many that a single one doesn't matter, the same words
/// without each one in turn.
fn signatures(question: &str) -> Vec<String> {
    let carrying: BTreeSet<String> =
        words(question).into_iter().filter(|word| !LIGHT.contains(&word.as_str())).collect();
    let all: Vec<String> = carrying.into_iter().collect();
    let mut out = vec![all.join(" ")];
    if (ENOUGH..=40).contains(&all.len()) {
        out.extend((0..all.len()).map(|skip| [&all[..skip], &all[skip + 1..]].concat().join(" ")));
    }
    out.retain(|key| !key.is_empty());
    out
}

/// Words that don't contribute to a question's meaning.
const LIGHT: [&str; 32] = [
    "a", "an", "the", "i", "my", "me", "you", "your", "we", "our", "it", "is", "are", "am", "be", "do",
    "doe", "can", "could", "should", "will", "would", "to", "of", "in", "on", "for", "at", "and", "or", "if",
    "there",
];

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
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plural_and_case_do_not_make_a_different_word() {
        assert_eq!(words("Mail Ballots"), ["mail", "ballot"]);
        assert_eq!(words("policies"), ["policy"]);
        assert_eq!(words("Address"), ["address"]);
    }

    #[test]
    fn tags_that_differ_by_a_typo_are_found() {
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

    /// The reference implementation of the rule, which compares two questions.
    fn nearly_the_same(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
        let without_one = |set: &BTreeSet<String>| -> Vec<BTreeSet<String>> {
            let without = |word: &String| set.iter().filter(|other| *other != word).cloned().collect();
            if set.len() < ENOUGH { Vec::new() } else { set.iter().map(without).collect() }
        };
        let all = |set: &BTreeSet<String>| [vec![set.clone()], without_one(set)].concat();
        let (a, b) = (all(a), all(b));
        a.iter().any(|one| !one.is_empty() && b.contains(one))
    }

    proptest! {
        #[test]
        fn signatures_find_the_same_duplicates_as_comparing_all_pairs(
            questions in prop::collection::vec("(how|do|i|the|votes|vote|lost|id|mail|ballot|poll|closes|where|ride|late){1}( (how|do|i|the|votes|vote|lost|id|mail|ballot|poll|closes|where|ride|late)){0,11}\\?", 0..40),
        ) {
            let carrying = |question: &String| -> BTreeSet<String> {
                words(question).into_iter().filter(|word| !LIGHT.contains(&word.as_str())).collect()
            };
            let sets: Vec<_> = questions.iter().map(carrying).collect();
            let earlier = |at: usize| (0..at).any(|earlier| nearly_the_same(&sets[earlier], &sets[at]));
            let pairwise: Vec<usize> = (0..sets.len()).filter(|at| earlier(*at)).collect();
            let found = near_duplicates(questions.iter().map(String::as_str));
            prop_assert!(found.iter().all(|(at, earlier)| nearly_the_same(&sets[*earlier], &sets[*at])));
            prop_assert_eq!(found.into_iter().map(|(at, _)| at).collect::<Vec<_>>(), pairwise);
        }
    }

    #[test]
    fn one_different_word_does_not_make_a_different_question() {
        let a = signatures("Where can I find my polling place on Election Day before noon?");
        let b = signatures("Where can I find the polling place on Election Day after noon?");
        assert!(a.iter().any(|key| b.contains(key)));
        let c = signatures("How do I vote by mail?");
        let d = signatures("How do I vote early?");
        assert!(!c.iter().any(|key| d.contains(key)));
    }
}
