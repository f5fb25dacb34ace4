//! The curated synonyms, what staff say means the same, and beside them the thesaurus of everyday English.
//!
//! Knows words only, no index.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::stem::Stemmer;
use super::tokenizer;
use crate::text::english::{self, StopWord, stop_word};

/// Which words and phrases find which others, as content has them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Synonyms {
    pub rules: Vec<SynonymRule>,
}

/// One rule of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SynonymRule {
    /// Typing any of them finds all of them.
    Both(Vec<String>),
    /// Typing any of `words` finds `finds` as well, not the other way round.
    OneWay { words: Vec<String>, finds: Vec<String> },
}

/// A word or phrase of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// As staff wrote it.
    pub written: String,
    /// Folded words that count; never empty.
    pub words: Vec<String>,
    /// Their stems.
    pub stems: Vec<String>,
    /// The term that stands for a phrase of several words in the index.
    pub term: String,
}

impl Phrase {
    fn new(written: &str, intern: &mut Intern<'_>) -> Option<Self> {
        let all = tokenizer::words(written);
        // "vote by mail" is vote + mail, but "to me" is nothing without its small words.
        let words = if all.len() > 2 {
            let counts = |word: &&String| stop_word(word) != Some(StopWord::Grammatical);
            let counting: Vec<String> = all.iter().filter(counts).cloned().collect();
            if counting.len() >= 2 { counting } else { all }
        } else {
            // Without one of them there is no phrase left.
            all
        };
        if words.is_empty() {
            return None;
        }
        let stems: Vec<String> = words.iter().map(|word| intern.stem(word)).collect();
        let term = stems.join(intern.between);
        Some(Self { written: written.to_owned(), words, stems, term })
    }
}

/// The table, ready to be asked.
#[derive(Debug, Default)]
pub struct Table {
    pub phrases: Vec<Phrase>,
    /// For each phrase, the phrases that it finds.
    finds: Vec<Vec<usize>>,
    /// Phrases that find something, by the first byte of their first word.
    initials: FxHashMap<u8, Vec<usize>>,
    /// The same, by their first stem.
    by_stem: FxHashMap<String, Vec<usize>>,
    /// Words that are a phrase that finds something, and their stems: the table knows them.
    single: FxHashSet<String>,
    /// The phrases of several words that something finds, in order.
    targets: Vec<usize>,
}

/// Between the stems of a phrase in its term: what no word has. One for each table, so that a phrase of both is two terms.
const BETWEEN: [&str; 2] = ["_", "~"];

/// Whether a term of the index is a phrase.
pub fn is_phrase(term: &str) -> bool {
    BETWEEN.iter().any(|between| term.contains(between))
}

/// The thesaurus of everyday English, compiled when it's first needed.
pub static ENGLISH: LazyLock<Table> =
    LazyLock::new(|| Table::compile(english::thesaurus().map(|line| (line.words, line.finds)), BETWEEN[1]));

impl Table {
    /// Compiles the rules. What has no word in it is left out.
    pub fn new(synonyms: &Synonyms) -> Self {
        let rules = synonyms.rules.iter().map(|rule| match rule {
            SynonymRule::Both(words) => (borrowed(words), Vec::new()),
            SynonymRule::OneWay { words, finds } => (borrowed(words), borrowed(finds)),
        });
        Self::compile(rules, BETWEEN[0])
    }

