//! The words of a collection, their stems, and which stems are of one family.
//!
//! A word that is not here is unknown: it is read as a beginning or as a typing mistake. Families
//! ("educate", "education") are found from English endings, not from a list of words.

use rustc_hash::FxHashMap;
use tantivy::tokenizer::{Language, RawTokenizer, Stemmer as StemFilter, TextAnalyzer};

use super::light;

/// Endings that make another word of the same family, the longest first, each with the letters that
/// must be left: "station" is no relative of "state".
const ENDINGS: [(&str, usize); 20] = [
    ("ational", 4),
    ("ation", 4),
    ("ment", 3),
    ("ship", 4),
    ("ness", 4),
    ("able", 4),
    ("ance", 4),
    ("ence", 4),
    ("anc", 4),
    ("enc", 4),
    ("ion", 5),
    ("er", 4),
    ("or", 4),
    ("al", 5),
    ("ic", 5),
    ("r", 4),
    ("i", 4),
    ("e", 4),
    ("c", 5),
    ("y", 4),
];

/// Endings that may follow one another ("member" + "ship").
const MAX_ENDINGS: usize = 2;

/// Reduces words to stems (English).
pub struct Stemmer(TextAnalyzer);

impl Default for Stemmer {
    fn default() -> Self {
        let analyzer = TextAnalyzer::builder(RawTokenizer::default());
        Self(analyzer.filter(StemFilter::new(Language::English)).build())
    }
}

impl Stemmer {
    /// The stem of a folded word.
    pub fn stem(&mut self, word: &str) -> String {
        let mut stream = self.0.token_stream(word);
        if stream.advance() { std::mem::take(&mut stream.token_mut().text) } else { word.to_owned() }
    }
}

/// The root that the stems of a family share.
pub fn root(stem: &str) -> &str {
    let mut root = stem;
    for _ in 0..MAX_ENDINGS {
        let mut endings = ENDINGS.iter();
        let shorter =
            endings.find_map(|(ending, left)| root.strip_suffix(ending).filter(|rest| rest.len() >= *left));
        match shorter {
            Some(shorter) => root = shorter,
            None => break,
        }
    }
    root
}

/// A word without its vowels, the first letter kept; nothing where there is no vowel to leave out or
/// hardly anything is left.
fn skeleton(word: &str) -> Option<String> {
    let skeleton: String = word
        .char_indices()
        .filter(|(at, c)| *at == 0 || !matches!(c, 'a' | 'e' | 'i' | 'o' | 'u'))
        .map(|(_, c)| c)
        .collect();
    (skeleton.len() >= 2 && skeleton.len() < word.len() && skeleton.len() <= 6).then_some(skeleton)
}

/// What the words and stems of one vocabulary are in another, by number.
pub struct Renumbered {
    pub words: Vec<u32>,
    pub stems: Vec<u32>,
}

/// Every word of a collection.
#[derive(Default)]
pub struct Vocabulary {
    words: FxHashMap<Box<str>, u32>,
    /// Text, stem and weight of each word.
    texts: Vec<Box<str>>,
    stem_of: Vec<u32>,
    weights: Vec<f32>,
    stems: FxHashMap<Box<str>, u32>,
    stem_texts: Vec<Box<str>>,
    /// Words of each stem.
    words_of: Vec<Vec<u32>>,
    families: FxHashMap<Box<str>, Vec<u32>>,
    /// Words by what is left of them without their vowels.
    skeletons: FxHashMap<String, Vec<u32>>,
}

impl Vocabulary {
    /// Learns a folded word and answers its number.
    pub fn learn(&mut self, word: &str, stemmer: &mut Stemmer) -> u32 {
        match self.words.get(word) {
            Some(id) => *id,
            None => self.add(word, &stemmer.stem(word)),
        }
    }

    /// Learns the words of another vocabulary, in the order in which that did: what one would have learnt from the
    /// texts of both. Answers the numbers that its words and stems have here.
    pub fn append(&mut self, other: &Self) -> Renumbered {
        let mut stems = vec![0; other.stem_texts.len()];
        let words = other.texts.iter().zip(&other.stem_of).map(|(word, stem)| {
            let number = match self.words.get(word) {
                Some(number) => *number,
                None => self.add(word, other.stem_text(*stem)),
            };
            stems[*stem as usize] = self.stem_of(number);
            number
        });
        Renumbered { words: words.collect(), stems }
    }

