//! The FAQ: its entries, and what is searched for and found in it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The answer of `GET /api/faq`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FaqList {
    /// The content version.
    pub version: String,
    /// Every entry, in content's own order.
    pub entries: Vec<FaqEntry>,
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
    /// For the volunteer beside the answer, Markdown: it's neither said nor copied nor searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub tags: Vec<String>,
    pub category: String,
}

/// The body of `POST /api/faq/search`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FaqSearch {
    /// As it was typed. Empty finds every entry, in content's own order.
    #[serde(default)]
    #[schema(max_length = 500, example = "abs balot")]
    pub q: String,
    /// Answer only entries of this category; the counts stay those of all.
    #[serde(default)]
    pub category: Option<String>,
    /// Code of the region whose volunteers read the entries: what they read is searched and marked.
    #[serde(default)]
    pub state: Option<String>,
    /// How many entries to answer: 20 unless given.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
    /// How many entries to pass over.
    #[serde(default)]
    pub offset: Option<usize>,
}

/// The answer of `POST /api/faq/search`: which entries match, without the texts that `GET /api/faq` has, and
/// without what was typed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FaqAnswer {
    /// The content version: marks are in the texts of this one.
    pub version: String,
    /// How many entries match in the chosen category.
    pub total: usize,
    /// How many of them aren't weak.
    pub strong: usize,
    /// Code of a region that the query names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The matches of the query in every category, whatever category is chosen.
    pub categories: Vec<CategoryCount>,
    /// The best first; the weak ones after the others.
    pub entries: Vec<FaqHit>,
    /// Errands that nobody here answers and that match better than any entry, the best first: in no count and in no category.
    pub elsewhere: Vec<FaqErrand>,
}

/// Something that people ask for and that another office does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FaqErrand {
    pub id: String,
    pub score: f32,
    pub question: String,
    /// Where to send people, Markdown.
    pub text: String,
    /// The same in words to say or send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
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
    pub id: String,
    pub score: f32,
    /// Covers little of the query, is far behind the best, or stands below an errand in `elsewhere`: listed after the others and folded.
    pub weak: bool,
    pub highlights: Highlights,
    pub snippet: Snippet,
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
