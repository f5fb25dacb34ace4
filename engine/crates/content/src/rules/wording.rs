//! The words listed in style.yaml: finds text that uses them, and contradictions between the lists.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;

use regex::{Regex, RegexBuilder};

use super::context::Context;
use super::findings::warning_at;
use super::texts::{FileText, overlap, whole_word};
use crate::content::document::{child, item};
use crate::content::model::{Style, Wording};
use callguide_search::diagnostics::{Diagnostic, Place};
use callguide_search::text::Expression;

/// The entries of the lists in style.yaml: the rule, what findings say about a word, and the pointer.
fn entries(style: &Style) -> Vec<(&'static str, &'static str, String, &Wording)> {
    let lists = [
        ("inconsistent-name", "we have another name for this", "/names", &style.names),
        ("partisan-word", "this may sound like taking sides", "/partisan", &style.partisan),
        ("judgemental-word", "this may sound judgmental", "/judgemental", &style.judgemental),
        ("retired-words", "we no longer say this", "/retired", &style.retired),
    ];
    let all = lists.into_iter().flat_map(|(rule, what, list, entries)| {
        entries.indexed().map(move |(at, wording)| (rule, what, item(list, at), wording))
    });
    all.collect()
}

/// `inconsistent-name`, `partisan-word`, `judgemental-word`, `retired-words`: the words listed in style.yaml.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(style) = &context.draft.style else { return };
    let entries = entries(style);
    let variants = entries
        .iter()
        .enumerate()
        .flat_map(|(at, (.., wording))| wording.not.iter().map(move |variant| (at, variant.as_str())));
    let phrases = Phrases::of(variants);
    for text in context.prose() {
        let mut told: Vec<Range<usize>> = Vec::new();
        let mut hits = phrases.hits(text);
        hits.sort_by_key(|(entry, hit)| (*entry, hit.start, hit.end));
        for (entry, hit) in hits {
            let (rule, what, _, Wording { say, .. }) = &entries[entry];
            // Wording that style.yaml prescribes, here or in another entry, isn't reported. If two phrases overlap, the
            // one that comes first in style.yaml is reported.
            let prescribed = entries.iter().any(|(.., other)| other.say == text.read[hit.clone()]);
            if !prescribed
                && !is_inside(say, text.words_alone(), &hit)
                && !told.iter().any(|t| overlap(t, &hit))
            {
                told.push(hit.clone());
                found.push(finding(rule, what, say, text, hit));
            }
        }
    }
}

/// What a note tells people not to mention.
static UNMENTIONED: Expression = Expression::new(
    r"(?i)\b(?:don['’]t|do\s+not|never)\s+mention\s+(?:(?:the|any|a|an|their)\s+)?(?P<what>[a-z]{3,})(?:[.,;:!?]|$|\s+(?:from|at|in|to|and|or|here|yet|again|unless)\b)",
);

/// `against-note`: a script with a word that its own note says not to mention.
pub fn check_notes(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for note in context.prose() {
        let Some(script) = note.pointer.rfind("/note").map(|at| &note.pointer[..at]) else { continue };
        for warned in UNMENTIONED.captures_iter(note.read) {
            let what = warned["what"].to_lowercase();
            let root = what.strip_suffix("ing").filter(|root| root.len() > 2).unwrap_or(&what);
            let is_said = |word: &str| {
                ["", "e", "s", "es", "ed", "ing"].contains(&word.strip_prefix(root).unwrap_or("-"))
            };
            let says = context.texts_of(note.document).iter().filter(|text| {
                let rest = text.pointer.strip_prefix(script).and_then(|rest| rest.strip_prefix("/say"));
                rest.is_some() && same_readers(note, text)
            });
            for text in says {
                let words = text.words_alone().to_ascii_lowercase();
                let mut all = words.split(|c: char| !c.is_alphabetic());
                let Some(word) = all.find(|word| is_said(word)) else { continue };
                let mut hits = words.match_indices(word).map(|(at, word)| at..at + word.len());
                let Some(hit) = hits.find(|hit| whole_word(&words, hit)) else { continue };
                let message = format!("this says \"{word}\", but its note says not to mention {what}");
                text.warning("against-note", text.part(&hit), &message)
                    .related(note.part(&warned.get_match().range()), "the note")
                    .help("take it out; if it's right here, correct the note")
                    .report(found);
            }
        }
    }
}

