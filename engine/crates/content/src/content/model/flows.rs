//! `flows.yaml`: the steps of a contact, and which flow uses which.

use serde::Deserialize;

use super::{Lenient, Named, Script};
use callguide_search::api::tree::{Channel, Fact};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Flows {
    pub steps: Named<Step>,
    pub flows: Named<Flow>,
}

/// The kinds of step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    Choice,
    Faq,
    Guide,
    Tree,
    Agreement,
    Page,
}

/// A step, independent of the flows that use it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Step {
    pub kind: StepKind,
    pub title: String,
    pub text: Option<String>,
    #[serde(default)]
    pub scripts: Lenient<Script>,
    /// What the volunteer notes for the ticket at this step.
    #[serde(default)]
    pub ask_for: Lenient<Fact>,
    /// Names of links.
    #[serde(default)]
    pub links: Lenient<String>,
    /// Name of a guide.
    pub guide: Option<String>,
    /// A step of the flow or a page of the app.
    pub next: Option<String>,
    #[serde(default)]
    pub buttons: Lenient<Button>,
}

/// A button of a step.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Button {
    pub id: String,
    pub text: String,
    pub description: Option<String>,
    #[serde(default)]
    pub primary: bool,
    /// A step of the flow or a page of the app.
    pub go: String,
}

/// A flow.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Flow {
    pub title: String,
    pub path: String,
    pub channel: Channel,
    pub progress_total: u32,
    pub steps: Lenient<StepUse>,
}

/// A step's position in a flow.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct StepUse {
    pub step: String,
    pub number: u32,
    pub path: Option<String>,
}
