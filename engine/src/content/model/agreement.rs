//! `agreement.yaml`: what is gone over with the voter.

use serde::Deserialize;

use super::{Lenient, Script, TitledScript};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Agreement {
    pub title: String,
    /// Name of the link that Copy Link copies.
    pub link: String,
    pub modes: Lenient<Mode>,
    pub confirmation: String,
}

/// Read aloud, or sent as text.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Mode {
    pub id: String,
    pub label: String,
    pub intro: Script,
    pub body: Lenient<TitledScript>,
    pub closing: Script,
}
