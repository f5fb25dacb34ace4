//! Compares two texts word by word.

use similar::{DiffTag, TextDiff};

use callguide_search::api::changes::Piece;

/// Texts that share a smaller fraction of their words than this are shown one after the other, since they'd be
/// unreadable if interleaved.
const WOVEN: f32 = 0.35;
/// The number of unchanged words to show around a change.
const AROUND: usize = 12;

/// Returns the pieces of two texts, in order. A single word or space between two changes counts as part of them, since
/// readers would see it that way.
pub fn words(old: &str, new: &str) -> Vec<Piece> {
    let diff = TextDiff::from_words(old, new);
    if diff.ratio() < WOVEN {
        return vec![Piece::Removed(old.to_owned()), Piece::Added(new.to_owned())];
    }
    let mut out = Vec::new();
    let (mut removed, mut added) = (String::new(), String::new());
    for (index, op) in diff.ops().iter().enumerate() {
        let old: String = op.old_range().filter_map(|at| diff.old_slice(at)).collect();
        let new: String = op.new_range().filter_map(|at| diff.new_slice(at)).collect();
        let is_between = index > 0 && index + 1 < diff.ops().len();
        let is_small = old.split_whitespace().count() <= 1 && !old.contains('\n');
        if op.tag() == DiffTag::Equal && !(is_between && is_small) {
            flush(&mut removed, &mut added, &mut out);
            out.push(Piece::Same(old));
        } else {
            removed += &old;
            added += &new;
        }
    }
    flush(&mut removed, &mut added, &mut out);
    out
}

/// Writes the collected change; whitespace at the end of both texts stays outside it.
fn flush(removed: &mut String, added: &mut String, out: &mut Vec<Piece>) {
    let (removed, added) = (std::mem::take(removed), std::mem::take(added));
    let blank = |text: &str| text[text.trim_end().len()..].to_owned();
    let tail = Some(blank(&removed)).filter(|tail| *tail == blank(&added)).unwrap_or_default();
    let [mut old, mut new] = [&removed, &added].map(|text| &text[..text.len() - tail.len()]);
    // If the text only grew or shrank at its end, as when a comma follows a word, its beginning counts as unchanged.
    let mut start = "";
    if new.starts_with(old) || old.starts_with(new) {
        start = if old.len() < new.len() { old } else { new };
        (old, new) = (&old[start.len()..], &new[start.len()..]);
    }
    let pieces = [
        Piece::Same(start.to_owned()),
        Piece::Removed(old.to_owned()),
        Piece::Added(new.to_owned()),
        Piece::Same(tail),
    ];
    let is_empty = |(Piece::Same(text) | Piece::Removed(text) | Piece::Added(text)): &Piece| text.is_empty();
    out.extend(pieces.into_iter().filter(|piece| !is_empty(piece)));
}

/// Shortens unchanged pieces to the text next to a change.
pub fn around(pieces: Vec<Piece>) -> Vec<Piece> {
    let last = pieces.len().saturating_sub(1);
    let cut = |(index, piece): (usize, Piece)| match piece {
        Piece::Same(text) => Piece::Same(shorten(&text, index == 0, index == last)),
        other => other,
    };
    pieces.into_iter().enumerate().map(cut).collect()
}

fn shorten(text: &str, first: bool, last: bool) -> String {
    let after = || text.match_indices(char::is_whitespace).nth(AROUND).map(|(at, blank)| at + blank.len());
    let before = || text.rmatch_indices(char::is_whitespace).nth(AROUND).map(|(at, _)| at);
    let head = if first { 0 } else { after().unwrap_or(text.len()) };
    let tail = if last { text.len() } else { before().unwrap_or(0) };
    // A few characters aren't worth leaving out.
    if head + 20 > tail { text.to_owned() } else { format!("{}…{}", &text[..head], &text[tail..]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> String {
        let piece = |piece: Piece| match piece {
            Piece::Same(text) => text,
            Piece::Removed(text) => format!("[-{text}-]"),
            Piece::Added(text) => format!("{{+{text}+}}"),
        };
        around(words(old, new)).into_iter().map(piece).collect()
    }

    #[test]
    fn changes_are_marked_and_unchanged_text_is_truncated() {
        assert_eq!(
            shown("needs a passport now", "needs a birth certificate now"),
            "needs a [-passport-]{+birth certificate+} now"
        );
        let long = "word ".repeat(40);
        let cut = shown(&format!("{long}old {long}"), &format!("{long}new {long}"));
        assert!(
            cut.starts_with('…') && cut.contains("word [-old-]{+new+} word") && cut.ends_with('…'),
            "{cut}"
        );
        assert!(cut.chars().count() < 160, "{cut}");
    }

    #[test]
    fn a_new_comma_does_not_change_the_word_before_it() {
        assert_eq!(shown("one two, three", "one two, three, four"), "one two, three{+, four+}");
    }

    #[test]
    fn texts_with_little_in_common_are_shown_one_after_the_other() {
        assert_eq!(shown("one two three", "four five six"), "[-one two three-]{+four five six+}");
    }
}
