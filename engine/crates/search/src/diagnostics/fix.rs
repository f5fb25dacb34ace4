//! Fixes: edits to files in memory, and how they're described to people. No file is read or written here.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::invisible::on_one_line;
use super::sources::{Place, Sources};

/// Edits to files that fix a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether it needs no review, because what people read doesn't change.
    pub safe: bool,
    /// The edits, which don't overlap.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Creates a fix that is probably what was meant, but needs review.
    pub fn guess(edits: impl IntoIterator<Item = Edit>) -> Self {
        Self { safe: false, edits: edits.into_iter().collect() }
    }

    /// Creates a fix that doesn't change the meaning, or is the only possible one.
    pub fn safe(edits: impl IntoIterator<Item = Edit>) -> Self {
        Self { safe: true, edits: edits.into_iter().collect() }
    }
}

/// A range of a file, and its replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub place: Place,
    pub text: String,
}

/// Files by name within the content folder.
pub type FileBytes = BTreeMap<Arc<str>, Vec<u8>>;

/// Applies each of `fixes` completely or not at all, and returns the indices of those that it applied. If two
/// overlap, the first one wins: the second was meant for text that no longer exists.
pub fn make_fixes(files: &mut FileBytes, fixes: &[&Fix], sources: &Sources) -> Vec<usize> {
    let mut all: BTreeMap<Arc<str>, Edits<'_>> = BTreeMap::new();
    let mut made = Vec::new();
    for (at, fix) in fixes.iter().enumerate() {
        let mut added = Vec::new();
        let fits = fix.edits.iter().all(|edit| {
            let (file, span) = (&edit.place.file, sources.in_file(&edit.place));
            let inside = files.get(file).is_some_and(|bytes| span.end <= bytes.len());
            let fits = inside && add(all.entry(file.clone()).or_default(), &span, &edit.text);
            if fits {
                added.push((file, span.start));
            }
            fits
        });
        if fits && !added.is_empty() {
            made.push(at);
            continue;
        }
        for (file, start) in added {
            all.entry(file.clone()).or_default().remove(&start);
        }
    }
    for (file, edits) in all {
        let Some(bytes) = files.get_mut(&file) else { continue };
        let (mut out, mut done) = (Vec::with_capacity(bytes.len()), 0);
        for (start, (end, text)) in edits {
            out.extend_from_slice(&bytes[done..start]);
            out.extend_from_slice(text.as_bytes());
            done = end;
        }
        out.extend_from_slice(&bytes[done..]);
        *bytes = out;
    }
    made
}

/// Replacements for ranges of one file, by their start, each with its end, without overlaps.
type Edits<'a> = BTreeMap<usize, (usize, &'a str)>;

/// Adds an edit; returns false if it overlaps another.
fn add<'a>(edits: &mut Edits<'a>, span: &Range<usize>, text: &'a str) -> bool {
    let before = edits.range(..span.start).next_back().is_none_or(|(_, (end, _))| *end <= span.start);
    let after = edits.range(span.start..).next().is_none_or(|(start, _)| span.end <= *start);
    // Two edits with the same start would have no defined order.
    let room = before && after && !edits.contains_key(&span.start);
    if room {
        edits.insert(span.start, (span.end, text));
    }
    room
}

/// How many edits in a fix to list.
const SHOWN: usize = 3;
/// How much of each string to show, in characters.
const WIDE: usize = 60;

/// Describes the fix of a diagnostic at `here`, as in `` replace `that` with `this` ``.
pub fn fix_in_words(fix: &Fix, here: &Place, sources: &Sources) -> String {
    if let Some(moved) = move_in_words(fix, sources) {
        return moved;
    }
    let mut told: Vec<String> =
        fix.edits.iter().take(SHOWN).map(|edit| edit_in_words(edit, here, sources)).collect();
    match fix.edits.len().saturating_sub(SHOWN) {
        0 => {}
        1 => told.push("and one more".to_owned()),
        more => told.push(format!("and {more} more")),
    }
    told.join("; ")
}

/// Describes a fix that only moves lines within a file.
fn move_in_words(fix: &Fix, sources: &Sources) -> Option<String> {
    let [one, other] = fix.edits.as_slice() else { return None };
    let (from, to) = if one.text.is_empty() { (one, other) } else { (other, one) };
    let moved = sources.text(&from.place.file).get(from.place.span.clone())?;
    let ((first, end), (above, _)) = (sources.positions(&from.place), sources.positions(&to.place));
    let whole = first.column == 1 && moved.ends_with('\n') && above.column == 1 && to.place.span.is_empty();
    if !whole || !from.text.is_empty() || moved != to.text || from.place.file != to.place.file {
        return None;
    }
    Some(format!("move {} above line {}", lines(first.line, end.line - 1), above.line))
}

