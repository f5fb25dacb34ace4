//! Synonyms: those that staff curate, and the thesaurus of everyday English in the same form.
//!
//! Works only with words and doesn't know about the index. `build.rs` compiles the thesaurus with it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::words::{self, stem};
use crate::text::english::{StopWord, lines_from, stop_word};

/// Which words and phrases also search for which others, as defined by the content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Synonyms {
    pub rules: Vec<SynonymRule>,
}

/// One rule of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SynonymRule {
    /// Typing any of them finds all of them.
    Both(Vec<String>),
    /// Typing any of `words` also finds `finds`, but not the reverse.
    OneWay { words: Vec<String>, finds: Vec<String> },
}

/// Separates the stems in a phrase's term: it doesn't occur in words, and it sorts before any character of a word.
const BETWEEN: char = '+';

/// Returns whether a term of the index is a phrase of several words.
pub fn is_phrase(term: &str) -> bool {
    term.contains(BETWEEN)
}

/// A word or phrase in the table.
#[derive(Debug, Clone, Copy)]
pub struct Phrase<'t> {
    /// Its term in the index: the stem of the word, or the stems of all its words.
    pub term: &'t str,
    /// Its significant words, folded and separated by spaces.
    words: &'t str,
    finds: &'t str,
}

impl<'t> Phrase<'t> {
    /// Returns the words, each with its stem.
    pub fn words(self) -> impl Iterator<Item = (&'t str, &'t str)> {
        self.words.split(' ').zip(stems(self.term))
    }

    /// Returns what it finds besides itself: terms, with the word itself if it's a single word.
    pub fn finds(self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> {
        let all = self.finds.split('\t').filter(|found| !found.is_empty());
        all.map(|found| found.split_once(' ').map_or((found, None), |(term, word)| (term, Some(word))))
    }
}

/// Returns the stems in a term.
pub fn stems(term: &str) -> impl Iterator<Item = &str> {
    term.split(BETWEEN)
}

/// The compiled table: one line for each word or phrase, sorted, with its term, its words, and what it finds, separated
/// by tabs. It's searched in place and may be part of the executable.
#[derive(Debug)]
pub struct Table(Cow<'static, str>);

impl Table {
    /// Compiles the rules. Members without a word in them are left out.
    pub fn new(synonyms: &Synonyms) -> Self {
        fn borrowed(members: &[String]) -> Vec<&str> {
            members.iter().map(String::as_str).collect()
        }
        let rules = synonyms.rules.iter().map(|rule| match rule {
            SynonymRule::Both(words) => (borrowed(words), Vec::new()),
            SynonymRule::OneWay { words, finds } => (borrowed(words), borrowed(finds)),
        });
        Self(compile(rules).into())
    }

    /// Wraps a table that was compiled at build time.
    pub const fn compiled(lines: &'static str) -> Self {
        Self(Cow::Borrowed(lines))
    }

    /// Returns all phrases in order.
    pub fn phrases(&self) -> impl Iterator<Item = Phrase<'_>> {
        phrases(&self.0)
    }

    /// Returns the phrases that may begin with `word`, even if it's mistyped: neither stemming nor the typos that the
    /// search considers ever change a word's first letter.
    pub fn beginning_like(&self, word: &str) -> impl Iterator<Item = Phrase<'_>> {
        let initial = word.chars().next();
        let from = initial.map_or("", |initial| lines_from(&self.0, initial.encode_utf8(&mut [0; 4])));
        phrases(from).take_while(move |phrase| phrase.term.chars().next() == initial)
    }

    /// Returns the phrases that begin with a word with this stem.
    pub fn beginning_with(&self, stem: &str) -> impl Iterator<Item = Phrase<'_>> {
        phrases(lines_from(&self.0, stem)).take_while(move |phrase| stems(phrase.term).next() == Some(stem))
    }

    /// Returns whether a word with this stem finds something by itself.
    pub fn knows(&self, stem: &str) -> bool {
        self.beginning_with(stem).any(|phrase| phrase.term == stem && !phrase.finds.is_empty())
    }
}

fn phrases(lines: &str) -> impl Iterator<Item = Phrase<'_>> {
    lines.lines().filter_map(|line| {
        let mut parts = line.splitn(3, '\t');
        Some(Phrase { term: parts.next()?, words: parts.next()?, finds: parts.next()? })
    })
}

