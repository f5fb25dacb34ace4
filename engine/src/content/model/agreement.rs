//! `agreement.yaml`: what is gone over with the voter.

use serde::Deserialize;

use super::{Lenient, Script, TitledScript};
use crate::api::content::NotRequired;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Agreement {
    pub title: String,
    /// Name of the link that Copy Link copies.
    pub link: String,
    pub modes: Lenient<Mode>,
    pub confirmation: String,
    /// What stands there after a decision that doesn't ask for it.
    pub not_required: Option<NotRequired>,
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
