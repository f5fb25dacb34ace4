//! One reported difference, and whether it's in text that a voter hears or reads: scripts, questions, the agreement and
//! FAQ answers. Reviewers read those first.

use serde::Serialize;

use super::both::{Both, DifferingDays, Stretch};
use super::values::{INSIDE, Leaf};
use callguide_search::api::changes::ChangeKind;

/// One difference, for all the regions that read it identically.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
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
    /// The places that use this link, in text or as the value of a key.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub used_in: Vec<String>,
}

impl Change {
    /// Turns `leaf`, whose path begins inside `subject`, into a change that doesn't depend on the reader.
    pub fn of(file: &str, subject: &str, leaf: Leaf) -> Self {
        let field = leaf.at.join(INSIDE);
        let (subject, field) = match leaf.kind {
            // A move is reported in one line, with its whole path.
            ChangeKind::Order if subject.is_empty() => (field, String::new()),
            ChangeKind::Order if !field.is_empty() => ([subject, &field].join(INSIDE), String::new()),
            _ => (subject.to_owned(), field),
        };
        let Leaf { kind, old, new, .. } = leaf;
        Self { file: file.to_owned(), subject, field, kind, old, new, ..Self::default() }
    }

    /// Returns the change for each group of readers who see it. A change that affects everyone doesn't name anyone.
    pub fn for_each(self, both: &Both<'_>, stretches: &[Stretch]) -> impl Iterator<Item = Self> {
        both.who(stretches).into_iter().map(move |(period, mut regions)| {
            let general = regions.remove(&both.shared.len());
            let everyone = general && regions.len() == both.shared.len();
            let states = if everyone { Vec::new() } else { both.codes(regions) };
            Self { states, general: general && !everyone, period, ..self.clone() }
        })
    }
}

/// Whether a difference changes text that a voter hears or reads: a script, or the text at `heard`, such as a
/// question's. Either may also be inside a subject that was added or removed as a whole.
pub fn is_said(leaf: &Leaf, heard: Option<&str>) -> bool {
    let text = leaf.new.as_ref().or(leaf.old.as_ref());
    let speaks = |text: &String| text.lines().any(|line| line.trim_start().starts_with(SAY));
    let whole = leaf.at.is_empty() && (heard.is_some() || text.is_some_and(speaks));
    let own = heard.is_some_and(|key| leaf.at == [key]);
    leaf.kind != ChangeKind::Order && (whole || own || is_script(&leaf.at))
}

/// What a script's line starts with when a whole node is shown as text.
const SAY: &str = "say:";

/// Whether a key path leads to a script, or to the words of one.
fn is_script(at: &[String]) -> bool {
    at.iter().any(|key| key == "say") || at.iter().rev().take(2).any(|key| key == "scripts")
}
