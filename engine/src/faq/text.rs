//! Cutting text into words that compare equal however they were typed.
//!
//! Case, accents, apostrophes, ligatures, widths and invisible characters don't count; everything
//! that is neither letter, digit nor emoji separates. Positions are Unicode scalar values of the
//! text as it was given, so that a highlight can be laid on it. Pure: knows no index, no query.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Bytes of a word that are looked at: no word of any language is longer.
const MAX_WORD_BYTES: usize = 64;

/// Parts that a hyphenated compound may have to be read as one word as well.
const MAX_JOINED_PARTS: usize = 4;

/// A word of a text, by its folded form and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// The folded form.
    pub word: &'a str,
    /// First character, as a count of Unicode scalar values.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
    /// A hyphenated compound read as one word ("e-mail" as `email`), after its parts.
    pub joined: bool,
}

/// An owned word, for texts that are looked at more than once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub start: usize,
    pub end: usize,
    pub joined: bool,
}

/// The words of `text`, owned.
pub fn words(text: &str) -> Vec<Word> {
    let mut all = Vec::new();
    tokenize(text, |token| {
        all.push(Word {
            text: token.word.to_owned(),
            start: token.start,
            end: token.end,
            joined: token.joined,
        });
    });
    all
}

/// Calls `each` with every word of `text`, in order.
pub fn tokenize(text: &str, mut each: impl FnMut(Token<'_>)) {
    let mut cutter = Cutter {
        word: String::with_capacity(MAX_WORD_BYTES),
        compound: String::with_capacity(MAX_WORD_BYTES),
        ..Cutter::default()
    };
    let (mut rest, mut at) = (text, 0);
    while let Some(c) = rest.chars().next() {
        // Most of most texts: letters that a whole run can be taken of at once.
        let run = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        if run > 0 {
            cutter.push_run(&rest[..run], at);
            rest = &rest[run..];
            at += run;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match kind(c) {
            Kind::Word => cutter.push(c, at),
            Kind::Mark => cutter.extend(at),
            Kind::Invisible => {}
            Kind::Alone => {
                cutter.finish(&mut each);
                cutter.break_compound();
                cutter.push(c, at);
                cutter.finish(&mut each);
                cutter.break_compound();
            }
            Kind::Apostrophe if cutter.inside() => {}
            // "U.S.", "D.M.V.": single letters held together by full stops are one word.
            Kind::Stop
                if cutter.is_initials()
                    && rest.chars().next().is_some_and(|next| kind(next) == Kind::Word) =>
            {
                cutter.initials = true;
            }
            Kind::Hyphen if cutter.inside() => {
                cutter.finish(&mut each);
                cutter.compound_open = true;
            }
            _ => {
                cutter.finish(&mut each);
                cutter.break_compound();
            }
        }
        at += 1;
    }
    cutter.finish(&mut each);
}

/// What a character does to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    /// A word of its own: emoji, and the scripts that don't part words.
    Alone,
    Mark,
    Invisible,
    Apostrophe,
    Hyphen,
    Stop,
    Other,
}

fn kind(c: char) -> Kind {
    if c.is_ascii() {
        return match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' => Kind::Word,
            '\'' | '`' => Kind::Apostrophe,
            '-' => Kind::Hyphen,
            '.' => Kind::Stop,
            _ => Kind::Other,
        };
    }
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{2032}' | '\u{02BC}' | '\u{02B9}' | '\u{00B4}'
        | '\u{FF07}' => Kind::Apostrophe,
        '\u{2010}'..='\u{2013}' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}' => Kind::Hyphen,
        '\u{00AD}'
        | '\u{061C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{E0000}'..='\u{E0FFF}' => Kind::Invisible,
        '\u{2600}'..='\u{27BF}' | '\u{1F000}'..='\u{1FAFF}' => Kind::Alone,
        '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => Kind::Alone,
        _ if is_combining_mark(c) => Kind::Mark,
        _ if c.is_alphanumeric() => Kind::Word,
        _ => Kind::Other,
    }
}

/// Appends the folded form of `c`.
fn fold(c: char, to: &mut String) {
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
            to.extend(part.to_lowercase().filter(|c| kind(*c) == Kind::Word || kind(*c) == Kind::Alone));
        }),
    }
}

/// The word that is being cut, and the compound it is part of.
#[derive(Default)]
struct Cutter {
    word: String,
    chars: usize,
    start: usize,
    end: usize,
    /// The word so far is single letters with full stops between.
    initials: bool,
    compound: String,
    compound_start: usize,
    compound_parts: usize,
    /// A hyphen came last, so the next word belongs to the compound.
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

