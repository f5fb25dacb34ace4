//! The status of the content for admins: what's served, and the result of the last reload.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The response of `GET /api/content/status`.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct ContentStatus {
    /// The content version that is served.
    pub version: String,
    /// When this engine began to serve the version's files (RFC 3339, UTC).
    pub loaded_at: Timestamp,
    /// When the served period of these files began: the latest of the content's dates that has arrived (RFC 3339,
    /// UTC); absent if none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_since: Option<Timestamp>,
    /// When the next of the content's dates arrives, so that the content reads differently without an edit (RFC 3339,
    /// UTC); absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_until: Option<Timestamp>,
    /// The files whose changes led to this version, by their names in the content folder, sorted; empty
    /// for the version that the engine started with.
    pub changed_files: Vec<String>,
    pub source: ContentSource,
    /// Whether this engine shows content before it's live.
    pub preview: bool,
    /// How the engine learns of edits: from events, or by checking from time to time.
    pub watching: Watching,
    /// What the served version contains.
    pub counts: Counts,
    /// The result of the last check of the content folder. If it isn't `ok`, the version above is the last
    /// good one, and is still served.
    pub last_attempt: Attempt,
    /// How long an overdue check of the content folder has taken so far, in seconds, for example because a network
    /// mount hangs. No edit is seen until it ends. Absent if no check is overdue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_overdue_seconds: Option<u64>,
    /// The versions in memory that `?version=` can name, including the served one, most recently used first.
    pub versions: Vec<KeptVersion>,
    /// The memory that these versions take, in bytes: counted for the bodies, estimated for the search index.
    pub versions_bytes: usize,
    /// The versions that survive a restart of the engine; `?version=` can name those as well. Absent if none do,
    /// as with a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<StoredVersions>,
    /// The time since which the document store has refused writes, for example because the disk is full (RFC 3339,
    /// UTC); absent if it accepts them. Reads still work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store_unwritable_since: Option<Timestamp>,
    /// When the content was last fetched, changed or not (RFC 3339, UTC); absent if that isn't known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetched_at: Option<Timestamp>,
    /// Why the last fetch failed; absent if it didn't. Until a fetch succeeds, edits won't arrive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetch_problem: Option<String>,
    /// Where the content is fetched from, without any part of the address that may be secret; absent if it's in a
    /// folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Absent if the documents are in a store that `callguide backup` doesn't back up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup: Option<Backup>,
}

/// Backups of the document store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Backup {
    /// When `callguide backup` last made one (RFC 3339, UTC); absent if it never did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_success: Option<Timestamp>,
}

/// Versions in the data folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct StoredVersions {
    /// The number of versions.
    pub versions: usize,
    /// The size of their files, in bytes.
    pub bytes: u64,
    /// Why a version in use couldn't be written, for example because the disk is full. The engine tries again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Where the served version came from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContentSource {
    /// The content folder.
    #[default]
    Content,
    /// The last good version, because the content was broken when the engine started.
    LastGood,
    /// The folder named by `--content-fallback`, for the same reason.
    Fallback,
}

/// How the engine learns of edits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Watching {
    /// File-system events, plus checks from time to time.
    Events,
    /// Only checks from time to time.
    Poll,
    /// Not at all.
    #[default]
    Off,
}

/// A check of the content folder that found something new.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Attempt {
    /// When it was made (RFC 3339, UTC).
    pub at: Timestamp,
    /// Whether what it found is served.
    pub ok: bool,
    /// The version of what it found, as `callguide version` prints it; absent if a file couldn't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Why the folder itself couldn't be read. There are then no findings, although it isn't `ok`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The files that differ from the version that was served before, sorted.
    pub changed_files: Vec<String>,
    pub errors: usize,
    pub warnings: usize,
    /// As `callguide lint --format json` prints them, except for findings that depend on today's date or come from the
    /// search checks: those never keep content from being served.
    pub findings: Vec<Finding>,
}

/// How many things of each kind there are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Counts {
    pub states: usize,
    pub questions: usize,
    pub solutions: usize,
    pub faq_categories: usize,
    pub faq_entries: usize,
    pub flows: usize,
    pub guides: usize,
    pub support_sections: usize,
    pub announcements: usize,
    pub links: usize,
}

/// A version that `?version=` can name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KeptVersion {
    pub version: String,
    /// The memory that it takes, in bytes.
    pub bytes: usize,
    /// Seconds since it was last requested, or served as the current one.
    pub last_used_seconds: u64,
}

/// A finding with its positions computed (`api.md`, "A JSON finding").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Finding {
    pub rule: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
    pub message: String,
    /// Why it matters, in a phrase.
    pub why: Option<&'static str>,
    /// What to do about it, if known.
    pub help: Option<String>,
    pub related: Vec<RelatedFinding>,
    /// A fix that a program can make, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<FindingFix>,
    /// The address of its line on the git host; only for admins, and only if the content names its repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<String>,
}

/// A change to files that fixes a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FindingFix {
    /// Whether the fix needs no review, because what people read doesn't change.
    pub safe: bool,
    /// They don't overlap.
    pub edits: Vec<FindingEdit>,
}

/// A range of a file, and the text to replace it with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FindingEdit {
    pub file: String,
    /// Byte offset in the file.
    pub start: usize,
    /// Byte offset in the file, exclusive.
    pub end: usize,
    pub text: String,
}

/// Another place that a finding refers to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RelatedFinding {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub message: String,
}
