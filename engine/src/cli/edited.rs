//! Shows the changes to a content file that a command edits, and writes files to disk.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use similar::TextDiff;

use crate::content::folder::{self, Files};

/// The number of context lines around a change, as in other diff programs.
const CONTEXT: usize = 3;

/// A file before and after an edit.
pub struct Edited {
    pub name: Arc<str>,
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Edited {
    /// Returns the files that differ.
    pub fn between(before: &Files, after: &Files) -> Vec<Self> {
        let both = before.files.iter().zip(&after.files).filter(|(before, after)| before.1 != after.1);
        let edited = both.map(|((name, before), (_, after))| Self {
            name: name.clone(),
            before: before.clone(),
            after: after.clone(),
        });
        edited.collect()
    }

    /// Returns the difference as a unified diff.
    pub fn difference(&self, folder: &Path) -> String {
        let path = folder.join(&*self.name);
        let (before, after) = (String::from_utf8_lossy(&self.before), String::from_utf8_lossy(&self.after));
        let diff = TextDiff::from_lines(&*before, &*after);
        let mut unified = diff.unified_diff();
        unified.context_radius(CONTEXT);
        unified.header(&format!("a/{}", path.display()), &format!("b/{}", path.display()));
        unified.to_string()
    }

    /// Writes the file. If someone else has changed it in the meantime, says so, leaves the file unchanged, and returns
    /// false.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn write(&self, folder: &Path) -> anyhow::Result<bool> {
        let path = folder.join(&*self.name);
        let written = folder::replace(folder, &self.name, &self.before, &self.after)
            .with_context(|| format!("{} can't be written", path.display()))?;
        if !written {
            eprintln!(
                "callguide: {} was changed by someone else in the meantime, so it was left as is; run this again",
                path.display()
            );
        }
        Ok(written)
    }
}

/// Creates a file and its parent folders. Never replaces one, even one that was created in the meantime.
///
/// # Errors
/// If it exists or can't be written.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    File::create_new(path)?.write_all(bytes)
}
