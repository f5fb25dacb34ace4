//! The curated synonyms: what staff say means the same.
//!
//! A phrase of several words becomes a term of its own: it is looked for when the index is built,
//! wherever its words stand together, so that a search for it is as cheap and as exact as for a
//! word. Knows words only, no index.

use rustc_hash::{FxHashMap, FxHashSet};

use super::light;
use super::text;
use super::vocabulary::Stemmer;

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
    fn new(written: &str, stemmer: &mut Stemmer) -> Option<Self> {
        let all: Vec<String> =
            text::words(written).into_iter().filter(|word| !word.joined).map(|word| word.text).collect();
        let counting: Vec<String> = all.iter().filter(|word| !light::is_grammatical(word)).cloned().collect();
        // "vote by mail" is vote + mail, but "to me" is nothing without its small words.
        let words =
            if counting.len() >= 2 || (counting.len() == 1 && all.len() == 1) { counting } else { all };
        if words.is_empty() {
            return None;
        }
        let stems: Vec<String> = words.iter().map(|word| stemmer.stem(word)).collect();
        let term = stems.join("_");
        Some(Self { written: written.to_owned(), words, stems, term })
    }
}

/// The table, ready to be asked.
#[derive(Debug, Default)]
pub struct Table {
    pub phrases: Vec<Phrase>,
    /// For each phrase, the phrases that it finds.
    finds: Vec<Vec<usize>>,
    /// Stems of the phrases of several words that something finds, numbered.
    stems: FxHashMap<String, u32>,
    /// The numbers of each such phrase's stems, in its order; none for the others.
    numbers: Vec<Vec<u32>>,
    /// Such phrases, in order, by the number of their first stem.
    targets: Vec<Vec<usize>>,
    /// Phrases that find something, by the first byte of their first word.
    initials: FxHashMap<u8, Vec<usize>>,
    /// Words that begin or are a phrase, to know a word of the table from an unknown one.
    single: FxHashSet<String>,
}

impl Table {
    /// Compiles the rules. What has no word in it is left out.
    pub fn new(synonyms: &Synonyms, stemmer: &mut Stemmer) -> Self {
        let mut table = Self::default();
        let mut ids: FxHashMap<Vec<String>, usize> = FxHashMap::default();
        for rule in &synonyms.rules {
            let (words, finds) = match rule {
                SynonymRule::Both(words) => (words, words),
                SynonymRule::OneWay { words, finds } => (words, finds),
            };
            let from = table.intern(words, &mut ids, stemmer);
            let to = table.intern(finds, &mut ids, stemmer);
            for source in &from {
                for target in &to {
                    if source != target && !table.finds[*source].contains(target) {
                        table.finds[*source].push(*target);
                    }
                }
            }
        }
        let found: FxHashSet<usize> = table.finds.iter().flatten().copied().collect();
        for (id, phrase) in table.phrases.iter().enumerate() {
            let mut numbers = Vec::new();
            if phrase.words.len() > 1 && found.contains(&id) {
                for stem in &phrase.stems {
                    let next = table.stems.len() as u32;
                    numbers.push(*table.stems.entry(stem.clone()).or_insert(next));
                }
                table.targets.resize(table.stems.len(), Vec::new());
                table.targets[numbers[0] as usize].push(id);
            }
            table.numbers.push(numbers);
            if !table.finds[id].is_empty()
                && let Some(initial) = phrase.words[0].bytes().next()
            {
                table.initials.entry(initial).or_default().push(id);
            }
            if phrase.words.len() == 1 && !table.finds[id].is_empty() {
                table.single.insert(phrase.words[0].clone());
                table.single.insert(phrase.stems[0].clone());
            }
        }
        table
    }

    fn intern(
        &mut self,
        written: &[String],
        ids: &mut FxHashMap<Vec<String>, usize>,
        stemmer: &mut Stemmer,
    ) -> Vec<usize> {
        let mut found = Vec::new();
        for text in written {
            let Some(phrase) = Phrase::new(text, stemmer) else {
                continue;
            };
            let id = *ids.entry(phrase.words.clone()).or_insert_with(|| {
                self.phrases.push(phrase);
                self.finds.push(Vec::new());
                self.phrases.len() - 1
            });
            found.push(id);
        }
        found
    }

    /// The phrases that find something and may begin with `word`, mistyped or not: neither a stem
    /// nor a mistake that is followed changes how a word begins.
    pub fn beginning_like(&self, word: &str) -> &[usize] {
        let initial = word.bytes().next();
        initial.and_then(|initial| self.initials.get(&initial)).map_or(&[], Vec::as_slice)
    }

