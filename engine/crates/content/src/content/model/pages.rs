//! What volunteers read besides the tree and the FAQ: the flows with their steps, the guides, the agreement,
//! the emergency scripts, the support page and the announcements.

use serde::Deserialize;

use super::lenient::{Lenient, Named};
use super::when::{Condition, Script, Text, TitledScript, TreeScript, Window};
use callguide_search::api::content::{NotRequired, WayKind};
use callguide_search::api::tree::{Channel, Fact};

/// `flows.yaml`: the steps of a contact, and which flow uses which.
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

/// A button in a step.
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

/// `guides.yaml`: how to fill in a ticket.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Guides {
    pub guides: Named<Guide>,
}

/// A URL to embed, or steps that the engine renders; the schema allows exactly one.
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

/// `agreement.yaml`: what the volunteer goes over with the voter.
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

/// `emergency.yaml`: what to do right away when someone is in danger.
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

/// What to say to someone who is upset but not in danger.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Upset {
    pub title: String,
    pub scripts: Lenient<TreeScript>,
}

/// `support/NN-NAME.yaml`: a section of the support page.
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

/// `announcements.yaml`: what changed, shown under the bell.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Announcements {
    pub announcements: Lenient<Announcement>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Announcement {
    pub id: String,
    pub date: String,
    pub title: String,
    pub text: String,
    pub link: Option<String>,
    #[serde(flatten)]
    pub window: Window,
}