fn lines(first: usize, last: usize) -> String {
    if last > first { format!("lines {first} to {last}") } else { format!("line {last}") }
}

fn edit_in_words(edit: &Edit, here: &Place, sources: &Sources) -> String {
    let text = sources.text(&edit.place.file);
    let span = &edit.place.span;
    let old = text.get(span.clone()).unwrap_or_default();
    let (start, end) = sources.positions(&edit.place);
    let other_file = edit.place.file != here.file;
    let file = if other_file { format!(" of {}", sources.path(&edit.place.file)) } else { String::new() };
    let whole = start.column == 1 && (old.ends_with('\n') || span.end == text.len());
    if edit.text.is_empty() && whole && !old.is_empty() {
        let last = if old.ends_with('\n') { end.line - 1 } else { end.line };
        return format!("remove {}{file}", lines(start.line, last));
    }
    let at_here = !other_file && sources.positions(here).0.line == start.line;
    let line = if at_here { String::new() } else { format!(" on line {}{file}", start.line) };
    match (old.is_empty(), edit.text.is_empty()) {
        (true, _) if edit.text.ends_with('\n') => {
            format!("add {} above line {}{file}", shown(&edit.text), start.line)
        }
        (true, _) if edit.text.starts_with(['\r', '\n']) && !edit.text.trim().is_empty() => {
            format!("add {} below line {}{file}", shown(&edit.text), start.line)
        }
        (true, _) => format!("add {}{line}", shown(&edit.text)),
        (false, true) if old.trim().is_empty() => format!("remove {}{line}", blanks(old)),
        (false, true) => format!("remove {}{line}", shown(old.trim())),
        (false, false) if begins_elsewhere(old, &edit.text) => {
            let (lead, was) = (lead(&edit.text).replace("none", "no spaces"), lead(old));
            format!("begin {}{line} with {lead}, not {was}", shown(first(old)))
        }
        (false, false) => {
            let [old, new] = apart(old, &edit.text);
            format!("replace {}{line} with {}", shown(old), shown(new))
        }
    }
}

/// Returns two long strings, starting a few words before the place where they begin to differ.
fn apart<'t>(old: &'t str, new: &'t str) -> [&'t str; 2] {
    let same = old.char_indices().zip(new.chars()).take_while(|((_, one), other)| one == other);
    let words: Vec<usize> = same.filter(|((_, one), _)| *one == ' ').map(|((at, _), _)| at + 1).collect();
    let from = words.len().checked_sub(3).filter(|_| shown(old) == shown(new)).map_or(0, |nth| words[nth]);
    [&old[from..], &new[from..]]
}

/// Returns whether only the indentation of a line changes.
fn begins_elsewhere(old: &str, new: &str) -> bool {
    !first(old).is_empty() && first(old) == first(new) && lead(old) != lead(new)
}

/// Returns the first line of `text`, without surrounding blanks.
fn first(text: &str) -> &str {
    text.trim_start().lines().next().unwrap_or_default().trim_end()
}

/// Describes the blanks at the start of `text`.
fn lead(text: &str) -> String {
    match text.len() - text.trim_start().len() {
        0 => "none".to_owned(),
        count => blanks(&text[..count]),
    }
}

/// Formats `text` the way it's typed, with the blanks around it, on one line and shortened.
fn shown(text: &str) -> String {
    if !text.is_empty() && text.trim().is_empty() {
        return blanks(text);
    }
    format!("`{}`", on_one_line(text.trim_matches(['\r', '\n']), WIDE))
}

