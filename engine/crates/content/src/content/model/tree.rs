//! `decision-tree.yaml`: start rules, questions and solutions.

use serde::Deserialize;

use super::lenient::{Lenient, Named};
use super::when::{Condition, Text, TreeScript, Window};
use callguide_search::api::tree::{DecisionNote, Fact, Outcome};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DecisionTree {
    pub start: Route,
    /// By name.
    pub outcomes: Named<Outcome>,
    #[serde(default)]
    pub decision_note: DecisionNote,
    pub questions: Named<Question>,
    pub solutions: Named<Solution>,
}

/// A node, or a list of cases; the first case that matches is used.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Route {
    Plain(String),
    Cases(Vec<RouteCase>),
}

/// One case of a route.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RouteCase {
    /// Absent on the last case.
    pub when: Option<Condition>,
    #[serde(flatten)]
    pub window: Window,
    pub go: String,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Question {
    pub text: Text,
    pub short: Option<Text>,
    #[serde(default)]
    pub scripts: Lenient<TreeScript>,
    /// What the volunteer notes for the ticket while asking.
    #[serde(default)]
    pub ask_for: Lenient<Fact>,
    pub answers: Lenient<Answer>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Answer {
    pub id: String,
    /// Who it's offered to; everyone if absent.
    pub when: Option<Condition>,
    #[serde(flatten)]
    pub window: Window,
    pub text: String,
    pub shortcut: Option<String>,
    /// How many points it adds to a score.
    #[serde(default)]
    pub points: u16,
    /// What the volunteer notes for the ticket after this answer.
    #[serde(default)]
    pub ask_for: Lenient<Fact>,
    pub go: Route,
}

/// A solution; with `id_from`, one for every region that has that attribute.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Solution {
    /// Dotted path of the attribute that contains the region's solution id.
    pub id_from: Option<String>,
    /// Name of an outcome.
    #[serde(rename = "type")]
    pub kind: String,
    pub title: Text,
    pub text: Text,
    /// May be absent only if the content doesn't contain an agreement, since none is required then.
    pub agreement_required: Option<bool>,
    #[serde(default)]
    pub scripts: Lenient<TreeScript>,
    #[serde(default)]
    pub note: Lenient<NoteLine>,
}

/// An additional line of the copied decision, for readers who match its condition.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct NoteLine {
    pub when: Option<Condition>,
    #[serde(flatten)]
    pub window: Window,
    pub label: String,
    pub text: Text,
}
