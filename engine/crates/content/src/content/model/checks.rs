//! `checks/`: staff's expectations of the content.

use serde::Deserialize;

use super::{Condition, Lenient, Window};

/// `checks/paths.yaml`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct PathChecks {
    /// Whether the checks are meant to cover every path of the tree.
    #[serde(default)]
    pub complete: bool,
    pub paths: Lenient<PathCheck>,
}

/// The first answers of some paths, and where these must end for the readers they apply to.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PathCheck {
    /// Region codes; all regions if absent.
    pub states: Option<Vec<String>>,
    pub when: Option<Condition>,
    #[serde(flatten)]
    pub window: Window,
    /// Each is `QUESTION.ANSWER`; every path if empty.
    #[serde(default)]
    pub answers: Vec<String>,
    /// Id of a solution, or several, any of which will do.
    pub ends: OneOrMore,
}

/// `checks/searches.yaml`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct SearchChecks {
    pub searches: Lenient<SearchCheck>,
}

/// A query, and the entry that must be in its top three results; or none, if the FAQ has no answer to it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SearchCheck {
    pub query: String,
    pub expect: OneOrMore,
    #[serde(default)]
    pub kind: Option<String>,
    #[serde(default)]
    pub held_back: bool,
}

/// One id, several of which any will do, or none.
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
