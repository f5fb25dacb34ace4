//! From a content folder to what is known of it: the content as far as it could be read, its
//! findings, and, where none of them gates, a snapshot to serve.

use std::io;
use std::path::Path;

use crate::content::{self, Draft};
use crate::diagnostics::{self, Diagnostic, Sources};
use crate::rules;
use crate::snapshot::Snapshot;

/// What is known of a content folder.
#[derive(Debug)]
pub struct Examined {
    pub draft: Draft,
    pub sources: Sources,
    /// In the order of the files and their lines.
    pub findings: Vec<Diagnostic>,
}

/// Reads and checks the content in `folder`, which is printed as it is named here.
///
/// # Errors
/// Where the folder can't be listed.
pub fn examine(folder: &Path) -> io::Result<Examined> {
    let files = content::folder::read(folder)?;
    Ok(examine_files(files, &folder.to_string_lossy()))
}

/// Checks content that has been read; `folder` is what stands before a file's name when printed.
pub fn examine_files(files: content::folder::Files, folder: &str) -> Examined {
    let (draft, sources, mut findings) = content::draft(files, folder);
    let beyond = rules::check(&draft, &findings);
    findings.extend(beyond);
    diagnostics::sort(&mut findings);
    diagnostics::settle(&mut findings);
    Examined { draft, sources, findings }
}

impl Examined {
    /// A snapshot to serve; `None` where an error gates. Warnings never do.
    pub fn snapshot(&self) -> Option<Snapshot> {
        if diagnostics::has_errors(&self.findings) {
            return None;
        }
        Snapshot::build(&self.draft)
    }
}
