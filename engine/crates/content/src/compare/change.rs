//! A difference as reported, and whether a voter hears or reads the text: scripts, questions, the agreement and FAQ
//! answers. Reviewers read those first.

use serde::Serialize;

use super::both::{Affected, Both, DifferingDays};
use super::values::Leaf;
use crate::content::Kind;
use callguide_search::api::changes::ChangeKind;

/// One difference, for all the regions that read it identically.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Change {
    /// The file with the difference; if the text moved to another file, the new file.
    pub file: String,
    /// What the difference is about: a question, an entry, a step.
    pub subject: String,
    /// The value within the subject; empty if the whole subject differs.
    pub field: String,
    pub kind: ChangeKind,
    /// Whether a voter hears or reads the text that differs: a script, a question, the agreement, an FAQ answer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub said_to_voters: bool,
    /// Codes of the affected regions; empty if the difference doesn't depend on the region.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Codes of all regions that read the subject, in any wording; empty if that doesn't matter.
    #[serde(skip)]
    pub readers: Vec<String>,
    /// Whether the difference also affects readers without a region; false if it doesn't depend on the region.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub general: bool,
    /// When the difference starts; absent if it already exists today.
    #[serde(flatten)]
    pub period: Option<DifferingDays>,
    /// The answers after which the text differs, in words; absent if it differs after any answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
    /// The searches in `checks/` that expect this entry.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<String>,
    /// The places that use this link, in a text or as the value of a key.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub used_in: Vec<String>,
}

impl Change {
    /// Turns `leaf` into a change that doesn't depend on the reader.
    pub fn of(file: &str, subject: String, field: String, leaf: Leaf) -> Self {
        Self {
            file: file.to_owned(),
            subject,
            field,
            kind: leaf.kind,
            said_to_voters: false,
            states: Vec::new(),
            readers: Vec::new(),
            general: false,
            period: None,
            after: None,
            old: leaf.old,
            new: leaf.new,
            checks: Vec::new(),
            used_in: Vec::new(),
        }
    }

    /// Limits the change to these readers.
    pub fn told_of(self, both: &Both<'_>, who: Affected) -> Self {
        Self { states: both.codes(&who.regions), general: who.general, period: who.period, ..self }
    }
}

/// Whether a difference in a file of this kind changes text that a voter hears or reads.
pub fn said_in_file(kind: Option<Kind>, leaf: &Leaf) -> bool {
    let agreement = kind == Some(Kind::Agreement) && leaf.at.first().is_none_or(|key| key != "without");
    leaf.kind != ChangeKind::Order && (agreement || script(&leaf.at))
}

/// Whether a difference in a question or solution changes text that a voter hears or reads. `asks` is true for a
/// question.
pub fn said_in_node(leaf: &Leaf, asks: bool) -> bool {
    let whole = leaf.at.is_empty() && leaf.kind != ChangeKind::Order;
    let question = asks && (whole || leaf.at == ["text"]);
    let text = leaf.new.as_ref().or(leaf.old.as_ref());
    let speaks =
        whole && text.is_some_and(|text| text.lines().any(|line| line.trim_start().starts_with(SAY)));
    question || speaks || leaf.kind != ChangeKind::Order && script(&leaf.at)
}

/// Whether a difference in an FAQ entry changes text that a voter reads: the answer that's sent, not the keys by which
/// the entry is found.
pub fn said_in_entry(leaf: &Leaf) -> bool {
    leaf.kind != ChangeKind::Order && (leaf.at.is_empty() || leaf.at == ["answer"])
}

/// The prefix of a script's words in the text of a whole node.
const SAY: &str = "say:";

/// Whether a key path leads to a script, or to the words of one.
fn script(at: &[String]) -> bool {
    let list = |key: &String| key == "scripts";
    at.iter().any(|key| key == "say")
        || at.last().is_some_and(list)
        || at.iter().rev().nth(1).is_some_and(list)
}