/// Describes blanks by their number, since they can't be seen.
fn blanks(text: &str) -> String {
    let (count, all) = (text.chars().count(), |c: char| text.chars().all(|other| other == c));
    match (count, all(' '), all('\t')) {
        _ if text.contains('\n') => "a line break".to_owned(),
        (1, true, _) => "a space".to_owned(),
        (_, true, _) => format!("{count} spaces"),
        (1, _, true) => "a tab".to_owned(),
        (_, _, true) => format!("{count} tabs"),
        (1, ..) => "a different kind of space".to_owned(),
        _ => format!("{count} whitespace characters"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fix(edits: &[(&str, Range<usize>, &str)]) -> Fix {
        let edit = |(file, span, text): &(&str, Range<usize>, &str)| Edit {
            place: Place { file: (*file).into(), span: span.clone() },
            text: (*text).to_owned(),
        };
        Fix { safe: true, edits: edits.iter().map(edit).collect() }
    }

    fn made(fixes: &[Fix]) -> (String, Vec<usize>) {
        let mut files = FileBytes::from([("a".into(), b"\xEF\xBB\xBF0123456789".to_vec())]);
        let mut sources = Sources::new("content");
        sources.insert(3, "a".into(), "0123456789".into());
        let made = make_fixes(&mut files, &fixes.iter().collect::<Vec<_>>(), &sources);
        (String::from_utf8(files.remove("a").unwrap()).unwrap(), made)
    }

    #[test]
    fn fixes_apply_after_the_byte_order_mark_in_any_order() {
        let fixes = [fix(&[("a", 7..9, "x"), ("a", 0..1, "")]), fix(&[("a", 9..9, "!")])];
        assert_eq!(made(&fixes), ("\u{feff}123456x!9".to_owned(), vec![0, 1]));
    }

    #[test]
    fn overlapping_fixes_apply_the_first_and_skip_the_second_entirely() {
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
    fn edits_outside_the_files_are_not_applied() {
        for edits in [[("a", 8..11, "")], [("b", 0..0, "")]] {
            assert_eq!(made(&[fix(&edits)]), ("\u{feff}0123456789".to_owned(), vec![]));
        }
        assert_eq!(made(&[fix(&[])]).1, [] as [usize; 0]);
    }

    #[test]
    fn spaces_and_tabs_are_counted_in_descriptions_of_fixes() {
        assert_eq!(told("a.yaml", " ", "   "), "replace a space with 3 spaces");
        assert_eq!(blanks("\t\t"), "2 tabs");
        assert_eq!(blanks("\u{a0}"), "a different kind of space");
        assert_eq!(blanks(" \u{a0}"), "2 whitespace characters");
    }

    fn told(file: &str, find: &str, text: &str) -> String {
        let mut sources = Sources::new("content");
        sources.insert(0, "a.yaml".into(), "one: x\ntwo: y\nthree: z\n".into());
        sources.insert(0, "b.yaml".into(), "four: v\n".into());
        let start = sources.text(file).find(find).unwrap();
        let edit = Edit {
            place: Place { file: file.into(), span: start..start + find.len() },
            text: text.to_owned(),
        };
        let here = Place { file: "a.yaml".into(), span: 0..3 };
        fix_in_words(&Fix { safe: false, edits: vec![edit] }, &here, &sources)
    }

    #[test]
    fn a_fix_is_described_as_it_would_be_typed() {
        assert_eq!(told("a.yaml", "x", "\"x\""), "replace `x` with `\"x\"`");
        assert_eq!(told("a.yaml", "y", "q"), "replace `y` on line 2 with `q`");
        assert_eq!(told("a.yaml", "two: y\n", ""), "remove line 2");
        assert_eq!(told("a.yaml", "two: y\nthree: z\n", ""), "remove lines 2 to 3");
        assert_eq!(told("a.yaml", "two: y", "  two: y"), "begin `two: y` on line 2 with 2 spaces, not none");
        assert_eq!(told("a.yaml", "x", ""), "remove `x`");
        assert_eq!(told("b.yaml", "four: v\n", ""), "remove line 1 of content/b.yaml");
        assert_eq!(told("b.yaml", "v", "w"), "replace `v` on line 1 of content/b.yaml with `w`");
    }

    #[test]
    fn texts_that_begin_alike_are_shown_from_near_their_difference() {
        let old = format!("{}say \"no\" here", "word ".repeat(20));
        let new = old.replace('"', "'");
        assert_eq!(apart(&old, &new), ["word say \"no\" here", "word say 'no' here"]);
        assert_eq!(apart("say \"no\"", "say 'no'"), ["say \"no\"", "say 'no'"]);
    }

    #[test]
    fn lines_that_only_move_are_described_as_moved() {
        let mut sources = Sources::new("content");
        sources.insert(0, "a.yaml".into(), "one: x\ntwo: y\nthree: z\n".into());
        let edit =
            |span, text: &str| Edit { place: Place { file: "a.yaml".into(), span }, text: text.to_owned() };
        let words = |edits| fix_in_words(&Fix { safe: false, edits }, &Place::file("a.yaml"), &sources);
        assert_eq!(words(vec![edit(0..0, "three: z\n"), edit(14..23, "")]), "move line 3 above line 1");
        assert_eq!(
            words(vec![edit(7..23, ""), edit(0..0, "two: y\nthree: z\n")]),
            "move lines 2 to 3 above line 1"
        );
        assert_ne!(words(vec![edit(0..0, "three: q\n"), edit(14..23, "")]), "move line 3 above line 1");
    }

    #[test]
    fn a_long_list_of_edits_ends_with_a_count() {
        let edit = Edit { place: Place { file: "a.yaml".into(), span: 0..0 }, text: "x".to_owned() };
        let fix = Fix { safe: false, edits: vec![edit; 5] };
        let words = fix_in_words(&fix, &Place::file("a.yaml"), &Sources::new(""));
        assert!(words.ends_with("; and 2 more"), "{words}");
    }
}