    fn add(&mut self, word: &str, text: &str) -> u32 {
        let stem = match self.stems.get(text) {
            Some(stem) => *stem,
            None => {
                let stem = number(self.stem_texts.len());
                self.families.entry(root(text).into()).or_default().push(stem);
                self.stems.insert(text.into(), stem);
                self.stem_texts.push(text.into());
                self.words_of.push(Vec::new());
                stem
            }
        };
        let id = number(self.texts.len());
        self.words.insert(word.into(), id);
        self.texts.push(word.into());
        self.stem_of.push(stem);
        self.weights.push(light::weight(word));
        self.words_of[stem as usize].push(id);
        if let Some(skeleton) = skeleton(word) {
            self.skeletons.entry(skeleton).or_default().push(id);
        }
        id
    }

    /// How many words and how many stems there are.
    pub fn counts(&self) -> [usize; 2] {
        [self.texts.len(), self.stem_texts.len()]
    }

    /// The number of a word, where the collection has it.
    pub fn number_of(&self, word: &str) -> Option<u32> {
        self.words.get(word).copied()
    }

    /// The text of a word.
    pub fn text_of(&self, word: u32) -> &str {
        &self.texts[word as usize]
    }

    /// The stem of a word.
    pub fn stem_of(&self, word: u32) -> u32 {
        self.stem_of[word as usize]
    }

    /// How heavy a word is beside others.
    pub fn weight_of(&self, word: u32) -> f32 {
        self.weights[word as usize]
    }

    /// Whether a word may be left out of a phrase.
    pub fn is_grammatical(&self, word: u32) -> bool {
        light::is_grammatical_weight(self.weights[word as usize])
    }

    /// Whether the collection has this very word.
    pub fn has_word(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    /// Whether the collection has a word of this stem.
    pub fn has_stem(&self, stem: &str) -> bool {
        self.stems.contains_key(stem)
    }

    /// The text of a stem.
    pub fn stem_text(&self, stem: u32) -> &str {
        &self.stem_texts[stem as usize]
    }

    /// The words of a stem.
    pub fn words_of(&self, stem: &str) -> &[u32] {
        self.stems.get(stem).map_or(&[], |stem| &self.words_of[*stem as usize])
    }

    /// The words that a word without vowels is short for ("hrs"), at most `limit`.
    pub fn abbreviated(&self, word: &str, limit: usize) -> impl Iterator<Item = &str> {
        let all = self.skeletons.get(word).map_or(&[][..], Vec::as_slice);
        all.iter().take(limit).map(|word| self.text_of(*word))
    }

    /// The other stems of a stem's family, at most `limit`.
    pub fn relatives<'a>(&'a self, stem: &'a str, limit: usize) -> impl Iterator<Item = &'a str> {
        let family = self.families.get(root(stem)).map_or(&[][..], Vec::as_slice);
        let others = family.iter().map(|relative| self.stem_text(*relative));
        others.filter(move |other| *other != stem).take(limit)
    }
}

/// A count as the number of a word; no collection has four thousand million words.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(words: &[&str]) -> Vec<String> {
        let mut stemmer = Stemmer::default();
        words.iter().map(|word| root(&stemmer.stem(word)).to_owned()).collect()
    }

    #[test]
    fn families_share_a_root() {
        for pair in [
            ["register", "registration"],
            ["vote", "voter"],
            ["pay", "payment"],
            ["drive", "driver"],
            ["member", "membership"],
            ["apply", "application"],
            ["citizen", "citizenship"],
        ] {
            let roots = family(&pair);
            assert_eq!(roots[0], roots[1], "{pair:?}");
        }
        let roots = family(&["station", "state"]);
        assert_ne!(roots[0], roots[1]);
    }

    #[test]
    fn a_word_is_short_for_those_that_it_leaves_the_vowels_out_of() {
        let (mut vocabulary, mut stemmer) = (Vocabulary::default(), Stemmer::default());
        for word in ["hours", "hears", "address"] {
            vocabulary.learn(word, &mut stemmer);
        }
        assert_eq!(vocabulary.abbreviated("hrs", 9).collect::<Vec<_>>(), ["hours", "hears"]);
        assert_eq!(vocabulary.abbreviated("hours", 9).count(), 0);
    }

    #[test]
    fn words_are_known_by_stem_and_family() {
        let (mut vocabulary, mut stemmer) = (Vocabulary::default(), Stemmer::default());
        for word in ["ballot", "ballots", "register", "registration"] {
            vocabulary.learn(word, &mut stemmer);
        }
        assert!(vocabulary.has_word("ballots") && !vocabulary.has_word("balloted"));
        assert_eq!(vocabulary.words_of("ballot").len(), 2);
        let stem = stemmer.stem("register");
        assert_eq!(vocabulary.relatives(&stem, 9).count(), 1);
    }
}
