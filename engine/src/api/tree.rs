//! The decision tree as one region sees it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::site::Link;

/// The answer of `GET /api/tree/{state}`: only what this region can reach, all of it decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Tree {
    /// The content version.
    pub version: String,
    pub state: State,
    /// Key of the first node.
    pub start: String,
    /// Every node that can be reached, by its key: its id or, where earlier answers change it, the key of one copy.
    pub nodes: BTreeMap<String, Node>,
    /// Wording of the copied decision.
    pub decision_note: DecisionNote,
    /// What solutions may come to, by the names that their `type` says.
    pub outcomes: BTreeMap<String, Outcome>,
}

/// The answer of `GET /api/trees`: the trees of all regions, so that a contact can begin without a connection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Trees {
    /// The content version.
    pub version: String,
    /// By the region's code, each as `GET /api/tree/{state}` answers it.
    pub trees: BTreeMap<String, Tree>,
}

/// A region: its code, its name and the attributes that content declares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct State {
    /// Unique among the regions.
    pub code: String,
    pub name: String,
    /// The badges to show with it, chosen by the engine.
    pub badges: Vec<Badge>,
    /// IANA names, the main one first.
    pub time_zones: Vec<String>,
    /// What the part of the region in a zone is called, by the zone's name; only where content names it.
    #[serde(default)]
    #[schema(required = true)]
    pub time_zone_parts: BTreeMap<String, String>,
    /// A sentence on its ID rule, Markdown; absent where it couldn't be checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id_rule: Option<String>,
    /// Its official pages, each address once.
    pub links: Vec<Link>,
    /// What can be said of it on every step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<Script>,
    /// The attributes that content declares, as they stand there.
    #[serde(flatten)]
    #[schema(value_type = Object, additional_properties)]
    pub attributes: Map<String, Value>,
}

/// What stands beside a node and what follows it, in place of the region's own badges, links and scripts.
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

/// How loud a badge is.
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

/// A question to the voter.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Question {
    /// Its id, where earlier answers change it: then it is here several times, each under a key of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Markdown.
    pub text: String,
    /// A short plain form for the history, where content gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    pub scripts: Vec<Script>,
    pub answers: Vec<Answer>,
    /// What the volunteer notes for the ticket while asking, in order.
    #[serde(default)]
    #[schema(required = true)]
    pub ask_for: Vec<Fact>,
    /// What stands beside it, where earlier answers change that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Beside>,
}

/// Something that a volunteer notes for the ticket. It never leaves the page's memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// What scripts name it by: `{said.ID}`; `voter.name` is the voter's name. Asked for again it's the same fact.
    pub id: String,
    /// Before its field, and before its line of the note.
    pub label: String,
    pub kind: FactKind,
    /// Whether the ticket isn't complete without it. It holds up no answer.
    #[serde(default)]
    #[schema(required = true)]
    pub required: bool,
    /// What there is to choose from; empty unless `kind` is `choice`.
    #[serde(default)]
    #[schema(required = true)]
    pub choices: Vec<String>,
    /// For the volunteer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What is expected of it; the first that isn't so is shown beside its field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
}

/// What is expected of a fact once it's noted. It holds up no answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// No day before the voter's today.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_past: bool,
    /// No later than so many days from the voter's today.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within_days: Option<u32>,
    /// Answers, as `QUESTION.ANSWER`, that it goes with, where one of their questions was answered. With `within_days`,
    /// such a day goes with one of them, and a later one with another answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<String>,
    /// For the volunteer, where it isn't so.
    pub hint: String,
}

/// What can be noted as a fact.
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

/// One answer of a question.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Answer {
    /// Unique in its question and stable.
    pub id: String,
    pub text: String,
    /// The key that gives this answer, besides its digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortcut: Option<String>,
    /// Key of the node that follows; it is among the tree's nodes.
    pub next: String,
    /// What the volunteer notes for the ticket once this answer was given, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ask_for: Vec<Fact>,
}

/// Where a path ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Solution {
    /// Its id, where earlier answers change it: then it is here several times, each under a key of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Name of its outcome.
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    /// Instructions, Markdown.
    pub text: String,
    /// Whether the volunteer goes over the agreement with the voter.
    pub agreement_required: bool,
    pub scripts: Vec<Script>,
    /// Further lines of the copied decision.
    pub note: Vec<NoteLine>,
    /// What stands beside it, where earlier answers change that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Beside>,
}

/// A line of the copied decision.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct NoteLine {
    pub label: String,
    pub text: String,
}

/// Wording of the copied decision: its heading and the labels of its first lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionNote {
    pub heading: String,
    pub state: String,
    pub outcome: String,
    pub priority: String,
}

/// What a solution comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    pub label: String,
    /// What the ticket's priority is set to.
    pub priority: String,
    pub look: Look,
}

/// How an outcome is shown: by color, shape and word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Red: act at once.
    Stop,
    /// Amber: act with care.
    Caution,
    /// Green: go on.
    Go,
    /// Gray: nothing more to do.
    Quiet,
}

/// Words to say or to send.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Script {
    /// A heading, where the script has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// For the volunteer: when and why to say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Plain text. May carry `{volunteer.first_name}`, `{state.name}` and `{voter.name}`, which the app fills.
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
