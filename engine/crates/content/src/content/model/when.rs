//! When something is shown (conditions, as written, and date ranges), and the text and scripts that depend on
//! it.
//!
//! Only [`crate::readings`] decides what a condition means and who meets it.

use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Map, Value};

use callguide_search::api::tree::Channel;

/// Keys of `when` with a fixed meaning; every other key names an attribute.
pub const WORDS: [&str; 9] = ["is", "state", "has", "past", "before", "answered", "all", "any", "not"];

/// A condition; a reader has to meet all its parts.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Condition {
    /// The region is one of these codes.
    pub state: Option<Vec<String>>,
    /// The region has this attribute (a dotted path).
    pub has: Option<String>,
    /// The date of this attribute (a dotted path) is before today, in all zones of the region.
    pub past: Option<String>,
    /// The date of this attribute (a dotted path) is after today, in all zones of the region.
    pub before: Option<String>,
    /// Answers given earlier in this contact.
    pub answered: Option<Answered>,
    pub all: Option<Vec<Condition>>,
    pub any: Option<Vec<Condition>>,
    pub not: Option<Box<Condition>>,
    /// Attributes by dotted path, with the required value or a list of accepted values.
    #[serde(flatten)]
    pub equals: Map<String, Value>,
}

/// Earlier answers, each as `QUESTION.ANSWER`, or their points.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(untagged)]
pub enum Answered {
    /// Any of them.
    Any(Vec<String>),
    /// At least this many of them.
    AtLeast { at_least: u16, of: Vec<String> },
    /// At least this many points from the answers to these questions.
    Points { at_least: u16, points_of: Vec<String> },
}

impl Answered {
    /// Returns the answers to look for, or the questions to add up points for.
    pub fn of(&self) -> &[String] {
        match self {
            Self::Any(of) | Self::AtLeast { of, .. } | Self::Points { points_of: of, .. } => of,
        }
    }

    /// Returns how many answers or points are required.
    pub fn at_least(&self) -> u16 {
        match self {
            Self::Any(_) => 1,
            Self::AtLeast { at_least, .. } | Self::Points { at_least, .. } => *at_least,
        }
    }
}

impl Condition {
    /// Returns this condition and all nested ones, outermost first.
    pub fn parts(&self) -> Vec<&Condition> {
        let mut out = vec![self];
        let inside = self.all.iter().chain(&self.any).flatten().chain(self.not.as_deref());
        out.extend(inside.flat_map(Condition::parts));
        out
    }
}

/// From one day to another, both inclusive; open-ended if a side is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub struct Window {
    pub from: Option<Date>,
    pub until: Option<Date>,
}

impl Window {
    /// Returns whether it has no limits.
    pub fn is_open(self) -> bool {
        self == Self::default()
    }

    /// Returns whether its last day is before `today`.
    pub fn is_over(self, today: Date) -> bool {
        self.until.is_some_and(|until| until < today)
    }
}

/// Text, a list of cases (the first match is used), or a list of parts (all matches are shown).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Text {
    Plain(String),
    Cases(Vec<Case>),
    Parts { parts: Vec<Case> },
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }
}

/// One case or part of a [`Text`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Case {
    /// Absent on the last case.
    pub when: Option<Condition>,
    #[serde(flatten)]
    pub window: Window,
    pub text: String,
}

/// Wording to say or send.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Script {
    #[serde(flatten)]
    pub window: Window,
    pub note: Option<String>,
    pub say: String,
    #[serde(default)]
    pub channel: Channel,
}

/// A script with its own heading.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TitledScript {
    pub title: Option<String>,
    #[serde(flatten)]
    pub script: Script,
}

/// A script that may depend on the reader, as a whole or in its wording.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TreeScript {
    pub when: Option<Condition>,
    #[serde(flatten)]
    pub window: Window,
    pub note: Option<Text>,
    pub say: Text,
    #[serde(default)]
    pub channel: Channel,
}
