//! `faq/CATEGORY.yaml`: the entries of one category.

use serde::Deserialize;

use super::{Lenient, Text, Window};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Category {
    pub category: String,
    /// Its place among the categories; by file name where it says none.
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
    /// For the volunteer: neither said nor copied nor searched.
    pub note: Option<String>,
    #[serde(flatten)]
    pub window: Window,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(flatten)]
    pub review: Review,
}

/// When someone last found a text right, and who does so next.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Review {
    pub reviewed: Option<String>,
    /// The last day for the next review.
    pub review_by: Option<String>,
    /// Who looks after it.
    pub owner: Option<String>,
}
