//! A copy of the last content that was good, for a cold start on content that isn't.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the copy is kept. It is always whole: a new one is written beside it, then takes its place.
#[derive(Debug)]
pub struct LastGood {
    folder: PathBuf,
}

/// Names and texts of the files of a content folder.
pub type Texts = Vec<(Arc<str>, Arc<str>)>;

impl LastGood {
    /// Keeps the copy in `data`, as the folder `content-last-good`.
    pub fn within(data: &Path) -> Self {
        let kept = Self { folder: data.join("content-last-good") };
        // An engine that ended between the two renames left the copy under its other name.
        if !kept.folder.exists() {
            let _ = fs::rename(kept.beside("before"), &kept.folder);
        }
        kept
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Replaces the copy.
    ///
    /// # Errors
    /// Where it can't be written; the copy before stays.
    pub fn write(&self, texts: &Texts) -> io::Result<()> {
        let (next, before) = (self.beside("next"), self.beside("before"));
        remove(&next)?;
        fs::create_dir_all(&next)?;
        for (name, text) in texts {
            let path = next.join(&**name);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut file = File::create(path)?;
            file.write_all(text.as_bytes())?;
            // What takes the place of a good copy has to survive a loss of power.
            file.sync_all()?;
        }
        remove(&before)?;
        match fs::rename(&self.folder, &before) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        fs::rename(&next, &self.folder)?;
        remove(&before)
    }

    fn beside(&self, what: &str) -> PathBuf {
        self.folder.with_extension(what)
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pairs: &[(&str, &str)]) -> Texts {
        pairs.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect()
    }

    #[test]
    fn the_copy_is_replaced_whole() {
        let data = tempfile::tempdir().unwrap();
        let kept = LastGood::within(data.path());
        kept.write(&texts(&[("site.yaml", "a"), ("faq/one.yaml", "b")])).unwrap();
        kept.write(&texts(&[("site.yaml", "c"), ("faq/two.yaml", "d")])).unwrap();
        let read = |name: &str| fs::read_to_string(kept.folder().join(name)).ok();
        assert_eq!(read("site.yaml").as_deref(), Some("c"));
        assert_eq!(read("faq/two.yaml").as_deref(), Some("d"));
        assert_eq!(read("faq/one.yaml"), None);
        assert_eq!(fs::read_dir(data.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn an_engine_that_ended_half_way_left_the_copy_before() {
        let data = tempfile::tempdir().unwrap();
        let kept = LastGood::within(data.path());
        kept.write(&texts(&[("site.yaml", "a")])).unwrap();
        fs::rename(kept.folder(), kept.beside("before")).unwrap();
        let kept = LastGood::within(data.path());
        assert_eq!(fs::read_to_string(kept.folder().join("site.yaml")).unwrap(), "a");
    }
}
