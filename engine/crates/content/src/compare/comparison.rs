//! Compares two versions of the content: the parts of a comparison, and how they're put together.

use std::collections::{BTreeSet, HashSet};

use serde::Serialize;

use super::both::Both;
use super::change::Change;
use super::paths::{self, PathChange};
use super::places::{self, DateChange, LinkUse};
use super::values::{INSIDE, differences};
use super::{faq, files, tree};
use crate::content::Kind;
use crate::readings::Readings;
use callguide_search::api::site::RegionNames;

/// The differences between two versions of the content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// Hash of the old content.
    pub old: String,
    /// Hash of the new content.
    pub new: String,
    pub paths: Vec<PathChange>,
    /// The changes: first those to text that voters hear or read, then the rest, both in file order.
    pub changes: Vec<Change>,
    /// Named links whose uses have changed.
    pub links: Vec<LinkUse>,
    /// Text with a new start or end day, and changed text that starts or ends today or later.
    pub dates: Vec<DateChange>,
    /// Files, or entries in files, that are written differently but read the same.
    pub rewritten: Vec<String>,
    /// Codes of the regions that both versions have, in the new order.
    #[serde(skip)]
    pub regions: Vec<String>,
    /// The noun for regions.
    #[serde(skip)]
    pub names: RegionNames,
}

impl Comparison {
    /// Whether everything reads the same in both versions.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.changes.is_empty()
    }
}

/// Compares two versions of the content as of the same moment; `None` if one of them is incomplete or a region doesn't
/// have a tree; the findings in that version say why.
///
/// A difference that exists now is reported without a date; one that starts later is reported with its first day.
pub fn compare(old: &Readings<'_>, new: &Readings<'_>) -> Option<Comparison> {
    let both = Both::of(old, new)?;
    let trees = both.trees()?;
    let (old_version, new_version) = (old.version(), new.version());
    let dates = places::days_that_differ([old, new]);
    let (old, new) = (old.draft(), new.draft());
    let used = [old, new].map(places::uses);
    let mut changes = tree::changes(&both, &trees);
    changes.extend(faq::changes(&both));
    changes.extend(files::changes([old, new], &used));
    let order = |change: &Change| Kind::ALL.iter().position(|kind| Some(*kind) == Kind::of(&change.file));
    changes.sort_by_key(|change| (!change.said_to_voters, order(change)));
    let paths = paths::changes(&both, &trees);
    Some(Comparison {
        old: old_version,
        new: new_version,
        rewritten: rewritten(&both, &changes),
        links: places::uses_that_differ(&used),
        dates,
        paths,
        changes,
        regions: both.codes(0..both.shared.len()),
        names: both.content[1].site.region.clone(),
    })
}

/// Finds text that's written differently but has no reported change: entries in files whose changes are reported, and
/// otherwise whole files.
fn rewritten(both: &Both<'_>, changes: &[Change]) -> Vec<String> {
    let [old, new] = both.read.map(Readings::draft);
    let mut out = Vec::new();
    for (name, (kind, document)) in &new.documents {
        let Some((_, before)) = old.documents.get(name).filter(|(_, before)| before.text != document.text)
        else {
            continue;
        };
        // A change to a snippet is reported in the file that uses it.
        if !changes.iter().any(|change| *change.file == **name || *kind == Kind::Snippets) {
            out.push(name.to_string());
            continue;
        }
        let entries = differences(&before.value, &document.value).into_iter().filter_map(|leaf| {
            match (leaf.at.first()?.as_str(), leaf.at.get(1)?) {
                ("questions", key) => Some(format!("question {key}")),
                ("solutions", key) => Some(format!("solution {key}")),
                ("entries", id) if *kind == Kind::Faq => Some(format!("entry {id}")),
                _ => None,
            }
        });
        let told: HashSet<&str> =
            changes.iter().filter_map(|change| change.subject.split(INSIDE).next()).collect();
        let untold: BTreeSet<String> = entries.filter(|entry| !told.contains(entry.as_str())).collect();
        out.extend(untold.into_iter().map(|entry| format!("{name} {entry}")));
    }
    out
}
