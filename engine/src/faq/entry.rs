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
    /// For the volunteer, Markdown, links resolved: it's no part of what is searched, nor of what is said.
    pub note: Option<String>,
    pub tags: Vec<String>,
    pub category: String,
}

/// Something that people ask for and that nobody here answers. It's found by its question and its tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Errand {
    /// Its answer says where to send people.
    pub entry: Entry,
    /// The same in words to say or send.
    pub say: Option<String>,
}

impl Entry {
    /// Memory held by its texts, in bytes.
    pub fn size(&self) -> usize {
        let short = self.tags.iter().chain(&self.note).map(String::len).sum::<usize>();
        self.id.len() + self.question.len() + self.answer.len() + self.answer_text.len() + short
    }
}
