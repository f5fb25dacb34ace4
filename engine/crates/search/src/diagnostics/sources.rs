//! Places in files, and the text that they point into.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A range of a file, in bytes, with an exclusive end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Name within the content folder, with `/` as the separator.
    pub file: Arc<str>,
    pub span: Range<usize>,
}

impl Place {
    /// Returns the start of `file`, for when nothing more specific is known.
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Self { file: file.into(), span: 0..0 }
    }

    /// Returns whether it contains `other`.
    pub fn contains(&self, other: &Self) -> bool {
        self.file == other.file && self.span.start <= other.span.start && other.span.end <= self.span.end
    }
}

/// The text of every file by name within the content folder, and the folder's path as given.
#[derive(Debug, Default, Clone)]
pub struct Sources {
    /// Printed before each file name: the folder as the user specified it.
    prefix: String,
    files: BTreeMap<Arc<str>, SourceFile>,
}

#[derive(Debug, Clone)]
struct SourceFile {
    text: Arc<str>,
    /// The number of bytes before the text in the file, which form a byte order mark.
    before: usize,
    /// The start of each line, so that a position's line can be looked up without counting lines.
    lines: Vec<usize>,
}

/// A line and a column, both from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Sources {
    /// Creates an empty set; `folder` is printed before file names.
    pub fn new(folder: &str) -> Self {
        let trimmed = folder.trim_end_matches('/');
        let prefix = if trimmed.is_empty() || trimmed == "." { String::new() } else { format!("{trimmed}/") };
        Self { prefix, files: BTreeMap::new() }
    }

    /// Adds the text of a file that starts with `before` other bytes.
    pub fn insert(&mut self, before: usize, file: Arc<str>, text: Arc<str>) {
        self.files.insert(file, SourceFile { before, ..SourceFile::new(text) });
    }

    /// Returns the place as a range of the file's bytes.
    pub fn in_file(&self, place: &Place) -> Range<usize> {
        let before = self.files.get(&place.file).map_or(0, |source| source.before);
        place.span.start + before..place.span.end + before
    }

    /// Returns the text of a file; empty if it couldn't be read.
    pub fn text(&self, file: &str) -> &str {
        self.files.get(file).map_or("", |source| &source.text)
    }

    /// Returns a file's name as printed.
    pub fn path(&self, file: &str) -> String {
        format!("{}{file}", self.prefix)
    }

    /// Returns the start and end of a place.
    pub fn positions(&self, place: &Place) -> (Position, Position) {
        let start = Position { line: 1, column: 1 };
        self.files.get(&place.file).map_or((start, start), |source| {
            (source.position(place.span.start), source.position(place.span.end))
        })
    }

    /// Returns the range of whole lines of `file` that `span` touches.
    pub fn lines(&self, file: &str, span: Range<usize>) -> Range<usize> {
        self.files.get(file).map_or(0..0, |source| {
            let start = source.lines[source.line(span.start)];
            let end = source.lines.get(source.line(span.end) + 1).copied();
            start..end.unwrap_or(source.text.len())
        })
    }
}

impl SourceFile {
    fn new(text: Arc<str>) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        Self { text, before: 0, lines }
    }

    /// Returns the index of the line that contains `offset`.
    fn line(&self, offset: usize) -> usize {
        self.lines.partition_point(|start| *start <= offset.min(self.text.len())) - 1
    }

    fn position(&self, offset: usize) -> Position {
        let line = self.line(offset);
        let before = &self.text.as_bytes()[self.lines[line]..offset.min(self.text.len())];
        // Counting only the first byte of each character works even if `offset` isn't a character boundary.
        let column = before.iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
        Position { line: line + 1, column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = SourceFile::new("a: 1\né: x\n".into());
        assert_eq!(source.position(0), Position { line: 1, column: 1 });
        assert_eq!(source.position(9), Position { line: 2, column: 4 });
        assert_eq!(source.position(99), Position { line: 3, column: 1 });
    }

    #[test]
    fn a_span_is_widened_to_its_lines() {
        let mut sources = Sources::new("content");
        sources.insert(0, "a.yaml".into(), "one\ntwo\nthree".into());
        assert_eq!(sources.lines("a.yaml", 5..6), 4..8);
        assert_eq!(sources.lines("a.yaml", 5..9), 4..13);
        assert_eq!(sources.lines("a.yaml", 99..99), 8..13);
        assert_eq!(sources.lines("b.yaml", 1..2), 0..0);
    }
}
