//! `elsewhere.yaml`: errands that this helpline can't help with, and where to send people.

use serde::Deserialize;

use super::{Lenient, Review};

/// The whole file.
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
    /// The same, in words to say or send.
    pub say: Option<String>,
    /// The official page that confirms it.
    pub source: String,
    #[serde(flatten)]
    pub review: Review,
}
