//! What is known of the content that is served, and of the last look at its folder.

use std::time::Duration;

use jiff::Timestamp;

use super::reading::{Digest, Reading};
use crate::api::status::{Attempt, ContentSource, Watching};
use crate::diagnostics::json::Findings;

/// Beside the snapshot: where it came from, and what was said last.
#[derive(Debug, Clone)]
pub struct Report {
    pub loaded_at: Timestamp,
    pub changed_files: Vec<String>,
    pub source: ContentSource,
    pub watching: Watching,
    pub last_attempt: Attempt,
    /// When a look began that hasn't come back, on the clock of whoever keeps this; none while none is late.
    pub overdue: Option<Duration>,
    /// When the content was last fetched, changed or not; none where that isn't known.
    pub fetched_at: Option<Timestamp>,
    /// Where it's fetched from; none where it's in a folder.
    pub address: Option<String>,
    /// Why the last fetch failed.
    pub fetch_problem: Option<String>,
}

impl Report {
    /// Of content that the engine starts with: `source` says which, `attempt` what the content folder gave.
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

    /// Notes what a look at the content said; where it brought what is served, from where.
    pub(super) fn note(&mut self, attempt: Attempt, loaded: Option<ContentSource>) {
        if let Some(source) = loaded {
            self.loaded_at = Timestamp::now();
            self.changed_files.clone_from(&attempt.changed_files);
            self.source = source;
        }
        self.last_attempt = attempt;
    }

    /// A date came: the files that were `before` and are in the folder go by another name now.
    pub(super) fn rename(&mut self, before: &str, now: &str) {
        if let Some(version) = self.last_attempt.version.as_mut().filter(|version| *version == before) {
            now.clone_into(version);
        }
    }

    /// Of content that no folder stands behind.
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

/// What a look at the folder said; `changed` are the files that differ from what is served.
pub fn attempt(reading: &Reading, changed: Vec<String>, ok: bool) -> Attempt {
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

/// The version of a folder that holds what can be read; of a part of it there is none.
fn version_of(reading: &Reading) -> Option<String> {
    let there = reading.digest.changed_since(&Digest::default()).len();
    let draft = &reading.examined.draft;
    (draft.documents.len() == there).then(|| reading.version.clone())
}

/// A look that found no folder to look into. The problem names no path: it leaves the engine.
pub fn failed(problem: String) -> Attempt {
    Attempt { ok: false, problem: Some(problem), ..Report::unread().last_attempt }
}
