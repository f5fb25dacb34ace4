//! The whole guidance, as staff read it to sign it off.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::content::Content;
use super::faq::FaqEntry;
use super::tree::{Node, Outcome};

/// The response of `GET /api/review`: everything that volunteers read, all from one version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Review {
    /// The content version.
    pub version: String,
    /// As in the response of `GET /api/content`.
    pub content: Content,
    /// The entries of `GET /api/faq`.
    pub faq: Vec<FaqEntry>,
    /// What nobody here handles, and where to send people instead, in the content's order.
    pub elsewhere: Vec<ReviewErrand>,
    /// The possible outcomes of solutions, by name.
    pub outcomes: BTreeMap<String, Outcome>,
    /// Where to edit the texts outside of the tree, by what they are: `faq ID`, `faq ID answer`, `errand ID`,
    /// `step ID`, `step ID script N` (from 0), and so on; empty if the content names no repository.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<String, TextPlace>,
    /// Every question, solution, and script that's read now or later. What reads the same in several regions appears
    /// once. In the order of their first regions, with what's read now before what will be read later.
    pub groups: Vec<ReviewGroup>,
}

/// Something that people ask for and that another office handles, with the page that says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReviewErrand {
    pub id: String,
    pub question: String,
    /// Where to send people, Markdown.
    pub text: String,
    /// The same, in words to say or send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// The address of the official page.
    pub source: String,
}

/// Regions whose trees read the same, except for the blanks that each region fills with its own values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewGroup {
    /// In the content's order; at least one.
    pub states: Vec<ReviewState>,
    /// The code of the first of them; the nodes are shown as that region reads them.
    pub example: String,
    /// The key of the first node.
    pub start: String,
    /// Breadth first, in the order of the answers.
    pub nodes: Vec<ReviewNode>,
}

/// A region's code and name, and the period in which it reads this way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReviewState {
    pub code: String,
    pub name: String,
    /// The first instant of the period; absent if it has already begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// The first instant at which it reads differently; absent if it stays this way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// A node, with the key that answers refer to it by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReviewNode {
    pub id: String,
    #[serde(flatten)]
    pub node: Node,
    /// Where to edit its texts; absent if the content names no repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<NodePlaces>,
}

/// Where to edit the texts of a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NodePlaces {
    /// For a solution's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<TextPlace>,
    pub text: TextPlace,
    /// In the order of the scripts.
    pub scripts: Vec<TextPlace>,
}

/// Where a text is, and where to edit it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TextPlace {
    /// The file's name in the content folder.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// The address of this line on the git host.
    pub edit: String,
}