/// Whether two texts of a script, each perhaps a case, are for the same readers.
fn same_readers(one: &FileText<'_>, other: &FileText<'_>) -> bool {
    let when = |text: &FileText<'_>| {
        let case = text.pointer.strip_suffix("/text")?;
        text.document.value.pointer(&child(case, "when")).cloned()
    };
    let is_case = |text: &FileText<'_>| text.pointer.ends_with("/text");
    !is_case(one) || !is_case(other) || when(one) == when(other)
}

fn finding(rule: &'static str, what: &str, say: &str, text: &FileText<'_>, hit: Range<usize>) -> Diagnostic {
    let given = &text.read[hit.clone()];
    let place = text.part(&hit);
    let shown = given.split_whitespace().collect::<Vec<_>>().join(" ");
    let capital = given.starts_with(char::is_uppercase) && !given.chars().skip(1).any(char::is_uppercase);
    let say = if capital { capitalised(say) } else { say.to_owned() };
    let before = text.read[..hit.start].split_whitespace().next_back().unwrap_or_default();
    let fits = goes_on(before, given, &say);
    let do_so = match say.as_str() {
        "" => "take it out".to_owned(),
        _ if fits => format!("write \"{say}\" instead"),
        _ => format!("take it out, or reword the sentence with \"{say}\""),
    };
    let edit = text.document.write_part(&text.pointer, &place, given, &say);
    let edit = edit.filter(|_| !say.is_empty() && fits);
    text.warning(rule, place, &format!("\"{shown}\": {what}"))
        .help(format!("{do_so}, or change the list in style.yaml"))
        .guess(edit)
}

/// Whether `say` can follow the same word as `given`: an article must fit the sound after it and must not be doubled.
fn goes_on(before: &str, given: &str, say: &str) -> bool {
    const ARTICLES: [&str; 3] = ["a", "an", "the"];
    let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let vowel = |text: &str| text.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']);
    let before = word(before);
    match before.as_str() {
        _ if !ARTICLES.contains(&before.as_str()) => true,
        _ if ARTICLES.contains(&word(say).as_str()) => false,
        "the" => true,
        _ => vowel(given) == vowel(say),
    }
}

/// `text` with a capital first letter.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Whether `hit` is part of the `agreed` wording itself.
fn is_inside(agreed: &str, words: &str, hit: &Range<usize>) -> bool {
    let from = words.floor_char_boundary(hit.start.saturating_sub(agreed.len()));
    let to = words.ceil_char_boundary((hit.end + agreed.len()).min(words.len()));
    let mut near = words[from..to].match_indices(agreed).map(|(at, _)| from + at);
    near.any(|at| at <= hit.start && hit.end <= at + agreed.len())
}

/// Phrases to look for in text, each with a value that says why it's listed.
pub(super) struct Phrases<'a, T> {
    all: Vec<(T, Phrase<'a>)>,
    /// Matches the longest word of any phrase, to skip text that contains none, which is most of it.
    any: Option<Regex>,
}

impl<'a, T: Copy> Phrases<'a, T> {
    pub fn of(listed: impl Iterator<Item = (T, &'a str)>) -> Self {
        let all: Vec<_> = listed.map(|(of, written)| (of, Phrase::new(written))).collect();
        let longest = all.iter().filter_map(|(_, phrase)| phrase.words.iter().max_by_key(|word| word.len()));
        let words: Vec<String> = longest.map(|word| regex::escape(word)).collect();
        Self { any: Regex::new(&words.join("|")).ok(), all }
    }

    /// Every place where the text uses a phrase as whole words, in the order of the phrases.
    pub fn hits(&self, text: &FileText<'_>) -> Vec<(T, Range<usize>)> {
        let small = small_letters(text.read);
        if self.any.as_ref().is_some_and(|any| !any.is_match(&small)) {
            return Vec::new();
        }
        let near = self.all.iter().filter(|(_, phrase)| phrase.may_be_in(&small));
        let there = near.filter(|(_, phrase)| phrase.pattern().is_some_and(|p| p.is_match(text.read)));
        there.flat_map(|(of, phrase)| phrase.hits(text.words_alone()).map(move |hit| (*of, hit))).collect()
    }
}

/// A phrase. Its pattern is compiled only once some text contains all of its words, so most patterns never are.
struct Phrase<'a> {
    written: &'a str,
    /// Lowercase.
    words: Vec<String>,
    pattern: OnceCell<Option<Regex>>,
}

impl<'a> Phrase<'a> {
    fn new(written: &'a str) -> Self {
        let words = written.split_whitespace().map(small_letters).collect();
        Self { written, words, pattern: OnceCell::new() }
    }

