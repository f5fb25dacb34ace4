//! The searchable texts.

/// An entry of the FAQ.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    pub question: String,
    /// Markdown, links resolved.
    pub answer: String,
    /// The answer as plain text: what is searched and what snippets are cut from.
    pub answer_text: String,
    /// A note for the volunteer, in Markdown with links resolved. It's neither searched nor read out.
    pub note: Option<String>,
    pub tags: Vec<String>,
    pub category: String,
}

/// Something that people ask for and that nobody here answers. It's found by its question and tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Errand {
    /// Its answer says where to send people.
    pub entry: Entry,
    /// The same, worded for reading out or sending.
    pub say: Option<String>,
}

impl Entry {
    /// Returns the memory held by its texts, in bytes.
    pub fn size(&self) -> usize {
        let short = self.tags.iter().chain(&self.note).map(String::len).sum::<usize>();
        self.id.len() + self.question.len() + self.answer.len() + self.answer_text.len() + short
    }
}
