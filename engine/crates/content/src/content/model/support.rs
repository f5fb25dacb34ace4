//! `support/NN-NAME.yaml`: a section of the support page.

use serde::Deserialize;

use super::{Lenient, Script, Window};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Section {
    pub id: String,
    pub title: String,
    #[serde(flatten)]
    pub window: Window,
    #[serde(default)]
    pub open: bool,
    pub text: String,
    /// Names of links.
    #[serde(default)]
    pub links: Lenient<String>,
    #[serde(default)]
    pub scripts: Lenient<Script>,
}
