//! Compares, value by value, the files that no other part of the comparison covers.

use std::collections::BTreeSet;

use serde_json::Value;

use super::both::Told;
use super::change::{Change, is_said};
use super::places::LinkUses;
use super::values::{INSIDE, Leaf, differences};
use crate::content::{Draft, Kind};
use callguide_search::api::changes::ChangeKind;

/// Returns the differences in these files. The same change in several regions is reported once. `used` lists the places
/// that use each link.
pub fn changes(drafts: [&Draft; 2], used: &[LinkUses<'_>; 2]) -> Vec<Change> {
    let mut out = Vec::new();
    for kind in Kind::ALL {
        let [old, new] = drafts.map(|draft| written(kind, draft));
        let file = kind.file().unwrap_or("support/");
        let order_is_seen = kind.served() && kind != Kind::Search;
        let mut told: Told<Change, String> = Told::new();
        for mut leaf in differences(&old, &new) {
            let is_order = leaf.kind == ChangeKind::Order;
            let mut code = None;
            let at: Vec<&str> = leaf.at.iter().map(String::as_str).collect();
            let change = match (kind, &at[..]) {
                _ if is_order && !order_is_seen => continue,
                (Kind::States, ["states", _, _, ..]) if !is_order => {
                    code = leaf.at.drain(..2).next_back();
                    let subject = leaf.at.remove(0);
                    Change::of(file, &subject, leaf)
                }
                (Kind::Links, ["links", name, ..]) => {
                    let uses = used.iter().flatten().filter(|((link, _), _)| link == name);
                    let used_in: BTreeSet<&String> = uses.map(|(_, shown)| shown).collect();
                    let (subject, used_in) = (format!("link {name}"), used_in.into_iter().cloned().collect());
                    leaf.at.drain(..2);
                    Change { used_in, ..Change::of(file, &subject, leaf) }
                }
                (Kind::Support, [id, ..]) => change(&section(id, drafts), leaf),
                _ => change(file, leaf),
            };
            told.entry(change).or_default().extend(code);
        }
        out.extend(told.into_iter().map(|(change, states)| Change { states, ..change }));
    }
    out
}

/// Returns the part of a version's files that's compared only by values.
fn written(kind: Kind, draft: &Draft) -> Value {
    let apart: &[&str] = match kind {
        // A snippet or a phone number is compared in the text that uses it.
        Kind::Faq | Kind::Snippets => return Value::Null,
        Kind::Links => &["phones"],
        Kind::DecisionTree => &["start", "questions", "solutions"],
        // Sections are matched by id, whatever their files are called.
        Kind::Support => return draft.support.iter().map(|file| file.document.value.clone()).collect(),
        _ => &[],
    };
    let file = kind.file().and_then(|file| draft.documents.get(file));
    let mut keys = file.and_then(|(_, file)| file.value.as_object()).cloned().unwrap_or_default();
    keys.retain(|key, _| !apart.contains(&key.as_str()));
    Value::Object(keys)
}

/// Returns the file of a section of the support page.
fn section(id: &str, [old, new]: [&Draft; 2]) -> String {
    let file = new.support.iter().chain(&old.support).find(|file| file.id == id);
    file.map_or_else(|| "support/".to_owned(), |file| file.document.name.to_string())
}

/// Turns a difference into a change. The first two parts of its path are the subject. In a changed value's path, the
/// last part is the field instead, unless it's the only part.
fn change(file: &str, mut leaf: Leaf) -> Change {
    let is_agreement =
        Kind::of(file) == Some(Kind::Agreement) && leaf.at.first().is_none_or(|key| key != "without");
    let said_to_voters = is_said(&leaf, None) || is_agreement && leaf.kind != ChangeKind::Order;
    let field = usize::from(leaf.kind == ChangeKind::Changed && leaf.at.len() > 1);
    let split = (leaf.at.len() - field).min(2);
    let subject = leaf.at.drain(..split).collect::<Vec<_>>().join(INSIDE);
    Change { said_to_voters, ..Change::of(file, &subject, leaf) }
}
