//! From a spreadsheet or a text document to the YAML that content is written in; no input or output.
//!
//! ```text
//! csv, xlsx ─▶ rows ─┐                        ┌─▶ new files
//!                    ├─▶ Markdown, links, ids ─┤
//! md ────────▶ rows ─┘                        └─▶ additions at the end of files that are there
//! ```
//!
//! Nothing that stands is changed. What couldn't be kept is a [`Loss`] with its line; what can't be read at all is
//! [`Refused`], and then there is nothing to write.

mod address;
mod append;
mod clean;
mod csv;
pub mod dates;
mod document;
pub mod faq;
mod html;
mod lines;
mod rows;
mod slug;
pub mod states;
mod tags;
mod workbook;
mod yaml;

use jiff::civil::Date;

/// What is imported, as it stands in its file.
#[derive(Debug)]
pub enum Source {
    Csv(String),
    Workbook(Vec<u8>),
    Markdown(String),
}

/// What is said besides.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'a> {
    /// The sheet of a workbook; else the first that has something in it.
    pub sheet: Option<&'a str>,
    /// How days are written where their column allows several readings.
    pub dates: Option<&'a str>,
    pub today: Date,
}

impl Source {
    /// The rows of a table, the first of which is a header that `is_header` knows.
    fn rows(
        &self,
        settings: Settings<'_>,
        is_header: impl Fn(&[String]) -> bool,
        losses: &mut Vec<Loss>,
    ) -> Result<Vec<Row>, Refused> {
        match self {
            Self::Csv(text) => csv::rows(text, is_header),
            Self::Workbook(bytes) => workbook::rows(bytes, settings.sheet, losses),
            Self::Markdown(_) => Err(Refused::all("states come from a table: save it as .xlsx or as CSV")),
        }
    }
}

/// A row of a table: its cells, and the line that it begins on, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    line: usize,
    cells: Vec<String>,
}

/// Something that stands in what was imported and not in what is written, or not as it stood.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    /// Its line in the imported file, from 1; of a row that goes over several, the first.
    pub line: usize,
    /// What, and why.
    pub what: String,
}

/// Why nothing is imported at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The line of the imported file that says so; `None` where it's no single one.
    pub line: Option<usize>,
    pub why: String,
}

impl Refused {
    fn at(line: usize, why: impl Into<String>) -> Self {
        Self { line: Some(line), why: why.into() }
    }

    fn all(why: impl Into<String>) -> Self {
        Self { line: None, why: why.into() }
    }
}

/// What is written to one file of the content folder: all of a new one, or what is added at the end of one that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addition {
    /// Name inside the content folder.
    pub file: String,
    /// What stands in it, and stays; `None` for a new file.
    pub stands: Option<String>,
    pub text: String,
}

/// What an import writes, and what it couldn't keep.
#[derive(Debug, Default)]
pub struct Import {
    pub additions: Vec<Addition>,
    /// In the order of their lines.
    pub losses: Vec<Loss>,
    /// How many entries or states are written.
    pub entries: usize,
    /// How many addresses are new in links.yaml.
    pub links: usize,
    /// How many of the entries say nothing of their age.
    pub undated: usize,
}
