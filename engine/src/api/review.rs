//! The whole of the guidance as staff read it to sign it off.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::content::Content;
use super::faq::FaqEntry;
use super::tree::{Node, Outcome};

/// The answer of `GET /api/review`: everything that volunteers read, all of one version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Review {
    /// The content version.
    pub version: String,
    /// As `GET /api/content` answers it.
    pub content: Content,
    /// The entries of `GET /api/faq`.
    pub faq: Vec<FaqEntry>,
    /// What nobody here answers, and where people are sent instead, in content's order.
    pub elsewhere: Vec<ReviewErrand>,
    /// What solutions may come to, by name.
    pub outcomes: BTreeMap<String, Outcome>,
    /// Where the texts beside the tree are edited, by what they are: `faq ID`, `faq ID answer`, `errand ID`, `step ID`, `step ID
    /// script N` from 0 and so on; empty where content names no repository.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<String, TextPlace>,
    /// Every question, solution and script, once for all who read it in the same way, from now on. In the order of
    /// their first regions; what is read now comes before what will be.
    pub groups: Vec<ReviewGroup>,
}

/// Something that people ask for and that another office does, with the page that says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReviewErrand {
    pub id: String,
    pub question: String,
    /// Where to send people, Markdown.
    pub text: String,
    /// The same in words to say or send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// Address of the official page.
    pub source: String,
}

/// Those whose trees read the same, but for the blanks that each region fills with what is its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewGroup {
    /// In the order of content; at least one.
    pub states: Vec<ReviewState>,
    /// Code of the first of them: the nodes are those that it reads.
    pub example: String,
    /// Key of the first node.
    pub start: String,
    /// In the order in which they are reached, answers first.
    pub nodes: Vec<ReviewNode>,
}

/// A region by its code and name, and when it reads so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReviewState {
    pub code: String,
    pub name: String,
    /// The first instant; absent where it reads so now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub from: Option<Timestamp>,
    /// The first instant at which it reads otherwise; absent where it stays so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub until: Option<Timestamp>,
}

/// A node with the key that answers lead to it by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReviewNode {
    pub id: String,
    #[serde(flatten)]
    pub node: Node,
    /// Where its words are edited; absent where content names no repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<NodePlaces>,
}

/// Where the words of a node are edited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NodePlaces {
    /// Of a solution's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<TextPlace>,
    pub text: TextPlace,
    /// In the order of the scripts.
    pub scripts: Vec<TextPlace>,
}

/// Where a text stands, and where it is edited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TextPlace {
    /// Its name in the content folder.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// Address of this line on the git host.
    pub edit: String,
}
