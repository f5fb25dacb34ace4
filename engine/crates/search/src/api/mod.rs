//! The bodies of the public interface: what the engine sends and the browser reads.
//!
//! Plain data with serde and OpenAPI descriptions; every error response has the shape of [`Problem`]. The OpenAPI
//! document is generated from this module, and the web app's types from that document. It uses nothing else from the
//! engine, and makes no decisions.

pub mod access;
pub mod changes;
pub mod content;
pub mod faq;
pub mod review;
pub mod site;
pub mod status;
pub mod tree;

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