    /// The same of ASCII letters and digits, the first of them at `at`.
    fn push_run(&mut self, run: &str, at: usize) {
        if self.chars == 0 {
            self.start = at;
        }
        self.chars += run.len();
        self.end = at + run.len();
        let before = self.word.len();
        let taken = run.len().min(MAX_WORD_BYTES.saturating_sub(before));
        self.word.push_str(&run[..taken]);
        self.word[before..].make_ascii_lowercase();
    }

    fn extend(&mut self, at: usize) {
        if self.inside() {
            self.end = at + 1;
        }
    }

    fn finish(&mut self, each: &mut impl FnMut(Token<'_>)) {
        if self.chars == 0 {
            return;
        }
        if !self.word.is_empty() {
            each(Token { word: &self.word, start: self.start, end: self.end, joined: false });
        }
        if self.compound_open && self.compound_parts < MAX_JOINED_PARTS {
            self.compound.push_str(&self.word);
            self.compound_parts += 1;
            if self.compound.len() <= MAX_WORD_BYTES {
                each(Token { word: &self.compound, start: self.compound_start, end: self.end, joined: true });
            }
        } else {
            self.compound.clear();
            self.compound.push_str(&self.word);
            self.compound_start = self.start;
            self.compound_parts = 1;
        }
        self.compound_open = false;
        self.word.clear();
        self.chars = 0;
        self.initials = false;
    }

    fn break_compound(&mut self) {
        self.compound_open = false;
        self.compound_parts = MAX_JOINED_PARTS;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain(text: &str) -> Vec<String> {
        words(text).into_iter().filter(|word| !word.joined).map(|word| word.text).collect()
    }

    fn joined(text: &str) -> Vec<String> {
        words(text).into_iter().filter(|word| word.joined).map(|word| word.text).collect()
    }

    #[test]
    fn case_accents_apostrophes_and_punctuation_do_not_count() {
        assert_eq!(plain("Driver\u{2019}s LICENSE!"), ["drivers", "license"]);
        assert_eq!(plain("driver's license"), ["drivers", "license"]);
        assert_eq!(plain("cafe\u{301} CAFÉ café"), ["cafe", "cafe", "cafe"]);
        assert_eq!(plain("Straße œuvre ﬁle"), ["strasse", "oeuvre", "file"]);
        assert_eq!(plain("\"(AND field:x*"), ["and", "field", "x"]);
    }

    #[test]
    fn hyphenated_words_are_read_apart_and_as_one() {
        assert_eq!(plain("mail-in e\u{2011}mail"), ["mail", "in", "e", "mail"]);
        assert_eq!(joined("mail-in e\u{2011}mail"), ["mailin", "email"]);
        assert_eq!(joined("one two - three"), Vec::<String>::new());
    }

    #[test]
    fn initials_are_one_word() {
        assert_eq!(plain("the U.S. and D.M.V. end."), ["the", "us", "and", "dmv", "end"]);
        assert_eq!(plain("vote.gov"), ["vote", "gov"]);
    }

    #[test]
    fn invisible_characters_vanish_and_control_characters_part() {
        assert_eq!(plain("bal\u{200B}lot \u{202E}box\u{202C}"), ["ballot", "box"]);
        assert_eq!(plain("one\u{0}two\nthree"), ["one", "two", "three"]);
    }

    #[test]
    fn other_scripts_and_emoji_are_words() {
        assert_eq!(plain("שָׁלוֹם мир"), ["שלום", "мир"]);
        assert_eq!(plain("🎉🎉 投票"), ["🎉", "🎉", "投", "票"]);
    }

    #[test]
    fn places_are_counted_in_characters() {
        let all = words("é ballot");
        assert_eq!((all[1].start, all[1].end), (2, 8));
        let all = words("e\u{301}t x");
        assert_eq!((all[0].start, all[0].end), (0, 3));
    }

    proptest! {
        #[test]
        fn every_place_lies_in_the_text_and_folds_to_its_word(text in "\\PC{0,80}|.{0,80}") {
            let length = text.chars().count();
            for word in words(&text) {
                prop_assert!(word.start < word.end && word.end <= length);
                prop_assert!(!word.text.is_empty() && !word.text.contains(char::is_whitespace));
                prop_assert!(word.text.len() <= MAX_WORD_BYTES + 32);
                let cut: String = text.chars().skip(word.start).take(word.end - word.start).collect();
                let again = words(&cut);
                prop_assert!(again.iter().any(|again| again.text == word.text), "{word:?} from {cut:?}");
            }
        }

        #[test]
        fn case_never_counts(text in "[a-zA-Z' .-]{0,40}") {
            prop_assert_eq!(plain(&text), plain(&text.to_uppercase()));
        }
    }
}
