//! The decision tree as one region sees it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::site::Link;

/// The response of `GET /api/tree/{state}`: only what this region can reach, with every condition decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Tree {
    /// The content version.
    pub version: String,
    pub state: State,
    /// The key of the first node.
    pub start: String,
    /// Every node that can be reached, by key: its ID or, if earlier answers change it, the key of one copy.
    pub nodes: BTreeMap<String, Node>,
    /// The wording of the copied decision.
    pub decision_note: DecisionNote,
    /// The possible outcomes of solutions, by the name in their `type`.
    pub outcomes: BTreeMap<String, Outcome>,
}

/// The response of `GET /api/trees`: the trees of all regions, so that a contact can begin without a connection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Trees {
    /// The content version.
    pub version: String,
    /// By region code, each as in the response of `GET /api/tree/{state}`.
    pub trees: BTreeMap<String, Tree>,
}

/// A region: its code, its name, and the attributes that the content declares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct State {
    /// Unique among the regions.
    pub code: String,
    pub name: String,
    /// The badges to show with it, chosen by the engine.
    pub badges: Vec<Badge>,
    /// IANA names, the main one first.
    pub time_zones: Vec<String>,
    /// The name of the part of the region that's in a time zone, by the zone's name; only if the content gives one.
    pub time_zone_parts: BTreeMap<String, String>,
    /// A sentence about its ID rule, in Markdown; absent if the rule couldn't be checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id_rule: Option<String>,
    /// Its official pages, each address once.
    pub links: Vec<Link>,
    /// What can be said about it at every step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<Script>,
    /// The attributes that the content declares, with the values given there.
    #[serde(flatten)]
    #[schema(value_type = Object, additional_properties)]
    pub attributes: Map<String, Value>,
}

/// What's shown beside a node and the steps after it, in place of the region's own badges, links, and scripts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Beside {
    pub badges: Vec<Badge>,
    pub links: Vec<Link>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<Script>,
}

/// A word or two about a region.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Badge {
    pub text: String,
    pub tone: Tone,
}

/// How much a badge stands out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    #[default]
    Neutral,
    Accent,
}

/// A node of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Node {
    Question(Question),
    Solution(Solution),
}

/// A question for the voter.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Question {
    /// Its ID, if earlier answers change the node: the tree then contains it several times, each time under a
    /// different key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Markdown.
    pub text: String,
    /// A short plain form for the history, if the content has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    pub scripts: Vec<Script>,
    pub answers: Vec<Answer>,
    /// What the volunteer notes for the ticket while asking, in order.
    pub ask_for: Vec<Fact>,
    /// What's shown beside it, if earlier answers change that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Beside>,
}

/// Something that a volunteer notes for the ticket. It never leaves the page's memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// The name that scripts use for it: `{said.ID}`; `voter.name` is the voter's name. If it's asked for again, it's
    /// the same fact.
    pub id: String,
    /// The label of its field, and of its line in the note.
    pub label: String,
    pub kind: FactKind,
    /// Whether the ticket is incomplete without it. Every question can be answered without it.
    #[serde(default)]
    #[schema(required = true)]
    pub required: bool,
    /// The options to choose from; empty unless `kind` is `choice`.
    #[serde(default)]
    #[schema(required = true)]
    pub choices: Vec<String>,
    /// A note for the volunteer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What's expected of it; the first expectation that isn't met is shown beside its field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
}

/// What's expected of a fact once it's noted. Every question can be answered even if the fact doesn't meet it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The day isn't before today, where the voter is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_past: bool,
    /// The day is at most this many days from today, where the voter is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_days: Option<u32>,
    /// Answers, as `QUESTION.ANSWER`, that the fact is consistent with, if one of their questions was answered. With
    /// `within_days`, a day within that range is consistent with one of these answers, and a later day with another
    /// answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<String>,
    /// Shown to the volunteer if the expectation isn't met.
    pub hint: String,
}

/// What kind of fact can be noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    /// A day.
    Date,
    Number,
    Phone,
    Text,
    /// One of its choices.
    Choice,
}

/// One answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Answer {
    /// Unique within its question, and stable.
    pub id: String,
    pub text: String,
    /// The keyboard key that gives this answer, in addition to its digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortcut: Option<String>,
    /// The key of the next node, which is always among the tree's nodes.
    pub next: String,
    /// What the volunteer notes for the ticket once this answer has been given, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ask_for: Vec<Fact>,
}

/// Where a path ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Solution {
    /// Its ID, if earlier answers change the node: the tree then contains it several times, each time under a
    /// different key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The name of its outcome.
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    /// Instructions, in Markdown.
    pub text: String,
    /// Whether the volunteer goes over the agreement with the voter.
    pub agreement_required: bool,
    pub scripts: Vec<Script>,
    /// Additional lines of the copied decision.
    pub note: Vec<NoteLine>,
    /// What's shown beside it, if earlier answers change that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Beside>,
}

/// A line of the copied decision.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct NoteLine {
    pub label: String,
    pub text: String,
}

/// The wording of the copied decision: its heading and the labels of its first lines. All empty if decisions aren't
/// copied.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionNote {
    pub heading: String,
    /// Empty for a helpline without regions.
    #[serde(default)]
    #[schema(required)]
    pub state: String,
    pub outcome: String,
    pub priority: String,
}

/// The outcome of a solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    pub label: String,
    /// What the ticket's priority is set to. Empty for a helpline without tickets.
    #[serde(default)]
    #[schema(required)]
    pub priority: String,
    pub look: Look,
}

/// How an outcome is shown: by color, shape, and word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Red: act immediately.
    Stop,
    /// Amber: act with care.
    Caution,
    /// Green: go on.
    Go,
    /// Gray: nothing more to do.
    Quiet,
}

/// Words to say or send.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Script {
    /// A heading, if the script has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// For the volunteer: when and why to say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Plain text. May contain `{volunteer.first_name}`, `{state.name}`, and `{voter.name}`, which the app fills in.
    pub say: String,
    pub channel: Channel,
}

/// How a script is meant to reach the voter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    #[default]
    Any,
    Voice,
    Text,
    Email,
}
