//! Who may sign in, and who has: sessions, and the allow-list with its documents, blocked addresses, and audit trail.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The response of `GET /api/session`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Session {
    /// `null` if nobody is signed in.
    pub user: Option<User>,
    /// Whether this person passes the admin rule (`spec §5`) at the time of the request.
    pub is_admin: bool,
    /// The time of the last successful check for newer content (RFC 3339, UTC), if that was at least a day ago, so
    /// the content may be out of date. Absent otherwise, and if nobody is signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_old_since: Option<Timestamp>,
}

/// The signed-in person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct User {
    /// Lower-case email address.
    pub email: String,
    /// The name from the provider, if any.
    pub display_name: Option<String>,
    /// The first word of the display name (`spec §1`).
    pub first_name: Option<String>,
    /// The profile picture from the provider, if any.
    pub photo_url: Option<String>,
}

/// The response of `GET /api/sessions`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpenSessions {
    /// Sorted by address; for the same address, newest first.
    pub sessions: Vec<OpenSession>,
}

/// A valid session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpenSession {
    /// Lower-case email address.
    #[schema(example = "ann@example.org")]
    pub email: String,
    /// The name from the provider, if any.
    pub display_name: Option<String>,
    /// When the person signed in, in UTC.
    #[schema(example = "2026-11-03T15:04:05.123456Z")]
    pub since: Timestamp,
    /// When the session was last used, in UTC, to within 5 minutes.
    #[schema(example = "2026-11-03T15:04:05.123456Z")]
    pub last_used: Timestamp,
}

/// The addresses on the allow-list: the response of `GET`, and the request and response of `PUT /api/allowed-emails`.
/// For `/api/blocked-emails`, the blocked addresses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EmailList {
    /// At most 10,000. In a response they're lower-cased, trimmed, and sorted.
    #[schema(example = json!(["ann@example.org", "bob@example.org"]))]
    pub emails: Vec<String>,
}

/// The documents of the allow-list: the response of `GET /api/allowed-emails/documents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AllowedDocuments {
    /// Sorted by id.
    pub documents: Vec<AllowedDocument>,
}

/// A document of the allow-list. The person is an admin if `isAdmin` is true or `roles` contains `admin`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AllowedDocument {
    /// The email address.
    #[schema(example = "ann@example.org")]
    pub id: String,
    #[serde(rename = "isAdmin")]
    pub is_admin: bool,
    pub roles: Vec<String>,
}

/// The request body of `PUT /api/allowed-emails/documents/{email}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AdminRight {
    /// Whether this person should be an admin. Other roles are kept.
    #[serde(rename = "isAdmin")]
    pub is_admin: bool,
}

/// A page of the audit trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AuditLog {
    /// Newest first.
    pub entries: Vec<AuditLine>,
    /// Pass it as `before` to get the next page; `null` if there are no older entries.
    pub next: Option<String>,
}

/// A change to the list, or a warning about an address, which changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AuditLine {
    /// Unique. Sorting by ID puts the newest entry first.
    pub id: String,
    /// The time of the entry, in UTC.
    #[schema(example = "2026-11-03T15:04:05.123456Z")]
    pub at: Timestamp,
    /// The admin's address, or `command line` with the user's name; for a warning, the address that signed in.
    #[schema(example = "ann@example.org")]
    pub by: String,
    /// Addresses that were added to the list.
    pub added: Vec<String>,
    /// Addresses that were removed from it.
    pub removed: Vec<String>,
    /// Addresses that became admins, including newly added ones.
    pub granted: Vec<String>,
    /// Addresses that stay on the list but are no longer admins.
    pub revoked: Vec<String>,
    /// Addresses that stay on the list with different roles, but with the same admin right as before.
    pub altered: Vec<String>,
    /// Addresses that were blocked; those that were on the list are in `removed` as well.
    pub blocked: Vec<String>,
    /// Addresses that are no longer blocked.
    pub unblocked: Vec<String>,
    /// Addresses whose sessions someone else ended; the list doesn't change.
    pub signed_out: Vec<String>,
    /// The list's `ETag` before the change.
    pub etag_before: String,
    /// The list's `ETag` after the change; the same if this is a warning, or if only sessions were ended.
    pub etag_after: String,
    /// Something that an admin should look into. The lists above are then empty, since the allow-list didn't change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<AuditWarning>,
}

/// Something that an admin should look into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum AuditWarning {
    /// A known address signed in with a different account at the provider than before.
    SubjectChanged {
        /// The address.
        #[schema(example = "ann@example.org")]
        email: String,
    },
}
