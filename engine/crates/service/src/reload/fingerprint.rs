//! What a content folder looks like from the outside, without reading its files.

use std::path::{Path, PathBuf};

use callguide_content::content::folder::{self, Identity, Listing, NotRead};

/// The names, identities, sizes, and times of all content in a folder, following links as the reader does. Two looks
/// with equal fingerprints saw the same files, unless a file was written within the file system's timestamp tick of
/// the first look. A poller therefore reads once more at the first look after a change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fingerprint(Listing);

impl Fingerprint {
    /// Returns the fingerprint of `folder` now; empty if it can't be listed.
    pub fn of(folder: &Path) -> Self {
        folder::look(folder).unwrap_or_default().into()
    }

    /// Returns the folder itself (empty name), those below it, and those that its links lead through, by their names
    /// in it.
    pub fn folders(&self, folder: &Path) -> Vec<(PathBuf, Identity)> {
        let at = |name: &str| if name.is_empty() { folder.to_owned() } else { folder.join(name) };
        let known = |(name, stamp): (&String, &Option<_>)| Some((at(name), stamp.as_ref().map(identity)?));
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

fn identity(stamp: &folder::Stamp) -> Identity {
    stamp.identity
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn it_differs_when_a_file_was_written_replaced_or_removed() {
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
    fn it_follows_links_and_passes_over_what_is_hidden() {
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
