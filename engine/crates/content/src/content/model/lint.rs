//! The files that only lint reads: the style guide, and `checks/` with staff's expectations of the content.

use serde::Deserialize;

use super::lenient::Lenient;
use super::when::{Condition, Window};

/// `style.yaml`: agreed-on wording and limits on the length of text. Anything absent isn't checked.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Style {
    /// How many SMS segments one text message may take.
    pub text_message_segments: Option<usize>,
    /// How many words an FAQ answer may have.
    pub answer_words: Option<usize>,
    /// A paragraph of at least this many characters should appear in only one place.
    pub repeated_text_from: Option<usize>,
    /// For each thing, the one name to use.
    #[serde(default)]
    pub names: Lenient<Wording>,
    /// Words that take sides politically.
    #[serde(default)]
    pub partisan: Lenient<Wording>,
    /// Words that judge a person.
    #[serde(default)]
    pub judgemental: Lenient<Wording>,
    /// Wording that is no longer used.
    #[serde(default)]
    pub retired: Lenient<Wording>,
    /// Information that volunteers never ask a voter for.
    #[serde(default)]
    pub sensitive: Lenient<Sensitive>,
}

/// Information that volunteers never ask a voter for.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Sensitive {
    /// Its name, worded for a diagnostic: "a card number".
    pub ask_for: String,
    /// The words used for it in text. Lowercase words match in any case; words with a capital match as written.
    pub words: Vec<String>,
}

/// What to say, and what not to say instead.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Wording {
    /// Empty if there's no replacement.
    #[serde(default)]
    pub say: String,
    /// Lowercase words match in any case; words with a capital match as written.
    pub not: Vec<String>,
}

/// `checks/paths.yaml`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct PathChecks {
    /// Whether the checks are meant to cover every path of the tree.
    #[serde(default)]
    pub complete: bool,
    pub paths: Lenient<PathCheck>,
}

/// The first answers of some paths, and where those paths must end for the readers that the check applies to.
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
    /// Id of a solution, or several ids if any of them will do.
    pub ends: OneOrMore,
}

/// `checks/searches.yaml`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct SearchChecks {
    pub searches: Lenient<SearchCheck>,
}

/// A query, and the entry that must be in its top three results; or none, if the FAQ doesn't answer it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SearchCheck {
    pub query: String,
    pub expect: OneOrMore,
    #[serde(default)]
    pub kind: Option<String>,
    #[serde(default)]
    pub held_back: bool,
}

/// One id, several ids if any of them will do, or none.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    /// Returns whether there are no ids.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Returns every id.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        match self {
            Self::One(id) => std::slice::from_ref(id).iter(),
            Self::More(ids) => ids.iter(),
        }
        .map(String::as_str)
    }
}
