//! The status of the content being served, and of the last check of its folder.

use std::time::Duration;

use jiff::Timestamp;

use super::reading::{Digest, ExaminedFolder};
use callguide_search::api::status::{Attempt, ContentSource, ContentStatus};
use callguide_search::diagnostics::Findings;

/// The source of the served snapshot, and the last attempt to load content.
#[derive(Debug, Clone)]
pub struct Report {
    /// The status, except for what the snapshot and the stores know.
    pub status: ContentStatus,
    /// When the check in progress began, on the caller's clock, if it's late; `None` if no check is late.
    pub(super) overdue: Option<Duration>,
}

impl Report {
    /// Creates the report for the content that the engine starts with. `source` is where it came from, and `attempt`
    /// is the result of reading the content folder.
    pub fn started(source: ContentSource, attempt: Attempt) -> Self {
        let loaded_at = Timestamp::now();
        let status = ContentStatus { loaded_at, source, last_attempt: attempt, ..ContentStatus::default() };
        Self { status, overdue: None }
    }

    /// Records the result of a check of the content. `loaded` says where the content came from, if the check loaded
    /// it.
    pub(super) fn note(&mut self, attempt: Attempt, loaded: Option<ContentSource>) {
        if let Some(source) = loaded {
            self.status.loaded_at = Timestamp::now();
            self.status.changed_files.clone_from(&attempt.changed_files);
            self.status.source = source;
        }
        self.status.last_attempt = attempt;
    }

    /// Renames the last attempt's version if it was `before`: when a date arrives, the same files get a new name.
    pub(super) fn rename(&mut self, before: &str, now: &str) {
        let version = self.status.last_attempt.version.as_mut();
        if let Some(version) = version.filter(|version| *version == before) {
            now.clone_into(version);
        }
    }

    /// Creates a report for content without a folder.
    pub fn unread() -> Self {
        let attempt = Attempt { at: Timestamp::now(), ok: true, ..Attempt::default() };
        Self::started(ContentSource::Content, attempt)
    }
}

/// Summarizes a check of the folder; `changed` are the files that differ from those being served.
pub fn attempt(reading: &ExaminedFolder, changed: Vec<String>, ok: bool) -> Attempt {
    let Findings { findings, errors, warnings } = reading.findings();
    // Only a folder whose files could all be read has a version.
    let is_whole =
        reading.examined.draft.documents.len() == reading.digest.changed_since(&Digest::default()).len();
    let (at, version) = (Timestamp::now(), is_whole.then(|| reading.version.clone()));
    Attempt { at, ok, version, problem: None, changed_files: changed, errors, warnings, findings }
}

/// Creates the attempt for a check that failed. The problem must not contain a path, since it's shown outside the
/// engine.
pub fn failed(problem: String) -> Attempt {
    Attempt { at: Timestamp::now(), problem: Some(problem), ..Attempt::default() }
}
