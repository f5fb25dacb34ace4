//! The lines around the place where the parser stops.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// `key: value`, also as an entry of a list. Group 1 is what the line begins with, 2 the value.
static LINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(\s*(?:- +)*(?:[^\s:#'\x22\[{][^:#]*|'[^']*'|\x22[^\x22]*\x22):)(?:\s+(.*))?$")
        .expect("a constant pattern")
});

/// A text, and where the parser stops in it.
pub(super) struct Lines<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl Lines<'_> {
    /// The line that `at` is in, without its end.
    pub fn around(&self, at: usize) -> Range<usize> {
        let start = self.text[..at].rfind('\n').map_or(0, |n| n + 1);
        let end = self.text[at..].find(['\n', '\r']).map_or(self.text.len(), |n| at + n);
        start..end.max(start)
    }

    /// The line in which the parser stops.
    pub fn here(&self) -> Range<usize> {
        self.around(self.at)
    }

    /// The last line above `line` that says something.
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

    /// The line in which the parser stops, then those above it that say something: `count` lines at most.
    pub fn near(&self, count: usize) -> Vec<Range<usize>> {
        std::iter::successors(Some(self.here()), |line| self.above(line)).take(count).collect()
    }

    /// The line behind `line`.
    fn next(&self, line: &Range<usize>) -> Option<Range<usize>> {
        let start = self.text[line.end..].find('\n')? + line.end + 1;
        (start < self.text.len()).then(|| self.around(start))
    }

    /// The lines below `line`, to the end of the text.
    pub fn below(&self, line: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<'_> {
        std::iter::successors(self.next(line), |line| self.next(line))
    }

    /// All lines of the text.
    pub fn all(&self) -> impl Iterator<Item = Range<usize>> {
        std::iter::successors(Some(self.around(0)), |line| self.next(line))
    }

    /// The number of a line, from 1.
    pub fn number(&self, line: &Range<usize>) -> usize {
        self.text[..line.start].matches('\n').count() + 1
    }

    /// How many spaces a line begins with.
    pub fn indent(&self, line: &Range<usize>) -> usize {
        indent(self.text, line)
    }

    /// Where the value behind the key of a line stands, without the blanks around it.
    pub fn value(&self, line: &Range<usize>) -> Option<Range<usize>> {
        let group = LINE.captures(&self.text[line.clone()])?.get(2)?;
        Some(trimmed(self.text, line.start + group.start()..line.start + group.end()))
    }

    /// Where a line's key with its colon ends.
    pub fn key_end(&self, line: &Range<usize>) -> Option<usize> {
        Some(line.start + LINE.captures(&self.text[line.clone()])?.get(1)?.end())
    }
}

/// How many spaces a line begins with.
pub(super) fn indent(text: &str, line: &Range<usize>) -> usize {
    text[line.clone()].chars().take_while(|c| *c == ' ').count()
}

/// A stretch of the text without the blanks around it.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(start + part.trim().len())
}
