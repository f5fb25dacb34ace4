//! The inputs of an import (the source, its rows, and the settings) and its outputs (the text to write and the losses).

use jiff::civil::Date;

/// The source of an import, as read from its file.
#[derive(Debug)]
pub enum ImportSource {
    Csv(String),
    Workbook(Vec<u8>),
    Markdown(String),
}

/// The settings of an import.
#[derive(Debug, Clone, Copy)]
pub struct ImportSettings<'a> {
    /// The sheet of a workbook; by default the first one that isn't empty.
    pub sheet: Option<&'a str>,
    /// The order of day, month, and year in columns with ambiguous dates.
    pub dates: Option<&'a str>,
    pub today: Date,
}

/// A row of a table: its cells, and the line that it begins on, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableRow {
    pub line: usize,
    pub cells: Vec<String>,
}

/// Something in the source that was dropped or changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    /// Its line in the imported file, counted from 1; for a row of several lines, the first.
    pub line: usize,
    /// What was lost, and why.
    pub what: String,
}

/// The losses so far, and the line that's being read.
#[derive(Debug, Default)]
pub(super) struct Losses {
    pub line: usize,
    pub all: Vec<Loss>,
}

impl Losses {
    /// Adds a loss on the current line.
    pub fn add(&mut self, what: impl Into<String>) {
        self.add_at(self.line, what);
    }

    /// Adds a loss on a line other than the current one.
    pub fn add_at(&mut self, line: usize, what: impl Into<String>) {
        self.all.push(Loss { line, what: what.into() });
    }
}

/// The reason why an import was refused as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The offending line in the imported file; `None` if there is no single one.
    pub line: Option<usize>,
    pub why: String,
}

impl Refused {
    pub(super) fn at(line: usize, why: impl Into<String>) -> Self {
        Self { line: Some(line), why: why.into() }
    }

    pub(super) fn all(why: impl Into<String>) -> Self {
        Self { line: None, why: why.into() }
    }
}

/// The text to write to one file in the content folder: a whole new file, or text to append to an existing one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addition {
    /// The file's name in the content folder.
    pub file: String,
    /// The existing text, which is kept; `None` for a new file.
    pub stands: Option<String>,
    pub text: String,
}

/// The result of an import.
#[derive(Debug, Default)]
pub struct Import {
    pub additions: Vec<Addition>,
    /// The losses, sorted by line.
    pub losses: Vec<Loss>,
    /// The number of entries or states to write.
    pub entries: usize,
    /// The number of addresses that are new in links.yaml.
    pub links: usize,
    /// The number of entries without any date.
    pub undated: usize,
}
