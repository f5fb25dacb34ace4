//! Compares two versions of the content: what reads differently, for which regions, and which paths end elsewhere.
//!
//! Texts are compared as written in the content, with the case chosen for each region and placeholders unfilled, so
//! an edit that every region reads is one change with many regions, not one change per region. No input or output.

mod align;
mod both;
mod dates;
mod faq;
mod human;
mod links;
mod markdown;
mod moves;
mod paths;
mod phrase;
mod product;
mod region;
mod regions;
mod shelves;
mod told;
mod tree;
mod values;
mod voters;
mod words;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::content::Kind;
use crate::readings::Readings;
use both::{Both, Who};
use callguide_search::api::site::RegionNames;
use values::{INSIDE, Leaf};

pub use both::Period;
pub use dates::DateChange;
pub use human::human;
pub use links::LinkUse;
pub use markdown::escaped;
pub use markdown::{MAX_MARKDOWN, markdown};
pub use paths::{End, PathChange};
pub use region::{ForRegion, for_region};
pub use words::words;

pub use callguide_search::api::changes::{ChangeKind, Piece};

/// One difference, for all the regions that read it the same way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Change {
    /// The file it's in; if the text moved to another file, the new one.
    pub file: String,
    /// What it's about: a question, an entry, a step.
    pub subject: String,
    /// Which of its values; empty if it's the whole subject.
    pub field: String,
    pub kind: ChangeKind,
    /// Whether a voter hears or reads the words that differ: a script, a question, the agreement, an FAQ answer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub said_to_voters: bool,
    /// Codes of the affected regions; empty if it doesn't depend on the region.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Codes of all regions that read the subject at all, in any wording; empty if that doesn't matter.
    #[serde(skip)]
    pub readers: Vec<String>,
    /// Whether it also affects readers without a region; false if it doesn't depend on the region.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub general: bool,
    /// When the difference starts; absent if it's there today.
    #[serde(flatten)]
    pub period: Option<Period>,
    /// The answers after which it differs, in words; absent if it differs after any answers.
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
    fn of(file: &str, subject: String, field: String, leaf: Leaf) -> Self {
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
    fn told_of(self, both: &Both<'_>, who: Who) -> Self {
        Self { states: both.codes(&who.regions), general: who.general, period: who.period, ..self }
    }
}

/// What differs between two versions of the content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// Hash of the old content.
    pub old: String,
    /// Hash of the new content.
    pub new: String,
    pub paths: Vec<PathChange>,
    /// First what voters hear or read, then the rest, each in file order.
    pub changes: Vec<Change>,
    /// Named links whose uses have changed.
    pub links: Vec<LinkUse>,
    /// Texts with a new start or end day, and changed texts that start or end today or later.
    pub dates: Vec<DateChange>,
    /// Files, or entries in files, that are written differently but read the same.
    pub rewritten: Vec<String>,
    /// Codes of the regions that both versions have, in the new order.
    #[serde(skip)]
    pub regions: Vec<String>,
    /// What regions are called.
    #[serde(skip)]
    pub names: RegionNames,
}

impl Comparison {
    /// Whether everything reads the same.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.changes.is_empty()
    }
}

/// Compares two versions of the content as of the same moment; `None` if one of them is incomplete or a region has no
/// tree. Findings say why.
///
/// A difference that exists now is reported without a date; one that starts later is reported with its first day.
pub fn compare(old: &Readings<'_>, new: &Readings<'_>) -> Option<Comparison> {
    let both = Both::of(old, new)?;
    let trees = both.trees()?;
    let (old_version, new_version) = (old.version(), new.version());
    let dates = dates::changes([old, new]);
    let (old, new) = (old.draft(), new.draft());
    let mut changes = tree::changes(&both, &trees);
    changes.extend(faq::changes(&both));
    changes.extend(regions::changes(&both));
    changes.extend(links::changes(old, new));
    changes.extend(values::files(old, new));
    let order = |change: &Change| Kind::ALL.iter().position(|kind| Some(*kind) == Kind::of(&change.file));
    changes.sort_by_key(|change| (!change.said_to_voters, order(change)));
    let paths = paths::changes(&both, &trees);
    Some(Comparison {
        old: old_version,
        new: new_version,
        rewritten: rewritten(&both, &changes, !paths.is_empty()),
        links: links::uses_that_differ(old, new),
        dates,
        paths,
        changes,
        regions: both.codes(&(0..both.shared.len()).collect::<Vec<_>>()),
        names: both.new.site.region.clone(),
    })
}

/// Finds what's written differently but has no reported change: entries in files whose changes are reported, and
/// otherwise whole files.
fn rewritten(both: &Both<'_>, changes: &[Change], paths: bool) -> Vec<String> {
    let [old, new] = both.read.map(Readings::draft);
    let mut out = Vec::new();
    for (name, (kind, document)) in &new.documents {
        let Some((_, before)) = old.documents.get(name).filter(|(_, before)| before.text != document.text)
        else {
            continue;
        };
        let entries: BTreeSet<String> = values::differences(&before.value, &document.value)
            .into_iter()
            .filter_map(|leaf| match (leaf.at.first()?.as_str(), leaf.at.get(1)?) {
                ("questions" | "solutions", key) if both.renamed.is_old(key) => None,
                ("questions", key) => Some(format!("question {key}")),
                ("solutions", key) => Some(format!("solution {key}")),
                ("entries", id) if *kind == Kind::Faq => Some(format!("entry {id}")),
                _ => None,
            })
            .filter(|entry| !changes.iter().any(|change| change.subject.split(INSIDE).next() == Some(entry)))
            .collect();
        let is_told = changes.iter().any(|change| *change.file == **name)
            // A change to a snippet is reported in the file that uses it.
            || !changes.is_empty() && *kind == Kind::Snippets
            || paths && [Kind::DecisionTree, Kind::States].contains(kind);
        if is_told {
            out.extend(entries.into_iter().map(|entry| format!("{name} {entry}")));
        } else {
            out.push(name.to_string());
        }
    }
    out
}
