//! `faq/CATEGORY.yaml`: the entries of one category.

use serde::Deserialize;

use super::{Lenient, Text, Window};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Category {
    pub category: String,
    /// Position among the categories; those with the same `order` are sorted by file name.
    #[serde(default)]
    pub order: i64,
    pub entries: Lenient<Entry>,
}

/// A question and its answer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Entry {
    pub id: String,
    pub question: String,
    pub answer: Text,
    /// For the volunteer only: never said, copied, or searched.
    pub note: Option<String>,
    #[serde(flatten)]
    pub window: Window,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(flatten)]
    pub review: Review,
}

/// When a text was last reviewed, when the next review is due, and by whom.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Review {
    pub reviewed: Option<String>,
    /// Due date of the next review.
    pub review_by: Option<String>,
    /// Who is responsible for it.
    pub owner: Option<String>,
}
