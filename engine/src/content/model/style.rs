//! `style.yaml`: the words that were agreed on, and how long a text may be. Only lint reads it.

use serde::Deserialize;

use super::Lenient;

/// The whole file. What isn't there isn't checked.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Style {
    /// How many SMS segments one text message may take.
    pub text_message_segments: Option<usize>,
    /// How many words an answer of the FAQ may have.
    pub answer_words: Option<usize>,
    /// From how many characters on a paragraph should stand in one place only.
    pub repeated_text_from: Option<usize>,
    /// Whether a word of `search.yaml` has to mean its topic by itself.
    #[serde(default)]
    pub everyday_synonyms: bool,
    /// One name for one thing.
    #[serde(default)]
    pub names: Lenient<Wording>,
    /// Words that take a side.
    #[serde(default)]
    pub partisan: Lenient<Wording>,
    /// Words that judge a person.
    #[serde(default)]
    pub judgemental: Lenient<Wording>,
    /// What is no longer said at all.
    #[serde(default)]
    pub retired: Lenient<Wording>,
    /// What nobody asks a voter for.
    #[serde(default)]
    pub sensitive: Lenient<Sensitive>,
}

/// Something that nobody asks a voter for.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Sensitive {
    /// What it is, as a finding says it: "a card number".
    pub ask_for: String,
    /// What texts call it. One in small letters is meant in any case; one with a capital as it is written.
    pub words: Vec<String>,
}

/// What to say, and what not to say in its place.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Wording {
    /// Empty where nothing takes the place.
    #[serde(default)]
    pub say: String,
    /// One in small letters is meant in any case; one with a capital as it is written.
    pub not: Vec<String>,
}
