//! `checks/`: what staff hold to be true.

use serde::Deserialize;

use super::Lenient;

/// `checks/paths.yaml`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct PathChecks {
    pub paths: Lenient<PathCheck>,
}

/// Answers, and where they must end for each of some regions.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PathCheck {
    /// Codes.
    pub states: Vec<String>,
    /// Each `NODE.ANSWER`.
    pub answers: Vec<String>,
    /// Id of the solution.
    pub ends: String,
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
