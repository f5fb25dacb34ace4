//! From an edit to the content being served: one check of the content folder, and what follows from it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::civil::Date;

use super::current::Current;
use super::reading::{Digest, ExaminedFolder, Fingerprint, FolderBytes, read};
use super::report::{attempt, failed};
use callguide_content::content::folder::Files;
use callguide_content::readings::Now;
use callguide_content::snapshot::Texts;
use callguide_search::api::status::ContentSource;
use callguide_search::diagnostics::print;

/// The result of checking the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookResult {
    /// The bytes are the same as at the previous check.
    Unchanged,
    /// The folder kept changing while it was being read: check again soon.
    Unsettled,
    /// Something new was examined, and is served if it's good.
    Examined,
    /// The folder itself can't be read.
    Unreadable,
}

/// A function that reads a folder.
type ReadFolder = fn(&Path) -> std::io::Result<Option<FolderBytes>>;
/// A function that examines what was read.
type Examine = fn(FolderBytes, &Path, bool, Now) -> ExaminedFolder;

/// Reads a content folder and puts its good versions into [`Current`].
#[derive(Debug)]
pub struct Loader {
    pub(crate) folder: PathBuf,
    preview: bool,
    /// A fixed current day, regardless of the clock.
    on: Option<Date>,
    read: ReadFolder,
    examine: Examine,
    /// What serves the content.
    pub(crate) current: Arc<Current>,
    /// The files being served, if they aren't stored for a restart yet.
    to_copy: Option<Texts>,
    /// The digest of the files being served.
    served: Digest,
    /// What the last check saw; `None` if the folder couldn't be read.
    seen: Option<(Digest, Fingerprint)>,
}

impl Loader {
    /// Continues from `first`, the content of the folder when the engine started; `None` if it couldn't be read.
    /// `served` is what `current` serves: the same content or the fallback.
    pub fn new(
        folder: &Path,
        preview: bool,
        first: Option<&ExaminedFolder>,
        served: Digest,
        current: Arc<Current>,
    ) -> Self {
        let good = first.filter(|_| !current.is_fallback());
        Self {
            folder: folder.to_owned(),
            preview,
            on: None,
            read,
            examine: ExaminedFolder::examine,
            to_copy: good.map(ExaminedFolder::texts),
            served,
            seen: first.map(|reading| (reading.digest.clone(), reading.fingerprint.clone())),
            current,
        }
    }

    /// Fixes the current day.
    #[must_use]
    pub fn on(self, day: Option<Date>) -> Self {
        Self { on: day, ..self }
    }

    /// Replaces the function that examines.
    #[cfg(test)]
    pub(crate) fn examining_by(self, examine: Examine) -> Self {
        Self { examine, ..self }
    }

    /// Replaces the function that reads.
    #[cfg(test)]
    pub(crate) fn reading_by(self, read: ReadFolder) -> Self {
        Self { read, ..self }
    }

    /// Returns whether the folder's fingerprint, `now`, is the same as at the last check.
    pub fn looks_the_same(&self, now: &Fingerprint) -> bool {
        self.seen.as_ref().is_some_and(|(_, before)| before == now)
    }

    /// Reads the folder; if it has changed, examines it, and serves it unless an error gates it.
    pub fn look(&mut self) -> LookResult {
        let read = match (self.read)(&self.folder) {
            Ok(Some(read)) => read,
            Ok(None) => return LookResult::Unsettled,
            Err(error) => {
                self.unreadable(&error);
                return LookResult::Unreadable;
            }
        };
        self.compare(read)
    }

    /// Like [`Self::look`], for content that didn't come from a folder.
    pub fn offer(&mut self, files: Files) -> LookResult {
        self.compare(FolderBytes::of(files))
    }

    fn compare(&mut self, read: FolderBytes) -> LookResult {
        if let Some((digest, fingerprint)) = &mut self.seen
            && *digest == read.digest
        {
            *fingerprint = read.fingerprint;
            return LookResult::Unchanged;
        }
        self.seen = Some((read.digest.clone(), read.fingerprint.clone()));
        let reading = (self.examine)(read, &self.folder, self.preview, self.now());
        self.take(reading);
        LookResult::Examined
    }

    fn now(&self) -> Now {
        self.on.map_or_else(|| Now::At(self.current.instant()), Now::On)
    }

    fn take(&mut self, mut reading: ExaminedFolder) {
        // If an edit comes right after the start, the previous version is stored first.
        self.copy();
        let changed = reading.digest.changed_since(&self.served);
        let findings = reading.findings();
        let Some(snapshot) = reading.snapshot.take() else {
            tracing::error!(
                errors = findings.errors,
                version = self.current.get().version(),
                "the content has errors and won't be served; the previous version stays live\n{}",
                reading.text()
            );
            self.current.report(attempt(&reading, changed, false), None);
            return;
        };
        let version = snapshot.version().to_owned();
        // A change that affects only files that aren't served, like the checks, doesn't make a new version.
        let is_new = version != self.current.get().version();
        let from_folder = !self.current.is_fallback();
        let attempt = attempt(&reading, changed.clone(), true);
        // Log this before serving the version, so that every version that anyone sees has a log line.
        let found = print::count(findings.errors, findings.warnings);
        tracing::info!(%version, new = is_new, files = ?changed, found, "the content was loaded");
        if is_new {
            self.current.load(snapshot, attempt, ContentSource::Content);
        } else {
            self.current.report(attempt, (!from_folder).then_some(ContentSource::Content));
        }
        self.to_copy = Some(reading.texts());
        self.served = reading.digest;
        // Don't wait: a contact may already have begun with this version.
        self.copy();
    }

    fn unreadable(&mut self, error: &std::io::Error) {
        // Logged only once, because we keep looking for a missing folder.
        if self.seen.take().is_some() {
            tracing::error!(
                folder = %self.folder.display(), %error,
                "the content folder can't be read; still serving the previous version"
            );
            let problem = format!("the content folder can't be read: {}", error.kind());
            self.current.report(failed(problem), None);
        }
    }

    /// Returns whether the content being served still has to be stored for a restart.
    pub fn has_to_copy(&self) -> bool {
        self.to_copy.is_some()
    }

    /// Stores the content being served, so that it survives a restart. Blocks on disk I/O.
    pub fn copy(&mut self) {
        if let Some(texts) = self.to_copy.take() {
            self.current.keep(&texts);
        }
    }

    /// Reports a bug in a check; the folder isn't examined again until it changes.
    pub fn give_up(&mut self) {
        let problem = "checking the content failed; this is a bug in Callguide".to_owned();
        self.current.report(failed(problem), None);
    }
}
