//! The text of the files that diagnostics point into.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Place;

/// Text of every file by its name in the content folder, and how that folder was named.
#[derive(Debug, Default, Clone)]
pub struct Sources {
    /// What stands before a file's name when it is printed: the folder as the user named it.
    prefix: String,
    files: BTreeMap<Arc<str>, Arc<str>>,
}

/// A line and a column, both from 1; a column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Sources {
    /// No files yet; `folder` is printed before their names.
    pub fn new(folder: &str) -> Self {
        let trimmed = folder.trim_end_matches('/');
        let prefix = if trimmed.is_empty() || trimmed == "." { String::new() } else { format!("{trimmed}/") };
        Self { prefix, files: BTreeMap::new() }
    }

    /// Adds a file's text.
    pub fn insert(&mut self, file: Arc<str>, text: Arc<str>) {
        self.files.insert(file, text);
    }

    /// The text of a file; empty for one that could not be read.
    pub fn text(&self, file: &str) -> &str {
        self.files.get(file).map_or("", |text| text)
    }

    /// A file's name as it is printed.
    pub fn path(&self, file: &str) -> String {
        format!("{}{file}", self.prefix)
    }

    /// Where a place starts and ends.
    pub fn positions(&self, place: &Place) -> (Position, Position) {
        let text = self.text(&place.file);
        (position(text, place.span.start), position(text, place.span.end))
    }
}

fn position(text: &str, offset: usize) -> Position {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    // Counting the bytes that begin a character needs no valid boundary at `offset`.
    let column = before[line_start..].iter().filter(|&&b| b & 0xC0 != 0x80).count() + 1;
    Position { line, column }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "a: 1\né: x\n";
        assert_eq!(position(text, 0), Position { line: 1, column: 1 });
        assert_eq!(position(text, 9), Position { line: 2, column: 4 });
        assert_eq!(position(text, 99), Position { line: 3, column: 1 });
    }
}
