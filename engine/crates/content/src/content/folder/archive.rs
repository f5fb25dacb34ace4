//! Reads content from a branch archive as code hosts serve it: a gzip-compressed tar file with a single
//! top-level folder.
//!
//! Nothing is unpacked to disk, so names and links in the archive can't reach anything. Even so, anything but a
//! regular file with a plain name is refused: a content review wouldn't show it.

use std::collections::HashSet;
use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use tar::{Archive, EntryType};

use super::super::yaml::MAX_BYTES;
use super::files::{Files, from_bytes};
use super::walk;

/// The maximum number of bytes an archive may expand to. The limit covers the whole repository, since the rest can't be
/// skipped without reading it.
const MAX_EXPANDED: u64 = 128 << 20;

/// Why an archive is rejected.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    #[error("it expands to more than {} MB", MAX_EXPANDED >> 20)]
    TooLarge,
    #[error("it isn't a complete tar.gz archive: {0}")]
    Broken(io::Error),
    #[error("it has a file named {0:?}, which points outside the archive or can't be read")]
    Name(String),
    #[error("it has more than one top-level folder, so it isn't the archive of a branch")]
    Tops,
    #[error("{0} is {1}, and only regular files are accepted")]
    Special(String, &'static str),
    #[error("it contains {0} twice")]
    Twice(String),
    #[error("it has no files in the folder {0:?}: correct the content path (CALLGUIDE_CONTENT_PATH)")]
    Missing(String),
}

/// Returns the content files in `folder` in the archive `packed`, by the same rules as a folder on disk.
/// `folder` is relative to the archive's top-level folder; empty means that folder itself.
///
/// # Errors
/// If the archive is incomplete or too large, or the folder contains anything that isn't allowed in content.
pub fn from_archive(packed: &[u8], folder: &str) -> Result<Files, Unusable> {
    let mut archive = Archive::new(MultiGzDecoder::new(packed).take(MAX_EXPANDED));
    let taken = take(&mut archive, folder);
    // Read to the end: only then does gzip report truncated data.
    let mut rest = archive.into_inner();
    let end = io::copy(&mut rest, &mut io::sink());
    if rest.limit() == 0 {
        return Err(Unusable::TooLarge);
    }
    let taken = taken?;
    end.map_err(Unusable::Broken)?;
    Ok(from_bytes(taken))
}

fn take(archive: &mut Archive<impl Read>, folder: &str) -> Result<Vec<(String, Vec<u8>)>, Unusable> {
    let (mut top, mut names, mut taken) = (None, HashSet::new(), Vec::new());
    for entry in archive.entries().map_err(Unusable::Broken)? {
        let entry = entry.map_err(Unusable::Broken)?;
        let kind = entry.header().entry_type();
        // Git writes the commit hash here.
        if kind.is_pax_global_extensions() {
            continue;
        }
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let plain = path.strip_suffix('/').unwrap_or(&path);
        if plain.contains(char::REPLACEMENT_CHARACTER)
            || plain.split('/').any(|part| matches!(part, "" | "." | ".."))
        {
            return Err(Unusable::Name(path));
        }
        let (first, below) = plain.split_once('/').unwrap_or((plain, ""));
        if top.get_or_insert_with(|| first.to_owned()) != first {
            return Err(Unusable::Tops);
        }
        let Some(name) = inside(below, folder).filter(|_| !kind.is_dir()) else { continue };
        if !kind.is_file() {
            return Err(Unusable::Special(below.to_owned(), in_words(kind)));
        }
        if !names.insert(name.to_owned()) {
            return Err(Unusable::Twice(below.to_owned()));
        }
        if walk::is_listed(name) == Some(true) {
            let mut bytes = Vec::new();
            entry.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(Unusable::Broken)?;
            taken.push((name.to_owned(), bytes));
        }
    }
    if taken.is_empty() { Err(Unusable::Missing(folder.to_owned())) } else { Ok(taken) }
}

/// Returns the name of `path` relative to `folder`; empty for the folder itself, `None` if it's outside.
fn inside<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(folder)?;
    if folder.is_empty() || rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

fn in_words(kind: EntryType) -> &'static str {
    match kind {
        EntryType::Symlink | EntryType::Link => "a link",
        EntryType::Char | EntryType::Block => "a device",
        EntryType::Fifo => "a named pipe",
        _ => "an unknown kind of entry",
    }
}
