//! Texts that may depend on the region, and words to say or send.

use serde::Deserialize;

use super::{Condition, Window};
use callguide_search::api::tree::Channel;

/// A text, a list of cases of which the first match is used, or parts of which all matches are shown.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Text {
    Plain(String),
    Cases(Vec<Case>),
    Parts { parts: Vec<Case> },
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }
}

/// One case or part of a text.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Case {
    /// Absent on the last case.
    pub when: Option<Condition>,
    #[serde(flatten)]
    pub window: Window,
    pub text: String,
}

/// Words to say or send.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Script {
    #[serde(flatten)]
    pub window: Window,
    pub note: Option<String>,
    pub say: String,
    #[serde(default)]
    pub channel: Channel,
}

/// A script with its own heading.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TitledScript {
    pub title: Option<String>,
    #[serde(flatten)]
    pub script: Script,
}
