//! Writes or shows the additions of an import.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use similar::TextDiff;

use crate::import::Addition;

/// Prints what would be written, as a diff.
pub(super) fn show(additions: &[Addition]) {
    for Addition { file, stands, text } in additions {
        let before = stands.as_deref().unwrap_or_default();
        let whole = format!("{before}{text}");
        let old = if stands.is_some() { format!("a/{file}") } else { "/dev/null".to_owned() };
        print!("{}", TextDiff::from_lines(before, &whole).unified_diff().header(&old, &format!("b/{file}")));
    }
}

/// Creates new files, never replacing any, and appends to existing ones. Links come first, so that an engine
/// watching the folder knows them by the time it sees the answers.
pub(super) fn write(folder: &Path, additions: &[Addition]) -> anyhow::Result<()> {
    // Check that everything can be written before writing anything.
    for addition in additions {
        let path = folder.join(&addition.file);
        match &addition.stands {
            None if path.exists() => bail!("{} already exists; nothing was imported", path.display()),
            None => {}
            Some(stands) => {
                let now =
                    fs::read_to_string(&path).with_context(|| format!("{} can't be read", path.display()))?;
                if now.trim_start_matches('\u{feff}') != stands {
                    bail!(
                        "{} was changed in the meantime; nothing was imported, so try again",
                        path.display()
                    );
                }
            }
        }
    }
    let mut done: Vec<&str> = Vec::new();
    let (first, then): (Vec<&Addition>, Vec<&Addition>) =
        additions.iter().partition(|addition| addition.stands.is_some() && !addition.file.contains('/'));
    for addition in first.into_iter().chain(then) {
        one(folder, addition).with_context(|| {
            let written = if done.is_empty() { "nothing".to_owned() } else { done.join(", ") };
            format!(
                "{} can't be written; written so far: {written}. Check it with git diff or a backup, fix the \
                 problem, and import again: anything that's already there is skipped",
                folder.join(&addition.file).display()
            )
        })?;
        done.push(&addition.file);
    }
    Ok(())
}

fn one(folder: &Path, addition: &Addition) -> std::io::Result<()> {
    let path = folder.join(&addition.file);
    if addition.stands.is_some() {
        return OpenOptions::new().append(true).open(path)?.write_all(addition.text.as_bytes());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(addition.text.as_bytes())
}
