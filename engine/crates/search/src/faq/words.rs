//! Words: splits text into words that compare equal no matter how they were typed, and finds their stems and
//! families.
//!
//! Case, accents, apostrophes, ligatures, widths, and invisible characters don't matter; any other character that is
//! neither a letter, a digit, nor an emoji is a separator. Positions count Unicode scalar values of the original text,
//! so that a highlight can be applied to it. Families ("educate", "education") are derived from English endings, not
//! from a word list. The module is pure and doesn't know about indexes or queries. `build.rs` compiles the thesaurus
//! with it.

use std::str::Chars;

use frostem::{Algorithm, Stemmer};
use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// How many bytes of a word are read. No word in any language is longer.
const MAX_WORD_BYTES: usize = 64;

/// The maximum number of parts in a hyphenated compound that's also read as one word.
const MAX_JOINED_PARTS: usize = 4;

/// A folded word, with its position in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordToken {
    pub text: String,
    /// The position of its first character, counted in Unicode scalar values.
    pub start: usize,
    /// The position after its last character.
    pub end: usize,
    /// Whether it's a hyphenated compound read as one word ("email" as `email`), which comes after its parts.
    pub joined: bool,
}

/// Endings of contractions. The part before the ending is the word: "we'll" is `we`, not `well`, and "he'll" isn't
/// `hell`. "Don't" stays whole, and so does a possessive ("driver's" is `drivers`).
const CONTRACTED: [&str; 5] = ["d", "ll", "ve", "re", "m"];

/// Returns the words of `text`, in order.
pub fn tokenize(text: &str) -> Vec<WordToken> {
    let mut rest = text.chars();
    let mut cutter = Cutter::default();
    let mut at = 0;
    while let Some(c) = rest.next() {
        match role(c) {
            Role::Word => cutter.push(c, at),
            Role::Mark => cutter.extend(at),
            Role::Invisible => {}
            Role::Alone => {
                cutter.part();
                cutter.push(c, at);
                cutter.part();
            }
            Role::Apostrophe if cutter.inside() => {
                let ending = contracted(rest.clone());
                at += ending;
                if ending > 0 {
                    cutter.extend(at);
                    rest.nth(ending - 1);
                }
            }
            // "U.S.", "D.M.V.": single letters joined by periods are one word.
            Role::Stop
                if cutter.is_initials()
                    && rest.clone().next().is_some_and(|next| role(next) == Role::Word) =>
            {
                cutter.initials = true;
            }
            Role::Hyphen if cutter.inside() => {
                cutter.finish();
                cutter.compound_open = true;
            }
            _ => {
                cutter.part();
            }
        }
        at += 1;
    }
    cutter.finish();
    cutter.tokens
}

/// Returns the words of `text` as the search reads them, in order; the parts of a hyphenated compound are separate
/// words.
pub fn words(text: &str) -> Vec<String> {
    tokenize(text).into_iter().filter(|token| !token.joined).map(|token| token.text).collect()
}

/// Returns the length in characters of a contraction's ending after the apostrophe; 0 if there is none.
fn contracted(rest: Chars<'_>) -> usize {
    let letters = rest.take_while(|c| matches!(role(*c), Role::Word | Role::Mark));
    let letters: String = letters.flat_map(|c| c.to_lowercase()).collect();
    if CONTRACTED.contains(&letters.as_str()) { letters.len() } else { 0 }
}

/// The word being read, and the compound that it's part of.
#[derive(Default)]
struct Cutter {
    tokens: Vec<WordToken>,
    word: String,
    chars: usize,
    start: usize,
    end: usize,
    /// Whether the word so far consists of single letters separated by periods.
    initials: bool,
    compound: String,
    compound_start: usize,
    compound_parts: usize,
    /// Whether the last character was a hyphen, so that the next word belongs to the compound.
    compound_open: bool,
}

impl Cutter {
    fn inside(&self) -> bool {
        self.chars > 0
    }

    fn is_initials(&self) -> bool {
        self.chars == 1 || self.initials
    }

    fn push(&mut self, c: char, at: usize) {
        if self.chars == 0 {
            self.start = at;
        }
        self.chars += 1;
        self.end = at + 1;
        if self.word.len() < MAX_WORD_BYTES {
            fold(c, &mut self.word);
        }
    }

