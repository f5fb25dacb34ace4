//! The status of the content being served, and of the last check of its folder.

use std::time::Duration;

use jiff::Timestamp;

use super::reading::{Digest, ExaminedFolder};
use callguide_search::api::status::{Attempt, ContentSource, Watching};
use callguide_search::diagnostics::Findings;

/// Facts about the served snapshot: its source and the last attempt to load content.
#[derive(Debug, Clone)]
pub struct Report {
    pub loaded_at: Timestamp,
    pub changed_files: Vec<String>,
    pub source: ContentSource,
    pub watching: Watching,
    pub last_attempt: Attempt,
    /// When the check in progress began, on the caller's clock, if it's late; `None` if no check is late.
    pub overdue: Option<Duration>,
    /// When the content was last fetched, changed or not; `None` if unknown.
    pub fetched_at: Option<Timestamp>,
    /// The URL that the content is fetched from; `None` if it's in a folder.
    pub address: Option<String>,
    /// Why the last fetch failed.
    pub fetch_problem: Option<String>,
}

impl Report {
    /// Creates the report for the content that the engine starts with. `source` is where it came from, and `attempt`
    /// is the result of reading the content folder.
    pub fn started(source: ContentSource, attempt: Attempt) -> Self {
        Self {
            loaded_at: Timestamp::now(),
            changed_files: Vec::new(),
            source,
            watching: Watching::Off,
            last_attempt: attempt,
            overdue: None,
            fetched_at: None,
            address: None,
            fetch_problem: None,
        }
    }

    /// Records the result of a check of the content. `loaded` says where the content came from, if the check loaded
    /// it.
    pub(super) fn note(&mut self, attempt: Attempt, loaded: Option<ContentSource>) {
        if let Some(source) = loaded {
            self.loaded_at = Timestamp::now();
            self.changed_files.clone_from(&attempt.changed_files);
            self.source = source;
        }
        self.last_attempt = attempt;
    }

    /// Renames the last attempt's version if it was `before`: when a date arrives, the same files get another name.
    pub(super) fn rename(&mut self, before: &str, now: &str) {
        if let Some(version) = self.last_attempt.version.as_mut().filter(|version| *version == before) {
            now.clone_into(version);
        }
    }

    /// Creates a report for content without a folder.
    pub fn unread() -> Self {
        let attempt = Attempt {
            at: Timestamp::now(),
            ok: true,
            version: None,
            problem: None,
            changed_files: Vec::new(),
            errors: 0,
            warnings: 0,
            findings: Vec::new(),
        };
        Self::started(ContentSource::Content, attempt)
    }
}

/// Summarizes a check of the folder; `changed` are the files that differ from those being served.
pub fn attempt(reading: &ExaminedFolder, changed: Vec<String>, ok: bool) -> Attempt {
    let Findings { findings, errors, warnings } = reading.findings();
    let version = version_of(reading);
    Attempt {
        at: Timestamp::now(),
        ok,
        version,
        problem: None,
        changed_files: changed,
        errors,
        warnings,
        findings,
    }
}

/// Returns the version of a folder whose files could all be read; `None` if only some could.
fn version_of(reading: &ExaminedFolder) -> Option<String> {
    let there = reading.digest.changed_since(&Digest::default()).len();
    let draft = &reading.examined.draft;
    (draft.documents.len() == there).then(|| reading.version.clone())
}

/// Creates the attempt for a check that failed. The problem must not contain a path, since it's shown outside the
/// engine.
pub fn failed(problem: String) -> Attempt {
    Attempt { ok: false, problem: Some(problem), ..Report::unread().last_attempt }
}
