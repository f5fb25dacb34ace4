//! From a spreadsheet or a text document to the YAML that content is written in; no input or output.
//!
//! ```text
//! csv ─▶ rows ─┐                        ┌─▶ new files
//!              ├─▶ Markdown, links, ids ─┤
//! md ──▶ rows ─┘                        └─▶ additions at the end of files that are there
//! ```
//!
//! Nothing that stands is changed. What couldn't be kept is a [`Loss`] with its line; what can't be read at all is
//! [`Refused`], and then there is nothing to write.

mod address;
mod append;
mod clean;
mod csv;
mod document;
pub mod faq;
mod html;
mod lines;
mod rows;
mod slug;
pub mod states;
mod tags;
mod yaml;

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
}
