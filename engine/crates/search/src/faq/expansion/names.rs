//! Names of regions in a query: they say who the question is for, not what it's about.
//!
//! The longest name at each position counts. A typo or an unfinished last word isn't taken for a name if it means
//! something by itself, and only a certain match says which region is meant.

use super::spelling::{correctness, nearest_words};
use super::word::is_near_certain;
use crate::faq::library::Collection;
use crate::faq::words::WordToken;
use crate::text::english::{StopWord, is_everyday, stop_word};

/// A word of a query that belongs to a region's name, or that ties the name into the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameWord {
    /// The region's number, if it's certain.
    pub region: Option<usize>,
}

/// The minimum number of letters for an unfinished word to count as part of a name.
const BEGINNING: usize = 3;

/// The minimum number of letters in a code.
const CODE: usize = 2;

/// Returns, for each word of a query, whether it's part of a region's name. `open` means that the last word may be
/// unfinished.
pub fn find(collection: &Collection, query: &str, words: &[WordToken], open: bool) -> Vec<Option<NameWord>> {
    let names = &collection.names;
    let mut found = vec![None; words.len()];
    if names.codes.is_empty() {
        return found;
    }
    let typed = (1..).zip(words).map(|(at, word)| Typed::new(collection, word, open && at == words.len()));
    let typed: Vec<Typed<'_>> = typed.collect();
    let mut at = 0;
    while at < words.len() {
        // A certain name takes precedence over a longer one that is only possible.
        let rest = &typed[at..];
        // Even if a name is unfinished or misspelled, its first letter has to match.
        let initial = typed[at].word.chars().next();
        let alike = names.names.iter().filter(|(name, _)| name[0].chars().next() == initial);
        let fits = |sure: bool| {
            let mut fitting = alike.clone().filter_map(|(name, region)| {
                let certain = fit(collection, name, rest).filter(|certain| *certain || !sure)?;
                Some((name.len(), region.map(|region| NameWord { region: certain.then_some(region) })))
            });
            fitting.next()
        };
        let code = || Some((1, Some(NameWord { region: Some(code(collection, query, &words[at])?) })));
        let (length, named) = fits(true).or_else(code).or_else(|| fits(false)).unwrap_or((1, None));
        found[at..at + length].fill(named);
        // "In" before a name doesn't add any meaning.
        if named.is_some() && at > 0 && stop_word(typed[at - 1].word) == Some(StopWord::Grammatical) {
            found[at - 1] = found[at - 1].or(Some(NameWord { region: None }));
        }
        at += length;
    }
    found
}

/// Returns the region that has this word as its code, if it's typed in capitals and isn't a word that people or the
/// content use.
fn code(collection: &Collection, query: &str, word: &WordToken) -> Option<usize> {
    let typed = query.chars().skip(word.start).take(word.end - word.start).filter(|c| c.is_alphanumeric());
    let typed: String = typed.collect();
    let capitals = |code: &String| code.chars().flat_map(char::to_uppercase).eq(typed.chars());
    let region = collection.names.codes.iter().position(capitals)?;
    let says_something = is_everyday(&word.text)
        || collection.vocabulary.word(&word.text).is_some()
        || collection.table.beginning_with(&word.text).next().is_some();
    (typed.chars().count() >= CODE && !says_something).then_some(region)
}

/// A word as typed.
struct Typed<'a> {
    word: &'a str,
    open: bool,
    /// Whether it means something by itself or is spelled correctly.
    known: bool,
}

impl<'a> Typed<'a> {
    fn new(collection: &Collection, word: &'a WordToken, open: bool) -> Self {
        Self { word: &word.text, open, known: collection.is_known(&word.text) }
    }
}

/// Returns `None` if the words don't begin with a name, otherwise whether the match is certain.
fn fit(collection: &Collection, name: &[String], typed: &[Typed<'_>]) -> Option<bool> {
    let mut certain = true;
    for (at, word) in name.iter().enumerate() {
        let typed = typed.get(at)?;
        let last = at + 1 == name.len();
        if typed.word == word || (last && typed.word.strip_suffix('s') == Some(word)) {
            continue;
        }
        let alone = name.len() == 1;
        certain &= match begins(collection, word, typed, at > 0) {
            true => false,
            false => mistaken(collection, word, typed, alone)?,
        };
    }
    Some(certain)
}

/// Returns whether a typed word is the beginning of a name's word. `inside` means that the name's earlier words precede
/// it.
fn begins(collection: &Collection, word: &str, typed: &Typed<'_>, inside: bool) -> bool {
    typed.open
        && typed.word.len() >= BEGINNING
        && word.starts_with(typed.word)
        && (inside || (!typed.known && collection.index.similar(typed.word, 0, true).is_empty()))
}

/// Returns whether it's certain that a typed word is a misspelled word of a name; `None` if it isn't one, or if it's a
/// one-word name and the content contains a word that is at least as close.
fn mistaken(collection: &Collection, word: &str, typed: &Typed<'_>, alone: bool) -> Option<bool> {
    if typed.known || typed.word.bytes().next() != word.bytes().next() {
        return None;
    }
    let sure = correctness(typed.word, word)?;
    let other = |(near, quality): &(String, f32)| near != word && *quality >= sure;
    let doubtful = alone && nearest_words(collection, typed.word).iter().any(other);
    (!doubtful).then(|| is_near_certain(typed.word, sure))
}
