//! From an edit to what is served: one look at the content folder, and what follows of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::civil::Date;

use super::current::Current;
use super::fingerprint::Fingerprint;
use super::reading::{Digest, Read, Reading, read};
use super::report::{attempt, failed};
use crate::api::status::ContentSource;
use crate::content::folder::Files;
use crate::diagnostics::human;
use crate::readings::Now;
use crate::snapshot::Texts;

/// What a look at the folder came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// The bytes are those of the look before.
    Unchanged,
    /// The folder kept changing while it was read: look again soon.
    Unsettled,
    /// Something new was examined, and is served if it is good.
    Examined,
    /// The folder itself can't be read.
    Unreadable,
}

/// How a folder is read.
type ReadFolder = fn(&Path) -> std::io::Result<Option<Read>>;
/// How what was read of a folder is examined.
type Examine = fn(Read, &Path, bool, Now) -> Reading;

/// Reads a content folder and brings what is good of it into [`Current`].
#[derive(Debug)]
pub struct Loader {
    folder: PathBuf,
    preview: bool,
    /// The day that is today, whatever the clock says.
    on: Option<Date>,
    read: ReadFolder,
    examine: Examine,
    current: Arc<Current>,
    /// What is served and isn't kept over a restart yet.
    to_copy: Option<Texts>,
    /// The files of what is served.
    served: Digest,
    /// The last look; `None` where the folder couldn't be read.
    seen: Option<(Digest, Fingerprint)>,
}

impl Loader {
    /// Goes on from `first`, what the folder held when the engine started; `None` where that couldn't be
    /// read. `served` is what `current` serves: the same, or the fallback.
    pub fn new(
        folder: &Path,
        preview: bool,
        first: Option<&Reading>,
        served: Digest,
        current: Arc<Current>,
    ) -> Self {
        let good = first.filter(|_| !current.is_fallback());
        Self {
            folder: folder.to_owned(),
            preview,
            on: None,
            read,
            examine: Reading::examine,
            to_copy: good.map(Reading::texts),
            served,
            seen: first.map(|reading| (reading.digest.clone(), reading.fingerprint.clone())),
            current,
        }
    }

    /// The same, on this day for ever.
    #[must_use]
    pub fn on(self, day: Option<Date>) -> Self {
        Self { on: day, ..self }
    }

    /// The same, examining in another way.
    #[cfg(test)]
    pub(crate) fn examining_by(self, examine: Examine) -> Self {
        Self { examine, ..self }
    }

    /// The same, reading in another way.
    #[cfg(test)]
    pub(crate) fn reading_by(self, read: ReadFolder) -> Self {
        Self { read, ..self }
    }

    /// The content folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is served.
    pub fn current(&self) -> &Arc<Current> {
        &self.current
    }

    /// Whether the folder looks as it did at the last look.
    pub fn looks_the_same(&self, now: &Fingerprint) -> bool {
        self.seen.as_ref().is_some_and(|(_, before)| before == now)
    }

    /// Reads the folder; where it holds something new, examines it, and serves it if no error gates.
    pub fn look(&mut self) -> Look {
        let read = match (self.read)(&self.folder) {
            Ok(Some(read)) => read,
            Ok(None) => return Look::Unsettled,
            Err(error) => {
                self.unreadable(&error);
                return Look::Unreadable;
            }
        };
        self.compare(read)
    }

    /// The same of content that came from elsewhere than a folder.
    pub fn offer(&mut self, files: Files) -> Look {
        self.compare(Read::of(files))
    }

    fn compare(&mut self, read: Read) -> Look {
        if let Some((digest, fingerprint)) = &mut self.seen
            && *digest == read.digest
        {
            *fingerprint = read.fingerprint;
            return Look::Unchanged;
        }
        self.seen = Some((read.digest.clone(), read.fingerprint.clone()));
        let reading = (self.examine)(read, &self.folder, self.preview, self.now());
        self.take(reading);
        Look::Examined
    }

    fn now(&self) -> Now {
        self.on.map_or_else(|| Now::At(self.current.instant()), Now::On)
    }

    fn take(&mut self, mut reading: Reading) {
        // An edit that follows the start at once: what was served until now is kept all the same.
        self.copy();
        let changed = reading.digest.changed_since(&self.served);
        let findings = reading.findings();
        let Some(snapshot) = reading.snapshot.take() else {
            tracing::error!(
                errors = findings.errors,
                version = self.current.get().version(),
                "the content has errors and isn't served; the version before goes on\n{}",
                reading.text()
            );
            self.current.report(attempt(&reading, changed, false), None);
            return;
        };
        let version = snapshot.version().to_owned();
        // What no one is served, as the checks, is no new version.
        let is_new = version != self.current.get().version();
        let from_folder = !self.current.is_fallback();
        let attempt = attempt(&reading, changed.clone(), true);
        // Before it's served: who sees a version finds its line.
        let found = human::count(findings.errors, findings.warnings);
        tracing::info!(%version, new = is_new, files = ?changed, found, "the content was loaded");
        if is_new {
            self.current.load(snapshot, attempt, ContentSource::Content);
        } else {
            self.current.report(attempt, (!from_folder).then_some(ContentSource::Content));
        }
        self.to_copy = Some(reading.texts());
        self.served = reading.digest;
        // Not later: someone may have begun a contact with it already.
        self.copy();
    }

    fn unreadable(&mut self, error: &std::io::Error) {
        // Told once: a folder that stays away is looked for again and again.
        if self.seen.take().is_some() {
            tracing::error!(
                folder = %self.folder.display(), %error,
                "the content folder can't be read; the version before goes on being served"
            );
            let problem = format!("the content folder can't be read: {}", error.kind());
            self.current.report(failed(problem), None);
        }
    }

    /// Whether what is served waits to be kept over a restart.
    pub fn has_to_copy(&self) -> bool {
        self.to_copy.is_some()
    }

    /// Keeps what is served over a restart. Waits for the disk.
    pub fn copy(&mut self) {
        if let Some(texts) = self.to_copy.take() {
            self.current.keep(&texts);
        }
    }

    /// After a mistake of ours in looking: what the folder holds isn't tried again until it changes.
    pub fn give_up(&mut self) {
        let problem = "checking the content failed; this is a mistake in Callguide".to_owned();
        self.current.report(failed(problem), None);
    }
}
