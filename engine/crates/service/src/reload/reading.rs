//! Reading a content folder that someone may be writing to at the same time, and taking its fingerprint without
//! reading its files.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use callguide_content::content::folder::{self, Files, Identity, Listing, NotRead};
use callguide_content::examine::{Examined, examine_to_serve};
use callguide_content::readings::Now;
use callguide_content::snapshot::{Snapshot, Texts};
use callguide_search::diagnostics::{Findings, Sources, print};

/// The bytes of a folder that didn't change while they were read.
#[derive(Debug)]
pub struct FolderBytes {
    files: Files,
    pub digest: Digest,
    /// The folder's fingerprint before and after.
    pub fingerprint: Fingerprint,
}

/// The identity of a folder's bytes: equal digests mean equal content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Digest {
    files: BTreeMap<Arc<str>, [u8; 32]>,
    /// The names of entries that couldn't be read or don't belong in content.
    found: Vec<String>,
}

impl Digest {
    /// Returns the digest of files that were read.
    pub fn of(files: &Files) -> Self {
        let hash = |bytes: &Vec<u8>| Sha256::digest(bytes).into();
        Self {
            files: files.files.iter().map(|(name, bytes)| (name.clone(), hash(bytes))).collect(),
            found: files.found.iter().map(|d| format!("{}: {}", d.place.file, d.message)).collect(),
        }
    }

    /// Returns the names of the files that were added, removed, or changed, sorted.
    pub fn changed_since(&self, before: &Self) -> Vec<String> {
        let here = self.files.iter().filter(|(name, hash)| before.files.get(*name) != Some(hash));
        let gone = before.files.keys().filter(|name| !self.files.contains_key(*name));
        let mut names: Vec<String> =
            here.map(|(name, _)| name).chain(gone).map(|name| name.to_string()).collect();
        names.sort();
        names
    }
}

impl FolderBytes {
    /// Wraps files that don't come from a folder on disk.
    pub fn of(files: Files) -> Self {
        Self { digest: Digest::of(&files), files, fingerprint: Fingerprint::default() }
    }
}

/// Reads the folder; `None` if it kept changing, since only half of an edit may have been read.
///
/// # Errors
/// If the folder can't be listed.
pub fn read(folder: &Path) -> io::Result<Option<FolderBytes>> {
    let read = folder::read_still(folder)?;
    Ok(read.map(|(files, listing)| FolderBytes {
        digest: Digest::of(&files),
        files,
        fingerprint: listing.into(),
    }))
}

/// An examined folder, as it was read.
#[derive(Debug)]
pub struct ExaminedFolder {
    pub examined: Examined,
    /// The snapshot to serve, until the caller takes it; `None` if an error gates it.
    pub snapshot: Option<Snapshot>,
    /// The version: as it's served, or only the hash if there are errors.
    pub version: String,
    pub digest: Digest,
    pub fingerprint: Fingerprint,
    /// The folder's name as the operator typed it, for the log.
    named: String,
}

impl ExaminedFolder {
    /// Examines what was read from `folder`, to be served as a preview if `preview` is true.
    pub fn examine(read: FolderBytes, folder: &Path, preview: bool, now: Now) -> Self {
        let named = folder.to_string_lossy().into_owned();
        let FolderBytes { files, digest, fingerprint } = read;
        let (examined, snapshot) = examine_to_serve(files, &named, preview, now);
        let version = snapshot.as_ref().map(|snapshot| snapshot.version().to_owned());
        let version = version.unwrap_or_else(|| examined.draft.version());
        Self { examined, snapshot, version, digest, fingerprint, named }
    }

    /// Returns the name and text of every file that could be read, for storing a copy.
    pub fn texts(&self) -> Texts {
        let documents = self.examined.draft.documents.iter();
        documents.map(|(name, (_, document))| (name.clone(), document.text.clone())).collect()
    }

    /// Returns the findings as lint prints them, for the engine's log.
    pub fn text(&self) -> String {
        print::human(&self.examined.findings, &self.examined.sources)
    }

    /// Returns the findings for an admin. Paths begin with the folder's own name, as if lint were run next to it, so
    /// the folder's location on the engine's machine isn't disclosed.
    pub fn findings(&self) -> Findings {
        let folder = Path::new(&self.named);
        let last = folder.file_name().map_or("content".into(), |name| name.to_string_lossy());
        let mut findings = Findings::new(&self.examined.findings, &self.examined.sources);
        let printed = self.examined.sources.path("");
        let shorten = |file: &mut String| {
            if let Some(name) = file.strip_prefix(&printed) {
                *file = Sources::new(&last).path(name);
            }
        };
        for finding in &mut findings.findings {
            shorten(&mut finding.file);
            finding.related.iter_mut().for_each(|related| shorten(&mut related.file));
        }
        findings
    }
}

