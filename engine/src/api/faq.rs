//! Answers of the FAQ search.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The answer of `GET /api/faq`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FaqAnswer {
    /// The content version.
    pub version: String,
    /// The query as it was understood.
    pub query: String,
    /// How many entries match in the chosen category.
    pub total: usize,
    /// How many of them aren't weak.
    pub strong: usize,
    /// The matches of the query in every category, whatever category is chosen.
    pub categories: Vec<CategoryCount>,
    pub entries: Vec<FaqHit>,
}

/// A category and how many entries of it match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CategoryCount {
    pub name: String,
    pub count: usize,
}

/// An entry that matches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FaqHit {
    #[serde(flatten)]
    pub entry: FaqEntry,
    pub score: f32,
    /// Covers little of the query: listed after the others and labelled.
    pub weak: bool,
    pub highlights: Highlights,
    pub snippet: Snippet,
}

/// An entry as content has it, links resolved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FaqEntry {
    /// Its place in content's own order, from 1.
    pub number: usize,
    pub id: String,
    pub question: String,
    /// Markdown.
    pub answer: String,
    pub tags: Vec<String>,
    pub category: String,
}

/// A character range: Unicode scalar values, end exclusive.
pub type Range = [usize; 2];

/// What matched.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Highlights {
    #[schema(value_type = Vec<Vec<usize>>)]
    pub question: Vec<Range>,
    /// One list per tag.
    #[schema(value_type = Vec<Vec<Vec<usize>>>)]
    pub tags: Vec<Vec<Range>>,
}

/// The part of the answer around the best match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Snippet {
    /// Plain text.
    pub text: String,
    #[schema(value_type = Vec<Vec<usize>>)]
    pub highlights: Vec<Range>,
}
