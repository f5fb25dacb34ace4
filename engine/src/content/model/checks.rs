//! `checks/`: what staff hold to be true.

use serde::Deserialize;

use super::{Condition, Lenient, Window};

/// `checks/paths.yaml`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct PathChecks {
    /// Whether every path of the tree is meant to be covered.
    #[serde(default)]
    pub complete: bool,
    pub paths: Lenient<PathCheck>,
}

/// How paths begin, and where they must end for some readers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PathCheck {
    /// Codes; all regions where it is absent.
    pub states: Option<Vec<String>>,
    pub when: Option<Condition>,
    #[serde(flatten)]
    pub window: Window,
    /// Each `QUESTION.ANSWER`; every path where there are none.
    #[serde(default)]
    pub answers: Vec<String>,
    /// Id of the solution, or several of which any will do.
    pub ends: OneOrMore,
}

/// `checks/searches.yaml`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct SearchChecks {
    pub searches: Lenient<SearchCheck>,
}

/// A query, and the entry that must be among the first three; or none, where nothing in the FAQ answers it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SearchCheck {
    pub query: String,
    pub expect: OneOrMore,
    #[serde(default)]
    pub kind: Option<String>,
    #[serde(default)]
    pub held_back: bool,
}

/// One id, several of which any will do, or none at all.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    /// Whether no id is named.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Every id.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        match self {
            Self::One(id) => std::slice::from_ref(id).iter(),
            Self::More(ids) => ids.iter(),
        }
        .map(String::as_str)
    }
}
