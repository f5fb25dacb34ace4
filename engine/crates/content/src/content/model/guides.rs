//! `guides.yaml`: how to fill in a ticket.

use serde::Deserialize;

use super::{Lenient, Named};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Guides {
    pub guides: Named<Guide>,
}

/// An address to embed, or steps that the engine renders; the schema allows exactly one.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Guide {
    pub title: String,
    pub text: Option<String>,
    /// Name of a link.
    pub embed: Option<String>,
    pub steps: Option<Lenient<GuideStep>>,
}

/// One step of a guide.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct GuideStep {
    pub title: String,
    pub text: String,
}
