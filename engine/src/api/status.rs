//! What an admin is told of the content: what is served, and what the last reload said.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The answer of `GET /api/content/status`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContentStatus {
    /// The content version that is served.
    pub version: String,
    /// When this engine began to serve its files (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime)]
    pub loaded_at: Timestamp,
    /// When the period began that is served of them: the last date that came (RFC 3339, UTC); absent where none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub period_since: Option<Timestamp>,
    /// When the next date comes, and they read differently by themselves (RFC 3339, UTC); absent where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub period_until: Option<Timestamp>,
    /// The files whose change brought this version, by their names in the content folder, sorted; empty
    /// for the version that the engine started with.
    pub changed_files: Vec<String>,
    pub source: ContentSource,
    /// Whether this engine shows content before it is live.
    pub preview: bool,
    /// How the engine learns of edits: by events, or by looking from time to time.
    pub watching: Watching,
    /// What is in the version that is served.
    pub counts: Counts,
    /// What the last look at the content folder said. Where it isn't `ok`, the version above is the last
    /// good one and goes on being served.
    pub last_attempt: Attempt,
    /// How long a look at the content folder has taken that doesn't come back, as where a network mount hangs,
    /// in seconds. Absent while none is late; until it comes back no edit is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_overdue_seconds: Option<u64>,
    /// The versions in memory that `?version=` answers, the one that is served included, the latest used first.
    pub versions: Vec<KeptVersion>,
    /// Memory held by those versions, in bytes: counted for the bodies, estimated for the search index.
    pub versions_bytes: usize,
    /// The versions that outlive a restart of the engine: `?version=` answers those as well. Absent where none do,
    /// as with a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<StoredVersions>,
    /// Since when the document store takes no writes, as on a full disk (RFC 3339, UTC); absent where it takes
    /// them. What is read goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub store_unwritable_since: Option<Timestamp>,
    /// When the content was last fetched, changed or not (RFC 3339, UTC); absent where that isn't known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub fetched_at: Option<Timestamp>,
    /// Why the last fetch failed; absent where it didn't. Until one succeeds, no edit arrives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetch_problem: Option<String>,
    /// Where the content is fetched from, without what may be secret in the address; absent where it's in a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Absent where documents are in a store that `callguide backup` doesn't back up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup: Option<Backup>,
}

/// Copies of the document store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Backup {
    /// When `callguide backup` last made one (RFC 3339, UTC); absent where it never did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_success: Option<Timestamp>,
}

/// Versions in the data folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct StoredVersions {
    /// How many there are.
    pub versions: usize,
    /// What their files take, in bytes.
    pub bytes: u64,
    /// Why a version that is in use couldn't be written, as where the disk is full; it is tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// Where the version that is served came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContentSource {
    /// The content folder.
    Content,
    /// The last good version, because the content was broken when the engine started.
    LastGood,
    /// The folder of `--content-fallback`, for the same reason.
    Fallback,
}

/// How the engine learns of edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Watching {
    /// Events of the file system, and a slow look underneath.
    Events,
    /// A look from time to time.
    Poll,
    /// Not at all.
    Off,
}

/// A look at the content folder that found something new.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Attempt {
    /// When (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Whether what was found is served.
    pub ok: bool,
    /// The version of what was found, as `callguide version` prints it; absent where a file couldn't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Why there are no findings although it isn't `ok`: the folder itself couldn't be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The files that differ from the version that was served before it, sorted.
    pub changed_files: Vec<String>,
    pub errors: usize,
    pub warnings: usize,
    /// As `callguide lint --format json` prints them, but for what depends on today's date and the search
    /// checks, which never keep content from being served.
    pub findings: Vec<Finding>,
}

/// How much there is of what.
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

/// A version that `?version=` answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KeptVersion {
    pub version: String,
    /// Memory that it holds, in bytes.
    pub bytes: usize,
    /// Seconds since it was asked for, or served as the current one.
    pub last_used_seconds: u64,
}

/// A finding with its positions worked out (`api.md`, "A JSON finding").
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
    /// What to do about it, where that is known.
    pub help: Option<String>,
    pub related: Vec<RelatedFinding>,
    /// How a program mends it, where one can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<FindingFix>,
    /// Address of its line on the git host; only for admins, and only where the content names its repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<String>,
}

/// A change of files that mends a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FindingFix {
    /// Whether nobody has to look at it: what people read stays as it is.
    pub safe: bool,
    /// They don't overlap.
    pub edits: Vec<FindingEdit>,
}

/// A stretch of a file, and what to write in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FindingEdit {
    pub file: String,
    /// In bytes of the file.
    pub start: usize,
    /// In bytes of the file, exclusive.
    pub end: usize,
    pub text: String,
}

/// Another place of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RelatedFinding {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub message: String,
}
