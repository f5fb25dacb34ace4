//! The FAQ: its entries, search requests, and search results.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The response of `GET /api/faq`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FaqList {
    /// The content version.
    pub version: String,
    /// Every entry, in the content's own order.
    pub entries: Vec<FaqEntry>,
}

/// An entry as the content has it, with links resolved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FaqEntry {
    /// Its position in the content's own order, from 1.
    pub number: usize,
    pub id: String,
    pub question: String,
    /// Markdown.
    pub answer: String,
    /// Markdown for the volunteer, shown beside the answer. It isn't said, copied, or searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    pub tags: Vec<String>,
    pub category: String,
}

/// The request body of `POST /api/faq/search`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FaqSearch {
    /// The query as typed. An empty one finds every entry, in the content's own order.
    #[serde(default)]
    #[schema(max_length = 500, example = "abs balot")]
    pub q: String,
    /// Return only entries in this category. `categories` still counts the matches in all of them.
    #[serde(default)]
    pub category: Option<String>,
    /// The code of a region: entries are searched and highlighted as its volunteers read them.
    #[serde(default)]
    pub state: Option<String>,
    /// The number of entries to return: 20 by default.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
    /// The number of entries to skip.
    #[serde(default)]
    pub offset: Option<usize>,
}

/// The response of `POST /api/faq/search`: which entries match. Their texts are in `GET /api/faq`, and the query
/// isn't repeated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FaqAnswer {
    /// The content version that the highlights refer to.
    pub version: String,
    /// The number of matching entries in the chosen category.
    pub total: usize,
    /// The number of those that aren't weak.
    pub strong: usize,
    /// The code of a region that the query names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The number of matches in every category, whichever one is chosen.
    pub categories: Vec<CategoryCount>,
    /// Best first; weak ones after all others.
    pub entries: Vec<FaqHit>,
    /// Errands that nobody here handles and that match better than any entry, best first. No count or category
    /// includes them.
    pub elsewhere: Vec<FaqErrand>,
}

/// Something that people ask for and that another office handles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FaqErrand {
    pub id: String,
    pub score: f32,
    pub question: String,
    /// Where to send people, Markdown.
    pub text: String,
    /// The same, in words to say or send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
}

/// A category, and the number of its entries that match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CategoryCount {
    pub name: String,
    pub count: usize,
}

/// A matching entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FaqHit {
    pub id: String,
    pub score: f32,
    /// Whether it covers little of the query, is far behind the best, or ranks below an errand in `elsewhere`. Weak
    /// entries are listed after the others, and collapsed.
    pub weak: bool,
    pub highlights: Highlights,
    pub snippet: Snippet,
}

/// A range of characters (Unicode scalar values), end exclusive.
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
