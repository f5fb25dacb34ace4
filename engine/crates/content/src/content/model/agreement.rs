//! `agreement.yaml`: what the volunteer goes over with the voter.

use serde::Deserialize;

use super::{Lenient, Script, TitledScript};
use callguide_search::api::content::{NotRequired, WayKind};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Agreement {
    pub title: String,
    /// Name of the link that Copy Link copies.
    pub link: String,
    pub modes: Lenient<Mode>,
    pub confirmation: String,
    /// Shown after a decision that doesn't require the agreement.
    pub not_required: Option<NotRequired>,
    /// How to continue without the agreement.
    pub without: Option<Without>,
}

/// How a contact continues without the agreement.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Without {
    pub title: String,
    pub ways: Lenient<Way>,
    pub text: String,
    pub outcome: String,
    /// Name of a guide.
    pub guide: Option<String>,
}

/// One way to continue.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Way {
    pub id: String,
    pub kind: WayKind,
    pub label: String,
    pub note: String,
    pub text: Option<String>,
    #[serde(default)]
    pub scripts: Lenient<Script>,
}

/// A version of the agreement: read aloud, or sent as text.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Mode {
    pub id: String,
    pub label: String,
    pub intro: Script,
    pub body: Lenient<TitledScript>,
    pub closing: Script,
}
