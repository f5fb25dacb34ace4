//! `same-order`, `tag-variant`, `tag-typo`, `near-duplicate` and `errand-hides-answer`: mistakes that make an FAQ
//! inconsistent over time.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::context::Context;
use super::findings::{few, warning_at};
use crate::content::document::{child, item};
use crate::content::model::{Elsewhere, Entry};
use crate::content::{Document, File, PlacedName};
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::address::origin;
use callguide_search::text::english::{Commonness, commonness};
use callguide_search::text::links::bare_addresses;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let tags: Vec<&PlacedName<'_>> = context.names().defined("tag").collect();
    order(context, found);
    variants(&tags, found);
    typos(context, &tags, found);
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
        let other = *first.entry(order).or_insert(document);
        if other.name == document.name {
            continue;
        }
        let message = format!("{} already has the order {order}", other.name);
        warning_at("same-order", document, "/order", &message)
            .related(other.value_at("/order"), "there")
            .help("give each file its own number; categories are listed from lowest to highest")
            .report(found);
    }
}

/// `tag-variant`: two tags that readers take for the same tag.
fn variants(tags: &[&PlacedName<'_>], found: &mut Vec<Diagnostic>) {
    let mut first: HashMap<String, &PlacedName<'_>> = HashMap::new();
    for tag in tags {
        let PlacedName { document, pointer, name: own, .. } = tag;
        let other = *first.entry(words(own).join(" ")).or_insert(tag);
        let known = other.name;
        if known != *own {
            let list =
                pointer.rsplit_once('/').and_then(|(list, _)| document.value.pointer(list)?.as_array());
            let edit = match list.is_some_and(|tags| tags.iter().any(|tag| tag == known)) {
                true => document.remove(pointer),
                false => document.write(pointer, known),
            };
            let message = format!("the tag \"{own}\" differs from \"{known}\" only by case or plural");
            warning_at("tag-variant", document, pointer, &message)
                .related(other.place(), "the first of the two")
                .help(format!("write \"{known}\" in both places"))
                .guess(edit)
                .report(found);
        }
    }
}

/// Reports words of errands that lead to FAQ answers: the errand would be shown before the answer, as something that we
/// don't handle.
fn errands(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.elsewhere else { return };
    let mut with_word: HashMap<String, BTreeSet<usize>> = HashMap::new();
    let entries: Vec<&Entry> = context.draft.faq.iter().flat_map(|file| file.entries.iter()).collect();
    for (at, entry) in entries.iter().enumerate() {
        for word in entry.tags.iter().chain([&entry.question]).flat_map(|text| words(text)) {
            with_word.entry(word).or_default().insert(at);
        }
    }
    let checks = context.draft.search_checks.iter().flat_map(|file| file.searches.iter());
    let checks = checks.filter(|check| !check.held_back);
    let checks = checks.flat_map(|check| check.expect.iter().map(|id| (&check.query, id)));
    let tags = entries.iter().flat_map(|entry| entry.tags.iter().map(|tag| (tag, &*entry.id)));
    // The entry that each tag, or search that's checked, leads to.
    let leads: HashMap<_, &str> = checks.chain(tags).map(|(text, id)| (words(text), id)).collect();
    let with_all = |phrase: &[String]| {
        let each: Option<Vec<_>> = phrase.iter().map(|word| with_word.get(word)).collect();
        let each = each.filter(|each| each.len() > 1)?;
        each[0].iter().find(|at| each.iter().all(|of| of.contains(at))).map(|at| entries[*at].id.as_str())
    };
    let own = |phrase: &[String]| leads.get(phrase).copied().or_else(|| with_all(phrase));
    alike(file, found);
    for (index, errand) in file.errands.indexed() {
        let hiding =
            errand.words.iter().enumerate().filter_map(|(nth, word)| Some((nth, word, own(&words(word))?)));
        let hiding: Vec<_> = hiding.collect();
        let Some((nth, _, id)) = hiding.first() else { continue };
        let pointer = format!("/errands/{index}/words/{nth}");
        let names = few(hiding.iter().map(|(_, word, _)| format!("\"{word}\"")));
        let message = format!("our own answers, such as {id}, also match {names}");
        let edit = file.document.remove(&pointer).filter(|_| hiding.len() == 1);
        warning_at("errand-hides-answer", &file.document, &pointer, &message)
            .help(format!("remove {names}, or write a longer phrase that means only the errand"))
            .guess(edit)
            .report(found);
    }
}

/// This many errands show that a text names the site that its source is on.
const USUAL: usize = 5;

/// Reports errands with another one's words, and the only errand whose text names a different site than its source.
fn alike(file: &File<Elsewhere>, found: &mut Vec<Diagnostic>) {
    const APART: &str = "write this errand's own words in one of the two: a search can't tell them apart";
    const WHICH: &str = "find out which of the two is this errand's site, and correct the other one";
    let at = |index: usize, key: &str| child(&item("/errands", index), key);
    let mut report = |here: &str, there: (&str, &str), message: &str, help: &str| {
        warning_at("copied-answer", &file.document, here, message)
            .related(file.document.value_at(there.0), there.1)
            .help(help)
            .report(found);
    };
    let mut with_words: HashMap<&[String], usize> = HashMap::new();
    for (index, errand) in file.errands.indexed().filter(|(_, errand)| errand.words.len() > 1) {
        let other = *with_words.entry(&errand.words).or_insert(index);
        if other != index {
            let there = (&*at(other, "words"), "there");
            report(&at(index, "words"), there, "another errand has the same words", APART);
        }
    }
    let site = |address: &str| {
        Some(origin(address)?.trim_start_matches("https://").trim_start_matches("www.").to_owned())
    };
    let named = file.errands.indexed().filter_map(|(index, errand)| {
        let named =
            bare_addresses(&errand.text).iter().filter_map(|link| site(&link.url)).collect::<Vec<_>>();
        Some((index, site(&errand.source)?, named)).filter(|(.., named)| !named.is_empty())
    });
    let is_own = |(_, own, named): &(usize, String, Vec<String>)| {
        named.iter().any(|name| name.ends_with(own) || own.ends_with(name))
    };
    let (usual, odd): (Vec<_>, Vec<_>) = named.partition(is_own);
    if let ([(index, own, named)], true) = (odd.as_slice(), usual.len() >= USUAL) {
        let message = format!("this errand's text sends people to {}, but its source is on {own}", named[0]);
        let there = (&*at(*index, "text"), "the text");
        report(&at(*index, "source"), there, &message, WHICH);
    }
}

/// Reports pairs of questions that ask the same thing, or that differ by a single word.
fn questions(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let entries = context.draft.faq.iter().flat_map(|file| {
        let pointer = |index| child(&item("/entries", index), "question");
        file.entries.indexed().map(move |(index, entry)| (&*file.document, pointer(index), entry))
    });
    // A copy is reported as a whole.
    let copies = context.copies();
    let is_copy = |file: &Document, at: &str| copies.has(&file.name, at) || copies.has_answer(&file.name, at);
    let entries: Vec<_> = entries.filter(|(document, pointer, _)| !is_copy(document, pointer)).collect();
    for (at, earlier) in near_duplicates(entries.iter().map(|(_, _, entry)| entry.question.as_str())) {
        let ((document, pointer, _), (file, there, other)) = (&entries[at], &entries[earlier]);
        let message = format!("this question is nearly the same as the one in the entry \"{}\"", other.id);
        warning_at("near-duplicate", document, pointer, &message)
            .related(file.value_at(there), "the other question")
            .help("combine both answers in one entry and remove the other; or say in the question what sets it apart")
            .report(found);
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

/// `tag-typo`: two tags that differ by one mistyped letter.
fn typos(context: &Context<'_>, all: &[&PlacedName<'_>], found: &mut Vec<Diagnostic>) {
    // Each tag with its uses.
    let mut tags: BTreeMap<&str, Vec<&PlacedName<'_>>> = BTreeMap::new();
    for tag in all.iter().filter(|tag| tag.name.chars().count() >= LONG) {
        if !context.copies().has(&tag.document.name, &tag.pointer) {
            tags.entry(tag.name).or_default().push(tag);
        }
    }
    // A tag made of known words is right; otherwise, the more frequent one is.
    let rank = |tag: &str| (words(tag).iter().all(|word| is_known(word)), tags[tag].len());
    for (one, other) in near(tags.keys().copied()) {
        let (often, seldom) = if rank(one) >= rank(other) { (one, other) } else { (other, one) };
        let ([tag], true) = (tags[seldom].as_slice(), differ_by_a_typo(often, seldom)) else { continue };
        let message = format!("the tag \"{seldom}\" is one letter away from \"{often}\"");
        warning_at("tag-typo", tag.document, &tag.pointer, &message)
            .related(tags[often][0].place(), "the other one")
            .help(format!("write \"{often}\" in both places if they mean the same thing"))
            .guess(tag.document.write(&tag.pointer, often))
            .report(found);
    }
}

fn is_known(word: &str) -> bool {
    commonness(word) != Commonness::Unknown
}

/// Whether a word that only one of the two tags has is unknown: "voting" and "noting" are both words. Plurals are
/// reported by `tag-variant`.
fn differ_by_a_typo(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|tag| words(tag).into_iter().collect::<BTreeSet<String>>());
    let mut own = one.symmetric_difference(&other).peekable();
    own.peek().is_some()
        && !own.clone().all(|word| is_known(word))
        && !own.any(|word| word.contains(|c: char| c.is_ascii_digit()))
}

/// Pairs of tags that are one letter apart. Tags are only compared if they match after dropping at most one letter from
/// each, so comparing thousands takes linear time.
fn near<'a>(tags: impl Iterator<Item = &'a str>) -> Vec<(&'a str, &'a str)> {
    let mut by_part: HashMap<String, Vec<&str>> = HashMap::new();
    let mut out = Vec::new();
    for tag in tags {
        let small = tag.to_lowercase();
        let count = small.chars().count();
        // The last one is the whole tag.
        let without = |skip: usize| -> String {
            small.chars().enumerate().filter(|(at, _)| *at != skip).map(|(_, c)| c).collect()
        };
        let mut others: BTreeSet<&str> = BTreeSet::new();
        for part in (0..=count).map(without).collect::<BTreeSet<String>>() {
            let known = by_part.entry(part).or_default();
            others.extend(known.iter());
            known.push(tag);
        }
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
