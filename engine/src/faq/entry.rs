//! What is searched.

/// An entry of the FAQ.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    pub question: String,
    /// Markdown, links resolved.
    pub answer: String,
    /// The answer as plain text: what is searched and what snippets are cut from.
    pub answer_text: String,
    pub tags: Vec<String>,
    pub category: String,
}