/// The names, identities, sizes, and times of all content in a folder, following links as the reader does. Two checks
/// with equal fingerprints saw the same files, unless a file was written within the same tick of the file system's
/// clock as the first check. A poller therefore reads once more at the first check after a change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fingerprint(Listing);

impl Fingerprint {
    /// Returns the fingerprint of `folder` now; empty if it can't be listed.
    pub fn of(folder: &Path) -> Self {
        folder::look(folder).unwrap_or_default().into()
    }

    /// Returns the folders by their names in `folder`: the folder itself (empty name), its subfolders, and the
    /// folders that its links lead through.
    pub fn folders(&self, folder: &Path) -> Vec<(PathBuf, Identity)> {
        let at = |name: &str| if name.is_empty() { folder.to_owned() } else { folder.join(name) };
        let known = |(name, stamp): (&String, &Option<_>)| {
            Some((at(name), stamp.as_ref().map(|stamp: &folder::Stamp| stamp.identity)?))
        };
        self.0.folders.iter().filter_map(known).collect()
    }

    /// Returns the size of the file with this name, if it exists.
    #[cfg(test)]
    pub fn size(&self, name: &str) -> Option<u64> {
        self.0.files.get(name)?.stamp.map(|stamp| stamp.size)
    }
}

impl From<Listing> for Fingerprint {
    fn from(mut listing: Listing) -> Self {
        listing.not_read.retain(|_, why| *why != NotRead::NoOneReads);
        Self(listing)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn a_reading_is_consistent_despite_concurrent_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site.yaml");
        let (long, short) = (vec![b'x'; 300_000], vec![b'x'; 100_000]);
        fs::write(&path, &long).unwrap();
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(Ordering::SeqCst) {
                    fs::write(&path, &short).unwrap();
                    fs::write(&path, &long).unwrap();
                }
            });
            let torn = (0..300).filter_map(|_| read(folder.path()).unwrap()).find(|read| {
                let (_, bytes) = &read.files.files[0];
                read.fingerprint.size("site.yaml") != Some(bytes.len() as u64)
            });
            stop.store(true, Ordering::SeqCst);
            assert!(torn.is_none(), "what was read has another size than the file had");
        });
        assert!(read(folder.path()).unwrap().is_some(), "it stands still now");
    }

    #[test]
    fn a_digest_lists_added_removed_and_changed_files() {
        let folder = tempfile::tempdir().unwrap();
        let digest = || read(folder.path()).unwrap().unwrap().digest;
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("site.yaml", "a");
        write("links.yaml", "a");
        let before = digest();
        write("site.yaml", "b");
        write("flows.yaml", "b");
        write("notes.txt", "b");
        fs::remove_file(folder.path().join("links.yaml")).unwrap();
        assert_eq!(digest().changed_since(&before), ["flows.yaml", "links.yaml", "site.yaml"]);
    }

    #[test]
    fn a_fingerprint_changes_if_a_file_is_written_replaced_or_removed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.yaml");
        let look = || Fingerprint::of(folder.path());
        let empty = look();
        fs::write(&file, "a").unwrap();
        let one = look();
        assert_ne!(one, empty);
        assert_eq!(look(), one);
        fs::write(&file, "ab").unwrap();
        let longer = look();
        assert_ne!(longer, one);
        fs::write(folder.path().join("b.yaml"), "ab").unwrap();
        fs::rename(folder.path().join("b.yaml"), &file).unwrap();
        assert_ne!(look(), longer, "another file of the same size at the same place");
        fs::remove_file(&file).unwrap();
        fs::write(folder.path().join("notes.txt"), "of staff").unwrap();
        assert_eq!(look(), empty);
    }

    #[test]
    fn a_fingerprint_follows_links_and_ignores_hidden_files() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("..one");
        fs::create_dir(&below).unwrap();
        fs::write(below.join("a.yaml"), "a").unwrap();
        let before = Fingerprint::of(folder.path());
        fs::write(below.join("a.yaml"), "ab").unwrap();
        assert_eq!(Fingerprint::of(folder.path()), before);
        symlink("..one", folder.path().join("faq")).unwrap();
        symlink("..one/a.yaml", folder.path().join("site.yaml")).unwrap();
        let seen = Fingerprint::of(folder.path());
        let names: Vec<_> = seen.folders(folder.path()).into_iter().map(|(path, _)| path).collect();
        assert_eq!(names, [folder.path().to_owned(), below.clone(), folder.path().join("faq")]);
        fs::write(below.join("a.yaml"), "abc").unwrap();
        assert_ne!(Fingerprint::of(folder.path()), seen);
    }
}
