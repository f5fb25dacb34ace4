//! Who is signed in.

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
    /// When the last successful check for newer content was (RFC 3339, UTC), if there has been none for a day: the
    /// content may be out of date. Absent otherwise, and if nobody is signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
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
    #[schema(value_type = String, example = "2026-11-03T15:04:05.123456Z", format = DateTime)]
    pub since: Timestamp,
    /// When the session was last used, in UTC, to within 5 minutes.
    #[schema(value_type = String, example = "2026-11-03T15:04:05.123456Z", format = DateTime)]
    pub last_used: Timestamp,
}
