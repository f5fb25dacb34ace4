//! The one shape of every error response.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What went wrong: `error` is for people, `code` for programs.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// A sentence for people, in the specification's wording if it has one.
    #[schema(example = "Email already exists")]
    pub error: String,
    /// A stable code for programs.
    #[schema(example = "duplicate_email")]
    pub code: String,
    /// Further details for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub details: Option<serde_json::Value>,
}
