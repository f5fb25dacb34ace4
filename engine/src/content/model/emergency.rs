//! `emergency.yaml`: what to do at once where someone is in danger.

use serde::Deserialize;

use super::{Lenient, Script};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Emergency {
    /// On the control that opens it.
    pub button: String,
    pub title: String,
    /// Markdown.
    pub text: String,
    #[serde(default)]
    pub scripts: Lenient<Script>,
}