    /// Whether text, given in lowercase, contains all of its words.
    fn may_be_in(&self, small: &str) -> bool {
        self.words.iter().all(|word| small.contains(word))
    }

    /// A space matches any whitespace, including a line break, and an apostrophe may be curly.
    fn pattern(&self) -> Option<&Regex> {
        let pattern = self.pattern.get_or_init(|| {
            let any_case = !self.written.contains(char::is_uppercase);
            let words: Vec<String> = self.written.split_whitespace().map(regex::escape).collect();
            let source = words.join(r"\s+").replace('\'', "['’]");
            RegexBuilder::new(&source).case_insensitive(any_case).build().ok()
        });
        pattern.as_ref()
    }

    /// The ranges in which the phrase appears as whole words.
    fn hits(&self, words: &str) -> impl Iterator<Item = Range<usize>> {
        let hits = self.pattern().into_iter().flat_map(|pattern| pattern.find_iter(words));
        hits.map(|hit| hit.range()).filter(move |hit| whole_word(words, hit))
    }
}

/// `text` in lowercase and with straight apostrophes.
fn small_letters(text: &str) -> String {
    text.replace('’', "'").to_lowercase()
}

/// `style-clash`: style.yaml forbids a word that it also prescribes, or lists one twice.
pub fn check_style(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(style) = &context.draft.style else { return };
    let all = entries(style);
    let document = &style.document;
    let mut first: BTreeMap<&str, Place> = BTreeMap::new();
    for (.., entry, wording) in &all {
        for (nth, word) in wording.not.iter().enumerate() {
            let pointer = item(&child(entry, "not"), nth);
            if let Some(there) = first.get(word.as_str()) {
                let message = format!("\"{word}\" is listed twice in this file");
                warning_at("style-clash", document, &pointer, &message)
                    .related(there.clone(), "and here")
                    .help("keep the one that says what to write instead, and remove the other")
                    .report(found);
                continue;
            }
            first.insert(word, document.value_at(&pointer));
            let phrase = Phrase::new(word);
            let is_used = |say: &str| phrase.hits(say).any(|hit| !is_inside(&wording.say, say, &hit));
            let clashes =
                |say: &str| say != wording.say && phrase.may_be_in(&small_letters(say)) && is_used(say);
            let is_own = *word == wording.say;
            let clash =
                all.iter().find(|(.., at, other)| if is_own { at == entry } else { clashes(&other.say) });
            if let Some((.., at, Wording { say, .. })) = clash {
                let message = format!("\"{word}\" is forbidden here, but the file says to write \"{say}\"");
                warning_at("style-clash", document, &pointer, &message)
                    .related(document.value_at(&child(at, "say")), "prescribed here")
                    .help("decide on one and change the other: nobody can follow both")
                    .report(found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(say: &str, not: &[&str], text: &str) -> Vec<String> {
        let phrases: Vec<_> = not.iter().map(|word| Phrase::new(word)).collect();
        let hits = phrases.iter().flat_map(|phrase| phrase.hits(text));
        hits.filter(|hit| !is_inside(say, text, hit)).map(|hit| text[hit].to_owned()).collect()
    }

    #[test]
    fn lowercase_variants_match_any_case_and_capitals_match_exactly() {
        assert_eq!(
            hits("email", &["e-mail"], "E-mail, e-mail, e-mails and E-MAIL"),
            ["E-mail", "e-mail", "E-MAIL"]
        );
        assert_eq!(hits("the us", &["US"], "us and US"), ["US"]);
    }

    #[test]
    fn an_article_must_fit_the_word_that_follows_it() {
        for (before, given, say) in
            [("my", "apple", "pear"), ("the", "apple", "pear"), ("a", "pear", "plum"), ("", "a", "b")]
        {
            assert!(goes_on(before, given, say), "{before} {say}");
        }
        for (before, given, say) in
            [("An", "apple", "pear"), ("a", "pear", "apple"), ("the", "pear", "a pear tree")]
        {
            assert!(!goes_on(before, given, say), "{before} {say}");
        }
    }

    #[test]
    fn the_preferred_wording_is_never_reported_as_a_variant() {
        let text = "the Voter Agreement, the voter\nagreement and the VOTER AGREEMENT";
        assert_eq!(
            hits("Voter Agreement", &["voter agreement"], text),
            ["voter\nagreement", "VOTER AGREEMENT"]
        );
        assert_eq!(
            hits("driver's license", &["drivers' license"], "a drivers’ license"),
            ["drivers’ license"]
        );
    }
}
