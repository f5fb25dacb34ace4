//! Texts that may depend on the region, and words to say or to send.

use serde::Deserialize;

use super::Condition;
use crate::api::tree::Channel;

/// A text, or a list of cases of which the first that matches counts.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Text {
    Plain(String),
    Cases(Vec<Case>),
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }
}

/// One case of a text.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Case {
    /// Absent on the last.
    pub when: Option<Condition>,
    pub text: String,
}

/// Words to say or to send.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Script {
    pub note: Option<String>,
    pub say: String,
    #[serde(default)]
    pub channel: Channel,
}

/// A script under a heading of its own.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TitledScript {
    pub title: Option<String>,
    #[serde(flatten)]
    pub script: Script,
}
