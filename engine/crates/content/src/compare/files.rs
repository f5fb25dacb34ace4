//! Compares, value by value, the regions and the files that no other part of the comparison covers.

use serde_json::{Map, Value};

use super::both::{Both, Told};
use super::change::{Change, said_in_file};
use super::values::{INSIDE, Leaf, differences};
use crate::content::{Draft, Kind};
use crate::readings::Readings;
use callguide_search::api::changes::ChangeKind;

/// Compares, value by value, the files that no other part of the comparison covers.
pub fn files(old: &Draft, new: &Draft) -> Vec<Change> {
    let mut out = Vec::new();
    for kind in Kind::ALL {
        match kind {
            // A snippet is compared in the texts that use it.
            Kind::Faq | Kind::Links | Kind::Snippets => continue,
            Kind::Support => sections(old, new, &mut out),
            _ => {
                let Some(file) = kind.file() else { continue };
                let value = |draft: &Draft| rest(kind, draft.documents.get(file).map(|(_, d)| &d.value));
                let leaves = differences(&value(old), &value(new)).into_iter();
                let leaves = leaves.filter(|leaf| leaf.kind != ChangeKind::Order || order_is_seen(kind));
                out.extend(leaves.map(|leaf| change(file, leaf)));
            }
        }
    }
    out
}

/// Whether volunteers see the order of items in a file of this kind.
fn order_is_seen(kind: Kind) -> bool {
    kind.served() && kind != Kind::Search
}

/// Returns the part of a file that's compared only by values.
fn rest(kind: Kind, value: Option<&Value>) -> Value {
    let mut value = value.cloned().unwrap_or_else(|| Value::Object(Map::new()));
    let apart: &[&str] = match kind {
        Kind::DecisionTree => &["start", "questions", "solutions"],
        Kind::States => &["states"],
        _ => &[],
    };
    if let Some(keys) = value.as_object_mut() {
        apart.iter().for_each(|key| drop(keys.shift_remove(*key)));
    }
    value
}

/// Compares the sections of the support page by id, whatever their files are called.
fn sections(old: &Draft, new: &Draft, out: &mut Vec<Change>) {
    let list =
        |draft: &Draft| Value::Array(draft.support.iter().map(|file| file.document.value.clone()).collect());
    let file = |id: &str| {
        let of = |draft: &Draft| Some(draft.support.iter().find(|s| s.id == id)?.document.name.to_string());
        of(new).or_else(|| of(old)).unwrap_or_else(|| "support/".to_owned())
    };
    for leaf in differences(&list(old), &list(new)) {
        let name = leaf.at.first().map_or_else(|| "support/".to_owned(), |id| file(id));
        out.push(change(&name, leaf));
    }
}

/// Turns a difference into a change. The first two parts of its path are the subject, except that the last part of a
/// changed value's path is the field, unless it's the only part.
pub fn change(file: &str, leaf: Leaf) -> Change {
    if leaf.kind == ChangeKind::Order {
        // A move is reported in one line, with its whole path.
        return Change::of(file, leaf.at.join(INSIDE), String::new(), leaf);
    }
    let whole = matches!(leaf.kind, ChangeKind::Added | ChangeKind::Removed);
    let split = leaf.at.len().min(2).min(leaf.at.len().saturating_sub(usize::from(!whole)).max(1));
    let split = split.min(leaf.at.len());
    let (subject, field) = leaf.at.split_at(split);
    let (subject, field) = (subject.join(INSIDE), field.join(INSIDE));
    let said_to_voters = said_in_file(Kind::of(file), &leaf);
    Change { said_to_voters, ..Change::of(file, subject, field, leaf) }
}

/// Returns the differences between the regions of two versions. The same change in several regions is reported once.
pub fn regions(both: &Both<'_>) -> Vec<Change> {
    let file = Kind::States.file().unwrap_or_default();
    let list = |draft: &Draft| {
        draft.documents.get(file).map_or(Value::Null, |(_, file)| file.value["states"].clone())
    };
    let [old, new] = both.read.map(Readings::draft).map(list);
    let mut told: Told<Leaf, String> = Told::default();
    let mut out = Vec::new();
    for mut leaf in differences(&old, &new) {
        if leaf.at.len() > 1 && leaf.kind != ChangeKind::Order {
            let code = leaf.at.remove(0);
            told.add(leaf, [code]);
        } else {
            leaf.at.insert(0, "states".to_owned());
            out.push(change(file, leaf));
        }
    }
    let change = |(leaf, states): (Leaf, Vec<String>)| {
        let (subject, field) = (leaf.at[0].clone(), leaf.at[1..].join(INSIDE));
        Change { states, ..Change::of(file, subject, field, leaf) }
    };
    told.into_iter().map(change).chain(out).collect()
}
