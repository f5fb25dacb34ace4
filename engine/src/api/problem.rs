//! The one shape of every answer that isn't a success.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What went wrong, for a person (`error`) and for a program (`code`).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Problem {
    /// The sentence that a person reads; the specification's own wording where it gives one.
    #[schema(example = "Email already exists")]
    pub error: String,
    /// Stable, for programs.
    #[schema(example = "duplicate_email")]
    pub code: String,
    /// What a program may want to know beyond the code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub details: Option<serde_json::Value>,
}
