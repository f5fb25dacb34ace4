//! The whole of the guidance as staff read it to sign it off.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use std::collections::BTreeMap;

use super::tree::{Node, Outcome};

/// The answer of `GET /api/review`: every question, solution and script, once for all the regions
/// that read it in the same way. The entries of the FAQ are at `GET /api/faq`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Review {
    /// The content version.
    pub version: String,
    /// What solutions may come to, by name.
    pub outcomes: BTreeMap<String, Outcome>,
    /// Every region is in exactly one group. In the order of their first regions.
    pub groups: Vec<ReviewGroup>,
}

/// Regions whose trees read the same, but for what is the region's own: its name, its official
/// pages, the words and numbers of its attributes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewGroup {
    /// In the order of content; at least one.
    pub states: Vec<ReviewState>,
    /// Code of the first of them: the nodes are those that it reads.
    pub example: String,
    /// Id of the first node.
    pub start: String,
    /// In the order in which they are reached, answers first.
    pub nodes: Vec<ReviewNode>,
}

/// A region by its code and name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReviewState {
    pub code: String,
    pub name: String,
}

/// A node with its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReviewNode {
    pub id: String,
    #[serde(flatten)]
    pub node: Node,
}
