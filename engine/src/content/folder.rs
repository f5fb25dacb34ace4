//! Reading a content folder. The only input or output of this module's parent.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::kinds::Kind;
use super::yaml::MAX_BYTES;
use crate::diagnostics::{Diagnostic, Place, nearest};

/// How many content files a folder may hold.
const MAX_FILES: usize = 2_000;
/// How many folders deep files are looked for. Content has them one deep; what lies deeper is
/// told, so that no file is left out in silence.
const MAX_FOLDERS: usize = 4;

/// The files of a folder, by name, as bytes.
#[derive(Debug, Default)]
pub struct Files {
    pub files: Vec<(Arc<str>, Vec<u8>)>,
    /// What could not be read, or has a name that content doesn't have.
    pub found: Vec<Diagnostic>,
    /// Files that a finding explains already: what one with a wrong name was probably meant to be,
    /// what could not be read. They are not told as missing as well.
    pub accounted_for: Vec<String>,
}

/// Reads every content file under `folder`, in the order of their names.
///
/// # Errors
/// Where the folder itself can't be listed.
pub fn read(folder: &Path) -> io::Result<Files> {
    let mut names = Vec::new();
    list(folder, "", 0, &mut names)?;
    names.sort();
    let mut out = Files::default();
    for name in names {
        if out.files.len() >= MAX_FILES {
            out.error(&name, format!("the folder holds more than {MAX_FILES} content files"));
            break;
        }
        out.take(folder, &name);
    }
    Ok(out)
}

/// The content files among `listed` (names inside the content folder, and their bytes), by the same
/// rules as [`read`]: for content that is kept elsewhere than in a folder.
pub fn from_bytes(mut listed: Vec<(String, Vec<u8>)>) -> Files {
    listed.retain(|(name, _)| {
        let kept = |part: &str| !part.starts_with(['.', '#']) && !part.ends_with('~');
        let depth = name.matches('/').count();
        depth <= MAX_FOLDERS
            && name.split('/').all(kept)
            && (name.ends_with(".yaml") || name.ends_with(".yml"))
    });
    listed.sort();
    let mut out = Files::default();
    for (name, bytes) in listed {
        if out.files.len() >= MAX_FILES {
            out.error(&name, format!("the folder holds more than {MAX_FILES} content files"));
            break;
        }
        if Kind::of(&name).is_none() {
            out.unknown(&name);
        } else if bytes.len() > MAX_BYTES {
            let size = bytes.len();
            out.error(&name, format!("the file is too large: {size} bytes, and {MAX_BYTES} are allowed"));
        } else {
            out.files.push((name.into(), bytes));
        }
    }
    out
}

impl Files {
    fn take(&mut self, folder: &Path, name: &str) {
        if Kind::of(name).is_none() {
            self.unknown(name);
            return;
        }
        let path = folder.join(name);
        match fs::metadata(&path).map(|m| m.len()) {
            Ok(size) if size > MAX_BYTES as u64 => {
                self.error(
                    name,
                    format!(
                        "the file is too large: {} MB, and {} MB are allowed",
                        size >> 20,
                        MAX_BYTES >> 20
                    ),
                );
            }
            _ => match fs::read(&path) {
                Ok(bytes) => self.files.push((name.into(), bytes)),
                Err(error) => self.error(name, format!("the file can't be read: {error}")),
            },
        }
    }

    fn unknown(&mut self, name: &str) {
        let meant = meant(name);
        let help = match &meant {
            Some(file) if name.matches('/').count() > 1 => format!("move it to {file}"),
            Some(file) => format!("rename it to {file}"),
            None => "remove it, or move it out of the content folder".to_owned(),
        };
        self.found.push(
            Diagnostic::error(
                "unknown-file",
                Place::file(name),
                "content has no file of this name, so nobody reads it",
            )
            .help(help),
        );
        self.accounted_for.extend(meant);
    }

    fn error(&mut self, name: &str, message: String) {
        self.found.push(
            Diagnostic::error("unreadable-file", Place::file(name), message)
                .help("put back the file as it was before, or remove it if it is no content"),
        );
        self.accounted_for.push(name.to_owned());
    }
}

/// The name that a file should probably have.
fn meant(name: &str) -> Option<String> {
    let stem = name.trim_end_matches(".yml").trim_end_matches(".yaml");
    let (folder, last) = (stem.split('/').next()?, stem.rsplit('/').next()?);
    // Its own name with the right ending, or in the right folder.
    let moved = [format!("{stem}.yaml"), format!("{folder}/{last}.yaml")];
    if let Some(right) = moved.into_iter().find(|name| Kind::of(name).is_some()) {
        return Some(right);
    }
    let known = Kind::ALL.iter().filter_map(|kind| kind.file()?.strip_suffix(".yaml"));
    nearest(stem, known).map(|stem| format!("{stem}.yaml"))
}

/// Names of the YAML files under `folder`. Hidden files and what editors leave beside a file (`~`,
/// `#…#`) are none of content's.
fn list(folder: &Path, prefix: &str, depth: usize, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with(['.', '#']) || name.ends_with('~') {
            continue;
        }
        let path = format!("{prefix}{name}");
        // Follows symbolic links: content may be mounted as links into a versioned folder.
        let is_folder = fs::metadata(entry.path()).is_ok_and(|m| m.is_dir());
        if is_folder {
            if depth < MAX_FOLDERS {
                list(&entry.path(), &format!("{path}/"), depth + 1, names)?;
            }
        } else if name.ends_with(".yaml") || name.ends_with(".yml") {
            names.push(path);
        }
    }
    Ok(())
}
