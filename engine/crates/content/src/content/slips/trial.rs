//! Tools for every kind of slip: the lines around the position where the parser stopped, a fix to try, and its result.

use std::ops::Range;

use callguide_search::text::Expression;
use granit_parser::ErrorKind;

/// Matches `key: value`, even in a list entry. Group 1 is everything up to the colon, group 2 the value.
static LINE: Expression =
    Expression::new(r"^(\s*(?:- +)*(?:[^\s:#'\x22\[{][^:#]*|'[^']*'|\x22[^\x22]*\x22):)(?:\s+(.*))?$");

/// How many columns text or a list is indented beyond its key in the content we ship.
pub(super) const STEP: usize = 2;

/// The text of a file, and the position where the parser stopped.
pub(super) struct Lines<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl Lines<'_> {
    /// Returns the line that contains `at`, without its line break.
    pub fn around(&self, at: usize) -> Range<usize> {
        let start = self.text[..at].rfind('\n').map_or(0, |n| n + 1);
        let end = self.text[at..].find(['\n', '\r']).map_or(self.text.len(), |n| at + n);
        start..end.max(start)
    }

    /// Returns the line where the parser stopped.
    pub fn here(&self) -> Range<usize> {
        self.around(self.at)
    }

    /// Returns the nearest line above `line` that isn't blank or a comment.
    pub fn above(&self, line: &Range<usize>) -> Option<Range<usize>> {
        let mut line = line.clone();
        while line.start > 0 {
            line = self.around(line.start - 1);
            let words = self.text[line.clone()].trim();
            if !words.is_empty() && !words.starts_with('#') {
                return Some(line);
            }
        }
        None
    }

    /// Returns the lines above `line`, the nearest one first, without blank lines and comments.
    pub fn all_above(&self, line: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
        std::iter::successors(self.above(line), |line| self.above(line))
    }

    /// Returns the keys that would contain `line` if it began at `column`, the innermost one first.
    pub fn keys_around(&self, line: &Range<usize>, column: usize) -> impl Iterator<Item = Range<usize>> {
        let mut column = column;
        self.all_above(line).filter(move |above| {
            let is_left = self.indent(above) < column;
            column = column.min(self.indent(above));
            is_left
        })
    }

    /// Returns the line where the parser stopped and the non-blank, non-comment lines above it, at most `count`
    /// in total.
    pub fn near(&self, count: usize) -> Vec<Range<usize>> {
        std::iter::successors(Some(self.here()), |line| self.above(line)).take(count).collect()
    }

    /// Returns the line after `line`.
    fn next(&self, line: &Range<usize>) -> Option<Range<usize>> {
        let start = self.text[line.end..].find('\n')? + line.end + 1;
        (start < self.text.len()).then(|| self.around(start))
    }

    /// Returns the lines below `line`, to the end of the text, without blank lines.
    pub fn below(&self, line: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<'_> {
        let all = std::iter::successors(self.next(line), |line| self.next(line));
        all.filter(|below| !self.text[below.clone()].trim().is_empty())
    }

    /// Returns all lines of the text.
    pub fn all(&self) -> impl Iterator<Item = Range<usize>> {
        std::iter::successors(Some(self.around(0)), |line| self.next(line))
    }

    /// Returns the number of a line, from 1.
    pub fn number(&self, line: &Range<usize>) -> usize {
        self.text[..line.start].matches('\n').count() + 1
    }

    /// Returns the number of spaces at the start of a line.
    pub fn indent(&self, line: &Range<usize>) -> usize {
        self.text[line.clone()].chars().take_while(|c| *c == ' ').count()
    }

    /// Returns the column of a line's first key, which may come after the hyphen of a list entry.
    pub fn key_column(&self, line: &Range<usize>) -> usize {
        self.indent(line) + self.text[line.clone()].matches("- ").take(1).count() * STEP
    }

    /// Returns the span of the value after the line's key, without surrounding blanks.
    pub fn value(&self, line: &Range<usize>) -> Option<Range<usize>> {
        let group = LINE.captures(&self.text[line.clone()])?.get(2)?;
        Some(trimmed(self.text, line.start + group.start()..line.start + group.end()))
    }

    /// Returns the end of the line's key, including the colon.
    pub fn key_end(&self, line: &Range<usize>) -> Option<usize> {
        Some(line.start + LINE.captures(&self.text[line.clone()])?.get(1)?.end())
    }
}

/// Narrows a range of the text to exclude surrounding blanks.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(start + part.trim().len())
}

/// A fix that may be what the author meant.
#[derive(Debug, Clone)]
pub(in crate::content) struct Mend {
    /// Where the slip is.
    pub span: Range<usize>,
    pub message: String,
    pub help: String,
    /// In order, without overlaps.
    pub edits: Vec<Replacement>,
    /// Whether the author can't have meant anything else, provided the fixed file has no other errors.
    pub plain: bool,
    /// An alternative reading and its description. If it parses just as well, a person has to choose.
    pub rival: Option<(Replacement, String)>,
}

/// A range of the text, and its replacement.
pub(in crate::content) type Replacement = (Range<usize>, String);

/// The result of parsing text.
#[derive(Debug, Clone)]
pub(in crate::content) enum Trial {
    /// Parses to the end, with this many errors.
    Reads(usize),
    /// Stops here.
    Stops(usize, ErrorKind),
}

impl Mend {
    pub fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            help: help.into(),
            edits: Vec::new(),
            plain: false,
            rival: None,
        }
    }

    pub fn by(mut self, edits: impl IntoIterator<Item = Replacement>) -> Self {
        self.edits.extend(edits);
        self
    }

    pub fn plain(mut self) -> Self {
        self.plain = true;
        self
    }

    /// Decides whether the fix is certain. If the alternative parses just as well, drops the edits and describes
    /// both.
    pub fn judged(mut self, text: &str, left: usize, trial: impl Fn(&str) -> Trial) -> Self {
        self.plain &= left == 0;
        if let Some((edit, words)) = self.rival.take() {
            let other = Self { edits: vec![edit], ..self.clone() };
            if matches!(trial(&other.apply(text)), Trial::Reads(errors) if errors <= left) {
                self.help.push_str(&words);
                self.edits.clear();
            }
        }
        self
    }

    /// Applies the fix to `text`.
    pub fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len() + 16);
        let mut done = 0;
        for (range, new) in &self.edits {
            out.push_str(&text[done..range.start]);
            out.push_str(new);
            done = range.end;
        }
        out.push_str(&text[done..]);
        out
    }

    /// Maps a position in the fixed text back to the original.
    pub fn before(&self, at: usize) -> usize {
        let mut shift = 0isize;
        for (range, new) in &self.edits {
            let start = range.start.saturating_add_signed(shift);
            if at < start {
                break;
            }
            if at < start + new.len() {
                return range.start;
            }
            shift += new.len().cast_signed() - range.len().cast_signed();
        }
        at.saturating_add_signed(-shift)
    }
}
