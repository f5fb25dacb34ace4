//! Compares the regions' own values; the same change in several regions is reported once.

use serde_json::Value;

use super::both::Both;
use super::told::Told;
use super::values::{INSIDE, Leaf, differences};
use super::{Change, ChangeKind};
use crate::content::{Draft, Kind};
use crate::readings::Readings;

/// Returns the differences between the regions of two versions.
pub fn changes(both: &Both<'_>) -> Vec<Change> {
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
            out.push(super::values::change(file, leaf));
        }
    }
    let change = |(leaf, states): (Leaf, Vec<String>)| {
        let (subject, field) = (leaf.at[0].clone(), leaf.at[1..].join(INSIDE));
        Change { states, ..Change::of(file, subject, field, leaf) }
    };
    told.into_iter().map(change).chain(out).collect()
}