    fn extend(&mut self, at: usize) {
        if self.inside() {
            self.end = at + 1;
        }
    }

    fn finish(&mut self) {
        if self.chars == 0 {
            return;
        }
        let word = std::mem::take(&mut self.word);
        if self.compound_open && self.compound_parts < MAX_JOINED_PARTS {
            self.compound.push_str(&word);
            self.compound_parts += 1;
        } else {
            self.compound.clone_from(&word);
            self.compound_start = self.start;
            self.compound_parts = 1;
        }
        if !word.is_empty() {
            self.tokens.push(WordToken { text: word, start: self.start, end: self.end, joined: false });
        }
        if self.compound_open && self.compound_parts > 1 && self.compound.len() <= MAX_WORD_BYTES {
            let text = self.compound.clone();
            self.tokens.push(WordToken { text, start: self.compound_start, end: self.end, joined: true });
        }
        self.compound_open = false;
        self.chars = 0;
        self.initials = false;
    }

    /// Ends the word and the compound that it's part of.
    fn part(&mut self) {
        self.finish();
        self.compound_open = false;
        self.compound_parts = MAX_JOINED_PARTS;
    }
}

/// The role of a character in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Word,
    /// A word by itself: an emoji, or a character of a script that doesn't separate words.
    Alone,
    Mark,
    Invisible,
    Apostrophe,
    Hyphen,
    Stop,
    Other,
}

/// Returns the role of `c`.
pub fn role(c: char) -> Role {
    if c.is_ascii() {
        return match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' => Role::Word,
            '\'' | '`' => Role::Apostrophe,
            '-' => Role::Hyphen,
            '.' => Role::Stop,
            _ => Role::Other,
        };
    }
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{2032}' | '\u{02BB}' | '\u{02BC}' | '\u{02B9}'
        | '\u{00B4}' | '\u{FF07}' => Role::Apostrophe,
        '\u{2010}'..='\u{2013}' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}' => Role::Hyphen,
        '\u{00AD}'
        | '\u{061C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{E0000}'..='\u{E0FFF}' => Role::Invisible,
        '\u{2600}'..='\u{27BF}' | '\u{1F000}'..='\u{1FAFF}' => Role::Alone,
        '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => Role::Alone,
        _ if is_combining_mark(c) => Role::Mark,
        _ if c.is_alphanumeric() => Role::Word,
        _ => Role::Other,
    }
}

/// Appends the folded form of `c`.
pub fn fold(c: char, to: &mut String) {
    if c.is_ascii() {
        to.push(c.to_ascii_lowercase());
        return;
    }
    match c {
        'ß' | 'ẞ' => to.push_str("ss"),
        'æ' | 'Æ' => to.push_str("ae"),
        'œ' | 'Œ' => to.push_str("oe"),
        'ø' | 'Ø' => to.push('o'),
        'đ' | 'Đ' | 'ð' | 'Ð' => to.push('d'),
        'ł' | 'Ł' => to.push('l'),
        'þ' | 'Þ' => to.push_str("th"),
        'ı' => to.push('i'),
        _ => decompose_compatible(c, |part| {
            to.extend(part.to_lowercase().filter(|c| role(*c) == Role::Word || role(*c) == Role::Alone));
        }),
    }
}

/// Endings that make another word of the same family, grouped by how many letters must be left ("station" isn't
/// related to "state"). If one ending is the end of another, the longer one comes first.
const ENDINGS: [(usize, &[&str]); 3] = [
    (
        4,
        &[
            "ational", "ation", "ship", "ness", "able", "ance", "ence", "anc", "enc", "er", "or", "r", "i",
            "e", "y",
        ],
    ),
    (3, &["ment"]),
    (5, &["ion", "al", "ic", "c"]),
];

/// How many endings a word may have, one after another ("member" + "ship").
const MAX_ENDINGS: usize = 2;

/// Returns the stem of a folded word.
pub fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::English).stem(word).into_owned()
}

