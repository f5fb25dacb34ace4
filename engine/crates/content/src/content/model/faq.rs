//! The FAQ, the errands that this helpline doesn't handle, and the synonyms that find both.

use serde::Deserialize;

use super::lenient::Lenient;
use super::when::{Text, Window};

/// `faq/CATEGORY.yaml`: the entries of one category.
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
    /// For the volunteer only: never read aloud, copied, or searched.
    pub note: Option<String>,
    #[serde(flatten)]
    pub window: Window,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(flatten)]
    pub review: Review,
}

/// When an entry or errand was last reviewed, when its next review is due, and who is responsible for it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Review {
    pub reviewed: Option<String>,
    /// Due date of the next review.
    pub review_by: Option<String>,
    /// Who is responsible for it.
    pub owner: Option<String>,
}

/// `elsewhere.yaml`: errands that this helpline can't help with, and where to send people.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Elsewhere {
    #[serde(default)]
    pub errands: Lenient<Errand>,
}

/// Something that people ask for but another office handles.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Errand {
    pub id: String,
    pub question: String,
    /// Other ways to ask for it.
    #[serde(default)]
    pub words: Vec<String>,
    /// Where to send people, in Markdown.
    pub text: String,
    /// The same, worded for saying or sending.
    pub say: Option<String>,
    /// The official page that confirms it.
    pub source: String,
    #[serde(flatten)]
    pub review: Review,
}

/// `search.yaml`: synonyms for the search.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Search {
    #[serde(default)]
    pub synonyms: Lenient<Synonym>,
}

/// Synonyms that work in both directions, or in one direction only.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Synonym {
    TwoWay { both: Vec<String> },
    OneWay { words: Vec<String>, finds: Vec<String> },
}
