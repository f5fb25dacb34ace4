//! `emergency.yaml`: what to do right away when someone is in danger.

use serde::Deserialize;

use super::{Condition, Lenient, Text, TreeScript, Window};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Emergency {
    /// Label of the button that opens it.
    pub button: String,
    pub title: String,
    pub choices: Lenient<DangerChoice>,
    pub upset: Option<Upset>,
    /// Markdown.
    pub text: Text,
    /// Label of the line that a volunteer can add to the ticket's note.
    pub note: Option<String>,
}

/// One kind of danger, with its scripts.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DangerChoice {
    pub id: String,
    pub label: String,
    pub when: Option<Condition>,
    #[serde(flatten)]
    pub window: Window,
    pub scripts: Lenient<TreeScript>,
}

/// Words for someone who is upset but not in danger.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Upset {
    pub title: String,
    pub scripts: Lenient<TreeScript>,
}
