//! The role of each character in a word, and the folded form in which letters compare equal.
//!
//! Case, accents, ligatures, and widths don't matter. Pure: knows nothing of texts or words.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// The role of a character in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
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
pub fn kind(c: char) -> Kind {
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
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{2032}' | '\u{02BB}' | '\u{02BC}' | '\u{02B9}'
        | '\u{00B4}' | '\u{FF07}' => Kind::Apostrophe,
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
            to.extend(part.to_lowercase().filter(|c| kind(*c) == Kind::Word || kind(*c) == Kind::Alone));
        }),
    }
}