/// Returns the root that a family's stems share.
pub fn root(stem: &str) -> &str {
    let mut root = stem;
    for _ in 0..MAX_ENDINGS {
        let mut all =
            ENDINGS.iter().flat_map(|(left, endings)| endings.iter().map(move |ending| (left, ending)));
        root = all
            .find_map(|(left, ending)| root.strip_suffix(ending).filter(|rest| rest.len() >= *left))
            .unwrap_or(root);
    }
    root
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn joined(text: &str) -> Vec<String> {
        tokenize(text).into_iter().filter(|word| word.joined).map(|word| word.text).collect()
    }

    #[test]
    fn case_accents_apostrophes_and_punctuation_are_ignored() {
        assert_eq!(words("Driver\u{2019}s LICENSE!"), ["drivers", "license"]);
        assert_eq!(words("driver's license"), ["drivers", "license"]);
        assert_eq!(words("cafe\u{301} CAFÉ café"), ["cafe", "cafe", "cafe"]);
        assert_eq!(words("Straße œuvre ﬁle"), ["strasse", "oeuvre", "file"]);
        assert_eq!(words("\"(AND field:x*"), ["and", "field", "x"]);
    }

    #[test]
    fn a_contraction_is_reduced_to_the_word_before_it() {
        assert_eq!(words("I'd we\u{2019}ll they've you're I'm"), ["i", "we", "they", "you", "i"]);
        assert_eq!(words("'I'd' I'd've"), ["i", "i"]);
        assert_eq!(words("don't won\u{2019}t driver's o'clock"), ["dont", "wont", "drivers", "oclock"]);
        assert_eq!((tokenize("I'd go")[0].end, tokenize("I'd go")[1].start), (3, 4));
    }

    #[test]
    fn hyphenated_words_are_read_both_split_and_joined() {
        assert_eq!(words("mail-in e\u{2011}mail"), ["mail", "in", "e", "mail"]);
        assert_eq!(joined("mail-in e\u{2011}mail"), ["mailin", "email"]);
        assert_eq!(joined("one two - three"), Vec::<String>::new());
    }

    #[test]
    fn initials_are_one_word() {
        assert_eq!(words("the U.S. and D.M.V. end."), ["the", "us", "and", "dmv", "end"]);
        assert_eq!(words("vote.gov"), ["vote", "gov"]);
    }

    #[test]
    fn invisible_characters_vanish_and_control_characters_split_words() {
        assert_eq!(words("bal\u{200B}lot \u{202E}box\u{202C}"), ["ballot", "box"]);
        assert_eq!(words("one\u{0}two\nthree"), ["one", "two", "three"]);
    }

    #[test]
    fn other_scripts_and_emoji_are_words() {
        assert_eq!(words("שָׁלוֹם мир"), ["שלום", "мир"]);
        assert_eq!(words("🎉🎉 投票"), ["🎉", "🎉", "投", "票"]);
    }

    #[test]
    fn positions_count_characters() {
        let all = tokenize("é ballot");
        assert_eq!((all[1].start, all[1].end), (2, 8));
        let all = tokenize("e\u{301}t x");
        assert_eq!((all[0].start, all[0].end), (0, 3));
    }

    proptest! {
        #[test]
        fn every_word_has_a_position_in_the_text_that_folds_to_it(text in "\\PC{0,80}|.{0,80}") {
            let length = text.chars().count();
            for word in tokenize(&text) {
                prop_assert!(word.start < word.end && word.end <= length);
                prop_assert!(!word.text.is_empty() && !word.text.contains(char::is_whitespace));
                prop_assert!(word.text.len() <= MAX_WORD_BYTES + 32);
                let cut: String = text.chars().skip(word.start).take(word.end - word.start).collect();
                let again = tokenize(&cut);
                prop_assert!(again.iter().any(|again| again.text == word.text), "{word:?} from {cut:?}");
            }
        }

        #[test]
        fn case_is_always_ignored(text in "[a-zA-Z' .-]{0,40}") {
            prop_assert_eq!(words(&text), words(&text.to_uppercase()));
        }
    }

    #[test]
    fn families_share_a_root() {
        for [one, other] in [
            ["register", "registration"],
            ["vote", "voter"],
            ["pay", "payment"],
            ["drive", "driver"],
            ["member", "membership"],
            ["apply", "application"],
            ["citizen", "citizenship"],
        ] {
            assert_eq!(root(&stem(one)), root(&stem(other)), "{one}, {other}");
        }
        assert_ne!(root(&stem("station")), root(&stem("state")));
    }
}
