//! `style.yaml`: agreed-on wording and limits on the length of texts. Only lint reads it.

use serde::Deserialize;

use super::Lenient;

/// The whole file. Anything absent isn't checked.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Style {
    /// How many SMS segments one text message may take.
    pub text_message_segments: Option<usize>,
    /// How many words an FAQ answer may have.
    pub answer_words: Option<usize>,
    /// From this many characters on, a paragraph should appear in only one place.
    pub repeated_text_from: Option<usize>,
    /// Whether a word of `search.yaml` has to mean its topic by itself.
    #[serde(default)]
    pub everyday_synonyms: bool,
    /// One name for one thing.
    #[serde(default)]
    pub names: Lenient<Wording>,
    /// Words that take sides politically.
    #[serde(default)]
    pub partisan: Lenient<Wording>,
    /// Words that judge a person.
    #[serde(default)]
    pub judgemental: Lenient<Wording>,
    /// Wording that is no longer used.
    #[serde(default)]
    pub retired: Lenient<Wording>,
    /// Information that volunteers never ask a voter for.
    #[serde(default)]
    pub sensitive: Lenient<Sensitive>,
}

/// Information that volunteers never ask a voter for.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Sensitive {
    /// Its name, worded for a diagnostic: "a card number".
    pub ask_for: String,
    /// What texts call it. Lowercase words match in any case; words with a capital match as written.
    pub words: Vec<String>,
}

/// What to say, and what not to say instead.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Wording {
    /// Empty if there's no replacement.
    #[serde(default)]
    pub say: String,
    /// Lowercase words match in any case; words with a capital match as written.
    pub not: Vec<String>,
}
