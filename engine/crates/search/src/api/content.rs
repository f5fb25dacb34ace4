//! The whole rendered content except for the FAQ and the trees.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::site::{Link, Site};
use super::tree::{Channel, Fact, Script, State};

/// The response of `GET /api/content`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Content {
    /// The content version.
    pub version: String,
    /// Whether this engine shows content before it's live; every screen must say so.
    #[serde(default)]
    pub preview: bool,
    pub site: Site,
    /// Every region, in the content's order. A helpline without regions has a single one, which stands for everyone.
    pub states: Vec<State>,
    pub flows: Vec<Flow>,
    /// Absent if no step is about the agreement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// Absent if the content doesn't say what to do in an emergency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emergency: Option<Emergency>,
    pub guides: Vec<Guide>,
    pub support: Vec<SupportSection>,
    /// Newest first.
    pub announcements: Vec<Announcement>,
}

/// A flow: the steps of a contact over one channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Flow {
    pub id: String,
    pub title: String,
    /// A path in the app.
    pub path: String,
    pub channel: Channel,
    /// The number of steps that the progress bar shows (`spec §9`: 4).
    pub progress_total: u32,
    /// The flow begins with the first one.
    pub steps: Vec<Step>,
}

/// A step of a flow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Step {
    pub id: String,
    /// Its place on the progress bar, from 1.
    pub number: u32,
    /// Its own path, if it has one; otherwise it's at the flow's path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The ID of the step that Back leads to; absent on the first step, where Back leaves the flow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<String>,
    pub title: String,
    /// Markdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub scripts: Vec<Script>,
    /// Pages to open in a new tab.
    pub links: Vec<Link>,
    /// What the volunteer notes for the ticket at this step, in order.
    pub ask_for: Vec<Fact>,
    #[serde(flatten)]
    pub body: StepBody,
}

/// What a step shows, and where it leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StepBody {
    /// A question about the contact, answered with large buttons.
    Choice { buttons: Vec<Button> },
    /// The FAQ panel.
    Faq { buttons: Vec<Button> },
    /// A helpdesk guide.
    Guide { guide: String, buttons: Vec<Button> },
    /// The decision tree.
    Tree { next: Target },
    /// The voter agreement.
    Agreement { next: Target },
    /// Text and scripts only.
    Page { buttons: Vec<Button> },
}

/// A button of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Button {
    pub id: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub primary: bool,
    pub go: Target,
}

/// Where a button leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A step of the same flow, by id.
    Step(String),
    /// A page of the app, by path.
    Page(String),
}

/// The agreement that the volunteer goes over with the voter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Agreement {
    pub title: String,
    /// What Copy Link copies.
    pub link: Link,
    /// The first is the default.
    pub modes: Vec<AgreementMode>,
    /// The sentence beside the checkbox.
    pub confirmation: String,
    /// The wording after a decision that doesn't require the agreement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_required: Option<NotRequired>,
    /// The ways to continue to the ticket without it, if the content has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without: Option<Without>,
}

/// How a contact continues without the agreement. After a decision that requires it, the ticket then doesn't refer
/// anyone: it has the priority, but not what the decision says about the referral.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Without {
    /// The heading above the ways.
    pub title: String,
    pub ways: Vec<Way>,
    /// Markdown: what the volunteer does with a ticket that refers nobody.
    pub text: String,
    /// The outcome of such a ticket.
    pub outcome: String,
    /// The ID of the guide for such a ticket; absent if it's the step's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide: Option<String>,
}

/// One way to continue without the agreement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Way {
    pub id: String,
    pub kind: WayKind,
    /// The text on its button.
    pub label: String,
    /// What the ticket's note says about the agreement.
    pub note: String,
    /// Markdown: what the volunteer does with the ticket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Shown at the ticket in place of the step's own scripts.
    pub scripts: Vec<Script>,
}

/// Why there's no agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WayKind {
    /// Someone said no. The ticket's note leaves out the name and number. After a decision that doesn't require the
    /// agreement, this way isn't offered.
    Declined,
    /// The contact ended before there was an answer.
    CutOff,
}

/// The wording of the agreement step after a decision that doesn't require the agreement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NotRequired {
    /// One line that says that it isn't required.
    pub text: String,
    /// The sentence beside the checkbox.
    pub confirmation: String,
}

/// What to do right away if someone is in danger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Emergency {
    /// The text on the control that opens it.
    pub button: String,
    pub title: String,
    /// The wording if no region is chosen.
    #[serde(flatten)]
    pub words: EmergencyWords,
    /// The label of the line that the volunteer can add to the ticket's note; the line's value is the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The wording of the regions that have their own, by code.
    pub regions: BTreeMap<String, EmergencyWords>,
}

/// What to say and do in an emergency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EmergencyWords {
    /// What may be wrong, the most urgent first.
    pub choices: Vec<EmergencyChoice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upset: Option<Upset>,
    /// Markdown: what to do in any case.
    pub text: String,
}

/// One kind of danger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EmergencyChoice {
    pub id: String,
    pub label: String,
    pub scripts: Vec<Script>,
}

/// Words for someone who is upset but not in danger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Upset {
    pub title: String,
    pub scripts: Vec<Script>,
}

/// The agreement in one mode: read aloud, or sent as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AgreementMode {
    pub id: String,
    pub label: String,
    pub intro: Script,
    pub body: Vec<Script>,
    pub closing: Script,
}

/// A guide for the helpdesk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Guide {
    pub id: String,
    pub title: String,
    /// Markdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What the frame shows and "open in new tab" opens: an address, or a path on this origin.
    pub src: String,
}

/// A section of the support page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SupportSection {
    pub id: String,
    pub title: String,
    /// Whether it's open at first.
    pub open: bool,
    /// Markdown.
    pub text: String,
    pub links: Vec<Link>,
    pub scripts: Vec<Script>,
}

/// A change to the guidance, listed under the bell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Announcement {
    pub id: String,
    /// ISO 8601 date.
    pub date: String,
    pub title: String,
    /// Markdown.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<Link>,
}
