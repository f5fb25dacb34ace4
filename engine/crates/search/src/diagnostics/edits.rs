//! Applies fixes as byte edits in memory; no file is read or written here.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::{Fix, Sources};

/// Files by name within the content folder.
pub type Files = BTreeMap<Arc<str>, Vec<u8>>;

/// Applies each of `fixes` completely or not at all, and returns the indices of those applied. If two overlap,
/// the first wins: the other was meant for text that no longer exists.
pub fn make(files: &mut Files, fixes: &[&Fix], sources: &Sources) -> Vec<usize> {
    let mut all: BTreeMap<Arc<str>, Edits<'_>> = BTreeMap::new();
    let mut made = Vec::new();
    for (at, fix) in fixes.iter().enumerate() {
        let mut added = Vec::new();
        let fits = fix.edits.iter().all(|edit| {
            let (file, span) = (&edit.place.file, sources.in_file(&edit.place));
            let inside = files.get(file).is_some_and(|bytes| span.end <= bytes.len());
            let fits = inside && all.entry(file.clone()).or_default().add(&span, &edit.text);
            if fits {
                added.push((file, span));
            }
            fits
        });
        if fits && !added.is_empty() {
            made.push(at);
            continue;
        }
        for (file, span) in added {
            all.entry(file.clone()).or_default().0.remove(&(span.start, span.end));
        }
    }
    for (file, edits) in all {
        if let Some(bytes) = files.get_mut(&file) {
            *bytes = edits.made_in(bytes);
        }
    }
    made
}

/// Replacements for ranges of one file, keyed by start and end, without overlaps.
#[derive(Default)]
struct Edits<'a>(BTreeMap<(usize, usize), &'a str>);

impl<'a> Edits<'a> {
    /// Adds an edit; returns false if it overlaps another.
    fn add(&mut self, span: &Range<usize>, text: &'a str) -> bool {
        let key = (span.start, span.end);
        let before = self.0.range(..=key).next_back().is_none_or(|((_, end), _)| *end <= span.start);
        let after = self.0.range(key..).next().is_none_or(|((start, _), _)| span.end <= *start);
        // Two edits with the same start would have no defined order.
        let alone = self.0.range((span.start, 0)..=(span.start, usize::MAX)).next().is_none();
        let room = before && after && alone;
        if room {
            self.0.insert(key, text);
        }
        room
    }

    fn made_in(&self, bytes: &[u8]) -> Vec<u8> {
        let (mut out, mut done) = (Vec::with_capacity(bytes.len()), 0);
        for ((start, end), text) in &self.0 {
            out.extend_from_slice(&bytes[done..*start]);
            out.extend_from_slice(text.as_bytes());
            done = *end;
        }
        out.extend_from_slice(&bytes[done..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edit, Place};
    use super::*;

    fn fix(edits: &[(&str, Range<usize>, &str)]) -> Fix {
        let edit = |(file, span, text): &(&str, Range<usize>, &str)| Edit {
            place: Place { file: (*file).into(), span: span.clone() },
            text: (*text).to_owned(),
        };
        Fix { safe: true, edits: edits.iter().map(edit).collect() }
    }

    fn made(fixes: &[Fix]) -> (String, Vec<usize>) {
        let mut files = Files::from([("a".into(), b"\xEF\xBB\xBF0123456789".to_vec())]);
        let mut sources = Sources::new("content");
        sources.insert_behind(3, "a".into(), "0123456789".into());
        let made = make(&mut files, &fixes.iter().collect::<Vec<_>>(), &sources);
        (String::from_utf8(files.remove("a").unwrap()).unwrap(), made)
    }

    #[test]
    fn fixes_are_made_behind_the_byte_order_mark_in_any_order() {
        let fixes = [fix(&[("a", 7..9, "x"), ("a", 0..1, "")]), fix(&[("a", 9..9, "!")])];
        assert_eq!(made(&fixes), ("\u{feff}123456x!9".to_owned(), vec![0, 1]));
    }

    #[test]
    fn of_two_that_touch_the_same_the_first_is_made_and_the_other_left_whole() {
        let other =
            |span: Range<usize>| made(&[fix(&[("a", 3..6, "x")]), fix(&[("a", 0..1, ""), ("a", span, "y")])]);
        for span in [3..6, 4..5, 2..4, 5..7, 0..9, 3..3, 4..4] {
            assert_eq!(other(span.clone()), ("\u{feff}012x6789".to_owned(), vec![0]), "{span:?}");
        }
        for span in [6..6, 6..7, 1..3] {
            assert_eq!(other(span.clone()).1, [0, 1], "{span:?}");
        }
    }

    #[test]
    fn what_lies_outside_of_the_files_is_not_touched() {
        for edits in [[("a", 8..11, "")], [("b", 0..0, "")]] {
            assert_eq!(made(&[fix(&edits)]), ("\u{feff}0123456789".to_owned(), vec![]));
        }
        assert_eq!(made(&[fix(&[])]).1, [] as [usize; 0]);
    }
}
