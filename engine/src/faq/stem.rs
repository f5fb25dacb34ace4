//! Stems of words (English), and which stems are of one family.
//!
//! Families ("educate", "education") are found from English endings, not from a list of words.

use tantivy::tokenizer::{Language, RawTokenizer, Stemmer as StemFilter, TextAnalyzer};

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
#[derive(Clone)]
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
}
