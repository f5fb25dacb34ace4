//! A content file that a command edits: the difference, and putting it on the disk.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use similar::TextDiff;

use crate::content::folder::{self, Files};

/// How many lines of a file the difference shows around a change, as other programs do.
const CONTEXT: usize = 3;

/// A file before and after.
pub struct Edited {
    pub name: Arc<str>,
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Edited {
    /// The files that aren't the same in both.
    pub fn between(before: &Files, after: &Files) -> Vec<Self> {
        let both = before.files.iter().zip(&after.files).filter(|(before, after)| before.1 != after.1);
        let edited = both.map(|((name, before), (_, after))| Self {
            name: name.clone(),
            before: before.clone(),
            after: after.clone(),
        });
        edited.collect()
    }

    /// As other programs print it and take it.
    pub fn difference(&self, folder: &Path) -> String {
        let path = folder.join(&*self.name);
        let (before, after) = (String::from_utf8_lossy(&self.before), String::from_utf8_lossy(&self.after));
        let diff = TextDiff::from_lines(&*before, &*after);
        let mut unified = diff.unified_diff();
        unified.context_radius(CONTEXT);
        unified.header(&format!("a/{}", path.display()), &format!("b/{}", path.display()));
        unified.to_string()
    }

    /// Puts it on the disk. False where someone else changed the file meanwhile, which is said: that stays.
    ///
    /// # Errors
    /// Where it can't be written.
    pub fn write(&self, folder: &Path) -> anyhow::Result<bool> {
        let path = folder.join(&*self.name);
        let written = folder::replace(folder, &self.name, &self.before, &self.after)
            .with_context(|| format!("{} can't be written", path.display()))?;
        if !written {
            eprintln!(
                "callguide: {} was changed by someone else meanwhile, so it stays as it is; run it again",
                path.display()
            );
        }
        Ok(written)
    }
}