/// Compiles rules into the lines of a table. Each rule is a list of words and a list of what they find; the second
/// list is empty if the words are synonyms of each other.
pub fn compile<'a>(rules: impl Iterator<Item = (Vec<&'a str>, Vec<&'a str>)>) -> String {
    let rules: Vec<_> = rules.collect();
    let mut all: FxHashMap<&str, Option<[String; 3]>> = FxHashMap::default();
    for written in rules.iter().flat_map(|(words, finds)| words.iter().chain(finds)) {
        all.entry(written).or_insert_with(|| read(written));
    }
    let mut finds: BTreeMap<[&str; 2], Vec<&str>> = BTreeMap::new();
    for (words, others) in &rules {
        let [words, others] = [words, others]
            .map(|list| list.iter().filter_map(|written| all[written].as_ref()).collect::<Vec<_>>());
        for [term, written, _] in words.iter().chain(&others) {
            finds.entry([term, written]).or_default();
        }
        let targets = if others.is_empty() { &words } else { &others };
        for [term, written, itself] in &words {
            let others = targets.iter().map(|[.., target]| target.as_str()).filter(|target| target != itself);
            finds.entry([term, written]).or_default().extend(others);
        }
    }
    let mut lines = String::new();
    for ([term, words], mut finds) in finds {
        finds.sort_unstable();
        finds.dedup();
        lines.extend([term, "\t", words, "\t", &finds.join("\t"), "\n"]);
    }
    lines
}

/// Returns the stems that a word or phrase in a table matches, or an empty list if it contains no words.
pub fn stems_of(written: &str) -> Vec<String> {
    read(written).map_or_else(Vec::new, |[term, ..]| stems(&term).map(str::to_owned).collect())
}

/// Returns the term of a word or phrase, its significant words, and the form in which other phrases list it; `None` if
/// there's no word in it.
fn read(written: &str) -> Option<[String; 3]> {
    let mut words = words::words(written);
    // "vote by mail" becomes vote + mail, but without its small words, nothing would be left of "to me".
    if words.len() > 2 {
        let counts = |word: &&String| stop_word(word) != Some(StopWord::Grammatical);
        if words.iter().filter(counts).count() >= 2 {
            words.retain(|word| counts(&word));
        }
    }
    let term = words.iter().map(|word| stem(word)).collect::<Vec<_>>().join(&BETWEEN.to_string());
    let words = words.join(" ");
    let found = if is_phrase(&term) { term.clone() } else { format!("{term} {words}") };
    (!words.is_empty()).then_some([term, words, found])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let both = |words: &[&str]| SynonymRule::Both(words.iter().map(ToString::to_string).collect());
        let synonyms = Synonyms {
            rules: vec![
                both(&["dl", "driver's license"]),
                both(&["absentee", "vote by mail"]),
                SynonymRule::OneWay { words: vec!["ex con".into()], finds: vec!["felony conviction".into()] },
            ],
        };
        Table::new(&synonyms)
    }

    fn finds<'t>(table: &'t Table, stem: &'t str) -> Vec<&'t str> {
        table.beginning_with(stem).flat_map(|phrase| phrase.finds().map(|(term, _)| term)).collect()
    }

    #[test]
    fn one_way_rules_work_in_one_direction() {
        let table = table();
        assert_eq!(finds(&table, "ex"), ["feloni+convict"]);
        assert!(finds(&table, "feloni").is_empty());
        assert_eq!(finds(&table, "dl"), ["driver+licens"]);
        assert_eq!(finds(&table, "driver"), ["dl"]);
    }

    #[test]
    fn synonyms_with_a_common_prefix_are_looked_up_together() {
        let rules = ["by vote", "vote by mail", "vote", "voter", "votes1", "\u{e9}mail"];
        let rules = rules.map(|word| SynonymRule::Both(vec![word.into(), "zoo".into()]));
        let one_way = SynonymRule::OneWay { words: vec!["voter".into()], finds: vec!["zebra".into()] };
        let table = Table::new(&Synonyms { rules: rules.into_iter().chain([one_way]).collect() });
        let terms = |phrases: Vec<Phrase<'_>>| {
            phrases.into_iter().map(|phrase| phrase.term.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(terms(table.beginning_with("vote").collect()), ["vote", "vote+mail"]);
        assert_eq!(terms(table.beginning_like("vxyz").collect()), ["vote", "vote+mail", "voter", "votes1"]);
        assert_eq!(terms(table.beginning_like("email").collect()), ["email"]);
        assert!(table.beginning_with("vot").next().is_none() && table.beginning_like("").next().is_none());
        assert!(table.knows("vote") && table.knows("zoo") && !table.knows("by"));
        assert!(!table.knows("zebra"), "it finds nothing");
    }
}