    /// Compiles rules: words, and what they find, which is nothing where they find each other.
    fn compile<'a>(rules: impl Iterator<Item = (Vec<&'a str>, Vec<&'a str>)>, between: &'static str) -> Self {
        let mut table = Self::default();
        let mut intern = Intern::new(between);
        for (words, finds) in rules {
            let from = table.intern(&words, &mut intern);
            let others = table.intern(&finds, &mut intern);
            for source in &from {
                for target in if finds.is_empty() { &from } else { &others } {
                    if source != target && !table.finds[*source].contains(target) {
                        table.finds[*source].push(*target);
                    }
                }
            }
        }
        for (id, phrase) in table.phrases.iter().enumerate() {
            if !table.finds[id].is_empty()
                && let Some(initial) = phrase.words[0].bytes().next()
            {
                table.initials.entry(initial).or_default().push(id);
                table.by_stem.entry(phrase.stems[0].clone()).or_default().push(id);
            }
            if phrase.words.len() == 1 && !table.finds[id].is_empty() {
                table.single.insert(phrase.words[0].clone());
                table.single.insert(phrase.stems[0].clone());
            }
        }
        let found: FxHashSet<usize> = table.finds.iter().flatten().copied().collect();
        let several = |id: &usize| table.phrases[*id].words.len() > 1 && found.contains(id);
        table.targets = (0..table.phrases.len()).filter(several).collect();
        table
    }

    fn intern<'a>(&mut self, written: &[&'a str], intern: &mut Intern<'a>) -> Vec<usize> {
        written.iter().filter_map(|text| self.number(text, intern)).collect()
    }

    /// The number of a phrase; none for a text without a word.
    fn number<'a>(&mut self, written: &'a str, intern: &mut Intern<'a>) -> Option<usize> {
        if let Some(id) = intern.written.get(written) {
            return *id;
        }
        let id = Phrase::new(written, intern).map(|phrase| {
            *intern.ids.entry(phrase.words.clone()).or_insert_with(|| {
                self.phrases.push(phrase);
                self.finds.push(Vec::new());
                self.phrases.len() - 1
            })
        });
        intern.written.insert(written, id);
        id
    }

    /// The phrases that find something and may begin with `word`, mistyped or not: neither a stem
    /// nor a mistake that is followed changes how a word begins.
    pub fn beginning_like(&self, word: &str) -> &[usize] {
        let initial = word.bytes().next();
        initial.and_then(|initial| self.initials.get(&initial)).map_or(&[], Vec::as_slice)
    }

    /// The phrases that find something and begin with a word of this stem.
    pub fn beginning_with(&self, stem: &str) -> &[usize] {
        self.by_stem.get(stem).map_or(&[], Vec::as_slice)
    }

    /// What a phrase finds besides itself.
    pub fn finds(&self, phrase: usize) -> &[usize] {
        &self.finds[phrase]
    }

    /// Whether a word alone stands in the table, by itself or by its stem.
    pub fn knows(&self, word: &str, stem: &str) -> bool {
        self.single.contains(word) || self.single.contains(stem)
    }

    /// The phrases of several words that something finds, in order.
    pub fn targets(&self) -> &[usize] {
        &self.targets
    }
}

fn borrowed(members: &[String]) -> Vec<&str> {
    members.iter().map(String::as_str).collect()
}

/// What compiling a table takes.
struct Intern<'a> {
    between: &'static str,
    /// Many a phrase stands in several lines.
    written: FxHashMap<&'a str, Option<usize>>,
    ids: FxHashMap<Vec<String>, usize>,
    stemmer: Stemmer,
    /// Most words stand in many lines.
    stems: FxHashMap<String, String>,
}

impl Intern<'_> {
    fn new(between: &'static str) -> Self {
        Self {
            between,
            written: FxHashMap::default(),
            ids: FxHashMap::default(),
            stemmer: Stemmer::default(),
            stems: FxHashMap::default(),
        }
    }

    fn stem(&mut self, word: &str) -> String {
        if let Some(stem) = self.stems.get(word) {
            return stem.clone();
        }
        let stem = self.stemmer.stem(word);
        self.stems.insert(word.to_owned(), stem.clone());
        stem
    }
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

    #[test]
    fn one_way_rules_go_one_way() {
        let table = table();
        let id = |written: &str| table.phrases.iter().position(|phrase| phrase.written == written).unwrap();
        assert_eq!(table.finds(id("ex con")), [id("felony conviction")]);
        assert!(table.finds(id("felony conviction")).is_empty());
        assert_eq!(table.finds(id("dl")), [id("driver's license")]);
        assert_eq!(table.finds(id("driver's license")), [id("dl")]);
    }
}
