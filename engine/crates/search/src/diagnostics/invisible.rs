//! Invisible characters, and what messages call them.

/// Returns the name, with its article, of a character that has no width or changes text direction; `None` for a
/// visible character.
///
/// Bidirectional controls (Unicode Standard Annex #9, table 4) make text look reordered to a reader but not to
/// a program; zero-width characters create different names that look the same.
pub fn name(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{ad}' => "a soft hyphen",
        '\u{61c}' => "an Arabic letter mark",
        '\u{200b}' => "a zero-width space",
        '\u{200c}' => "a zero-width non-joiner",
        '\u{200d}' => "a zero-width joiner",
        '\u{200e}' => "a left-to-right mark",
        '\u{200f}' => "a right-to-left mark",
        '\u{202a}' => "a left-to-right embedding",
        '\u{202b}' => "a right-to-left embedding",
        '\u{202c}' => "an end of directional formatting",
        '\u{202d}' => "a left-to-right override",
        '\u{202e}' => "a right-to-left override",
        '\u{2060}' => "a word joiner",
        '\u{2061}'..='\u{2064}' => "an invisible math operator",
        '\u{2066}' => "a left-to-right isolate",
        '\u{2067}' => "a right-to-left isolate",
        '\u{2068}' => "a first strong isolate",
        '\u{2069}' => "an end of directional isolate",
        '\u{feff}' => "a zero-width no-break space",
        _ => return None,
    })
}

/// Returns whether `c` is invisible.
pub fn is(c: char) -> bool {
    name(c).is_some()
}

/// Returns whether `c` affects the direction of neighboring characters.
pub fn is_directional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether `c` makes text look like something else. Excludes the joiners, which some scripts need.
pub fn misleads(c: char) -> bool {
    is(c) && !matches!(c, '\u{200c}' | '\u{200d}')
}

/// Returns the name for a message: `a zero-width space (U+200B)`.
pub fn named(c: char) -> Option<String> {
    Some(format!("{} (U+{:04X})", name(c)?, u32::from(c)))
}

/// Escapes the invisible characters in `text` (`\u{200b}`), so that a message shows them.
pub fn written_out(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// Returns the first `wide` characters of `text`, with line breaks, control characters and invisible characters
/// escaped.
pub(super) fn on_one_line(text: &str, wide: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for (count, c) in text.chars().enumerate() {
        if count == wide {
            out.push('…');
            break;
        }
        if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || is(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}
