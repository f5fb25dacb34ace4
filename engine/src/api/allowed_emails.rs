//! The allow-list: its addresses, its documents, who is kept out, and who changed it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The addresses on the list: the answer of `GET`, the body and the answer of `PUT /api/allowed-emails`;
/// and likewise those that are kept out, of `/api/blocked-emails`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EmailList {
    /// Lower-cased, trimmed and sorted in an answer; at most 10,000.
    #[schema(example = json!(["ann@example.org", "bob@example.org"]))]
    pub emails: Vec<String>,
}

/// The collection itself: the answer of `GET /api/allowed-emails/documents`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AllowedDocuments {
    /// Sorted by id.
    pub documents: Vec<AllowedDocument>,
}

/// A document of the list. Whoever has `isAdmin` true, or `admin` among the roles, is an admin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AllowedDocument {
    /// The email address.
    #[schema(example = "ann@example.org")]
    pub id: String,
    #[serde(rename = "isAdmin")]
    pub is_admin: bool,
    pub roles: Vec<String>,
}

/// The body of `PUT /api/allowed-emails/documents/{email}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AdminRight {
    /// Whether this person shall be an admin. Other roles stay.
    #[serde(rename = "isAdmin")]
    pub is_admin: bool,
}

/// A page of the audit trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AuditLog {
    /// Newest first.
    pub entries: Vec<AuditLine>,
    /// Give it as `before` for the next page; `null` where there are no older entries.
    pub next: Option<String>,
}

/// One change of the list; or a warning about an address, which changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AuditLine {
    /// Names the entry. Entries in the order of their ids are newest first.
    pub id: String,
    /// When it was made, in UTC.
    #[schema(value_type = String, example = "2026-11-03T15:04:05.123456Z", format = DateTime)]
    pub at: Timestamp,
    /// The admin's address, or `command line` and who used it; in a warning, the address that signed in.
    #[schema(example = "ann@example.org")]
    pub by: String,
    /// Addresses that came onto the list.
    pub added: Vec<String>,
    /// Addresses that were taken off it.
    pub removed: Vec<String>,
    /// Addresses that became an admin, new ones among them.
    pub granted: Vec<String>,
    /// Addresses that stay and are no admin any more.
    pub revoked: Vec<String>,
    /// Addresses that stay with other roles and are an admin as before, or none as before.
    pub altered: Vec<String>,
    /// Addresses that are kept out from then on; those that were on the list are in `removed` as well.
    pub blocked: Vec<String>,
    /// Addresses that are kept out no longer.
    pub unblocked: Vec<String>,
    /// Addresses whose sessions someone else ended; the list stays as it was.
    pub signed_out: Vec<String>,
    /// The list's `ETag` before.
    pub etag_before: String,
    /// And after: the same, where this is a warning or ended sessions alone.
    pub etag_after: String,
    /// What an admin should look into, where this is no change of the list: the lists above are empty then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<AuditWarning>,
}

/// What an admin should look into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum AuditWarning {
    /// A known address signed in with another account at the provider than before.
    SubjectChanged {
        /// The address.
        #[schema(example = "ann@example.org")]
        email: String,
    },
}