    /// What a phrase finds besides itself.
    pub fn finds(&self, phrase: usize) -> &[usize] {
        &self.finds[phrase]
    }

    /// Whether a word alone stands in the table, by itself or by its stem.
    pub fn knows(&self, word: &str, stem: &str) -> bool {
        self.single.contains(word) || self.single.contains(stem)
    }

    /// Whether there is anything to look for when an index is built.
    pub fn has_targets(&self) -> bool {
        !self.targets.is_empty()
    }

    /// The number of a stem in the phrases that are looked for; [`Table::NO_STEM`] where none has it.
    pub fn stem_number(&self, stem: &str) -> u32 {
        self.stems.get(stem).copied().unwrap_or(Self::NO_STEM)
    }

    /// What is not the number of any stem.
    pub const NO_STEM: u32 = u32::MAX;

    /// Whether a phrase that is looked for begins with the stem of this number.
    pub fn begins_target(&self, stem: u32) -> bool {
        !self.targets_of(stem).is_empty()
    }

    fn targets_of(&self, stem: u32) -> &[usize] {
        self.targets.get(stem as usize).map_or(&[], Vec::as_slice)
    }

    /// Where phrases stand in a text: `found` gets each phrase and the numbers of the words that
    /// make it. `anywhere` takes the words in any order and distance, as fits a short text (a
    /// question, a tag); else they must stand together. Only `wanted` phrases are looked for.
    pub fn find_in(
        &self,
        words: &[Place],
        anywhere: bool,
        wanted: impl Fn(usize) -> bool,
        mut found: impl FnMut(usize, &[usize]),
    ) {
        let mut places = Vec::new();
        for (at, word) in words.iter().enumerate() {
            for target in self.targets_of(word.stem) {
                let stems = &self.numbers[*target];
                if !wanted(*target) {
                    continue;
                }
                if together(stems, words, at, &mut places)
                    || (anywhere && apart(stems, words, at, &mut places))
                {
                    found(*target, &places);
                }
            }
        }
    }
}

/// A word of a text in which phrases are looked for.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Its number in the text.
    pub at: usize,
    /// The number of its stem ([`Table::stem_number`]).
    pub stem: u32,
    /// It may stand in the middle of a phrase and not count.
    pub grammatical: bool,
}

/// Whether `stems` stand from `at` on, grammatical words between them not counted.
fn together(stems: &[u32], words: &[Place], at: usize, places: &mut Vec<usize>) -> bool {
    places.clear();
    let mut next = at;
    for stem in stems {
        while next < words.len() && words[next].stem != *stem && words[next].grammatical {
            next += 1;
        }
        if next >= words.len() || words[next].stem != *stem {
            return false;
        }
        places.push(next);
        next += 1;
    }
    true
}

/// Whether all `stems` stand somewhere, the first at `at`.
fn apart(stems: &[u32], words: &[Place], at: usize, places: &mut Vec<usize>) -> bool {
    places.clear();
    for (number, stem) in stems.iter().enumerate() {
        let place = if number == 0 {
            Some(at)
        } else {
            (0..words.len()).find(|place| words[*place].stem == *stem && !places.contains(place))
        };
        match place {
            Some(place) => places.push(place),
            None => return false,
        }
    }
    true
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
        Table::new(&synonyms, &mut Stemmer::default())
    }

    fn found(text: &str, anywhere: bool) -> Vec<String> {
        let mut stemmer = Stemmer::default();
        let words = text::words(text);
        let table = table();
        let places: Vec<Place> = words
            .iter()
            .enumerate()
            .map(|(at, word)| Place {
                at,
                stem: table.stem_number(&stemmer.stem(&word.text)),
                grammatical: light::is_grammatical(&word.text),
            })
            .collect();
        let mut all = Vec::new();
        table.find_in(&places, anywhere, |_| true, |id, _| all.push(table.phrases[id].written.clone()));
        all
    }

    #[test]
    fn phrases_are_found_in_texts_whatever_their_form() {
        assert_eq!(found("Two drivers' licenses", false), ["driver's license"]);
        assert_eq!(found("to vote early by mail", false), Vec::<String>::new());
        assert_eq!(found("to vote early by mail", true), ["vote by mail"]);
        assert_eq!(found("voting by the mail", false), ["vote by mail"]);
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
