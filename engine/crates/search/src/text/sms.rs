//! Computes how many SMS segments a message takes: GSM 7-bit if its alphabet suffices, otherwise UCS-2 (3GPP TS
//! 23.038; segment sizes with the header of a long message, TS 23.040).

/// The basic alphabet, without ASCII letters and digits; each character takes one septet.
const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà";
/// The extension table. Each character takes two septets, an escape and a code, which can't be split between
/// segments.
const EXTENSION: &str = "\u{c}^{}\\[~]|€";

/// The size of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The number of messages that the network sends and bills; 0 if the text is empty.
    pub segments: usize,
    /// The number of septets, or of UTF-16 units if `beyond` is set.
    pub units: usize,
    /// The first character that isn't in the 7-bit alphabet. Because of it, each segment holds fewer than half as
    /// many characters.
    pub beyond: Option<char>,
}

/// Measures `text` as is.
pub fn size(text: &str) -> Size {
    let beyond = text.chars().find(|c| septets(*c).is_none());
    let (single, part) = if beyond.is_none() { (160, 153) } else { (70, 67) };
    let width = |c: char| if beyond.is_none() { septets(c).unwrap_or(1) } else { c.len_utf16() };
    let units = text.chars().map(width).sum();
    let segments = match units {
        0 => 0,
        units if units <= single => 1,
        _ => {
            // A character is never split between two segments, so a segment may end one unit early.
            let (mut full, mut used) = (0, 0);
            for width in text.chars().map(width) {
                if used + width > part {
                    full += 1;
                    used = 0;
                }
                used += width;
            }
            full + 1
        }
    };
    Size { segments, units, beyond }
}

fn septets(c: char) -> Option<usize> {
    if c.is_ascii_alphanumeric() || BASIC.contains(c) {
        Some(1)
    } else if EXTENSION.contains(c) {
        Some(2)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn segments(text: &str) -> usize {
        size(text).segments
    }

    #[test]
    fn segments_have_the_right_size_in_both_alphabets() {
        assert_eq!(segments(""), 0);
        assert_eq!(segments(&"a".repeat(160)), 1);
        assert_eq!(segments(&"a".repeat(161)), 2);
        assert_eq!(segments(&"a".repeat(306)), 2);
        assert_eq!(segments(&"a".repeat(307)), 3);
        assert_eq!(segments(&"ж".repeat(70)), 1);
        assert_eq!(segments(&"ж".repeat(71)), 2);
        assert_eq!(segments(&"ж".repeat(134)), 2);
        assert_eq!(segments(&"ж".repeat(135)), 3);
    }

    #[test]
    fn gsm_characters_are_told_apart_from_others() {
        assert_eq!(size("¿Qué? Ñandú à Ä é").beyond, Some('ú'));
        assert_eq!(size("¿Qué? Señor à Ä é ß Ω\n").beyond, None);
        assert_eq!(size("don’t").beyond, Some('’'));
        // Eighty characters of the extension table fill one message, because each takes two septets.
        assert_eq!(size(&"€".repeat(80)), Size { segments: 1, units: 160, beyond: None });
        assert_eq!(segments(&"€".repeat(81)), 2);
        // A segment of 153 septets has room for 76 of them; the last septet stays unused.
        assert_eq!(segments(&"€".repeat(152)), 2);
        assert_eq!(segments(&"€".repeat(153)), 3);
        // A surrogate pair counts as two and can't be split: 33 fit in a segment of 67.
        assert_eq!(segments(&"😀".repeat(35)), 1);
        assert_eq!(segments(&"😀".repeat(36)), 2);
        assert_eq!(segments(&"😀".repeat(66)), 2);
        assert_eq!(segments(&"😀".repeat(67)), 3);
    }

    /// Characters of every width.
    fn message() -> impl Strategy<Value = String> {
        "[a-zA-Z0-9 é€{}~’ж😀\n]{0,400}"
    }

    proptest! {
        #[test]
        fn more_text_never_takes_fewer_segments(a in message(), b in message()) {
            let both = format!("{a}{b}");
            prop_assert!(segments(&both) >= segments(&a));
            prop_assert!(segments(&both) >= segments(&b));
        }

        #[test]
        fn a_segment_wastes_at_most_one_unit(text in message()) {
            let Size { segments, units, beyond } = size(&text);
            let (single, part) = if beyond.is_none() { (160, 153) } else { (70, 67) };
            if units <= single {
                prop_assert_eq!(segments, usize::from(units > 0));
            } else {
                prop_assert!(segments >= units.div_ceil(part));
                prop_assert!(segments <= units.div_ceil(part - 1));
            }
        }

        #[test]
        fn units_are_counted_in_the_chosen_encoding(text in message()) {
            let Size { units, beyond, .. } = size(&text);
            match beyond {
                Some(_) => prop_assert_eq!(units, text.encode_utf16().count()),
                None => prop_assert!(units >= text.chars().count()),
            }
        }
    }
}
