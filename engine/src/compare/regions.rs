//! Attributes and official pages of the regions, told together where the same changed in several.

use serde_json::Value;

use super::both::Both;
use super::moves::order;
use super::told::Told;
use super::values::{INSIDE, Leaf, differences, readable};
use super::{Change, ChangeKind};
use crate::content::Kind;
use crate::content::model::State;

/// What differs between the regions of two versions.
pub fn changes(both: &Both<'_>) -> Vec<Change> {
    let mut told: Told<Leaf, usize> = Told::default();
    for region in 0..both.shared.len() {
        let [old, new] = both.states(region).map(value);
        differences(&old, &new).into_iter().for_each(|leaf| told.add(leaf, [region]));
    }
    let mut out: Vec<Change> = told
        .into_iter()
        .map(|(leaf, regions)| {
            let subject = leaf.at.first().cloned().unwrap_or_default();
            let field = leaf.at.get(1..).unwrap_or_default().join(INSIDE);
            change(subject, field, leaf, both.codes(&regions))
        })
        .collect();
    let (old, new) = (both.old.states, both.new.states);
    let missing = |state: &&State, others: &crate::content::model::States| {
        !others.states.iter().any(|other| other.code == state.code)
    };
    let whole = |state: &State| Some(format!("name: {}\n{}", state.name, readable(&attributes(state))));
    for state in new.states.iter().filter(|state| missing(state, old)) {
        let leaf = Leaf { at: Vec::new(), kind: ChangeKind::Added, old: None, new: whole(state) };
        out.push(change(format!("states{INSIDE}{}", state.code), String::new(), leaf, Vec::new()));
    }
    for state in old.states.iter().filter(|state| missing(state, new)) {
        let leaf = Leaf { at: Vec::new(), kind: ChangeKind::Removed, old: whole(state), new: None };
        out.push(change(format!("states{INSIDE}{}", state.code), String::new(), leaf, Vec::new()));
    }
    let mut orders = Vec::new();
    let [before, after] =
        [old, new].map(|file| file.states.iter().map(|state| state.code.as_str()).collect::<Vec<_>>());
    order(&before, &after, &["states".to_owned()], &mut orders);
    out.extend(orders.into_iter().map(|leaf| change(leaf.at.join(INSIDE), String::new(), leaf, Vec::new())));
    out
}

fn change(subject: String, field: String, leaf: Leaf, states: Vec<String>) -> Change {
    Change { states, ..Change::of(Kind::States.file().unwrap_or_default(), subject, field, leaf) }
}

fn value(state: &State) -> Value {
    let mut value = attributes(state);
    value["name"] = state.name.as_str().into();
    value
}

/// What is said of a region besides its code and its name.
fn attributes(state: &State) -> Value {
    let mut value = Value::Object(state.attributes.clone());
    value["time_zones"] = state.time_zones.clone().into();
    if !state.also.is_empty() {
        value["also"] = state.also.iter().map(String::as_str).collect();
    }
    let links = state.links.iter().map(|(name, url)| (name.to_owned(), Value::from(url.as_str())));
    value["links"] = Value::Object(links.collect());
    value
}
