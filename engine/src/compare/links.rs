//! Links whose address or label changed, and where they are named.

use std::collections::BTreeSet;

use super::Change;
use super::values::{INSIDE, change, differences};
use crate::content::{Draft, Kind, whereabouts};
use crate::text::links::named;

/// What differs in the list of links.
pub fn changes(old: &Draft, new: &Draft) -> Vec<Change> {
    let Some(file) = Kind::Links.file() else { return Vec::new() };
    let value = |draft: &Draft| {
        let links = draft.documents.get(file).and_then(|(_, document)| document.value.get("links"));
        links.cloned().unwrap_or_default()
    };
    let leaves = differences(&value(old), &value(new)).into_iter();
    let told = leaves.map(|mut leaf| {
        let name = leaf.at.first().cloned().unwrap_or_default();
        let field = leaf.at.split_off(leaf.at.len().min(1)).join(INSIDE);
        let uses: BTreeSet<String> = uses(old, &name).chain(uses(new, &name)).collect();
        let subject = format!("link {name}");
        Change { subject, field, used_in: uses.into_iter().collect(), ..change(file, leaf) }
    });
    told.collect()
}

/// Where `name` is used: in a text, or as the value of a key that holds a link's name.
fn uses<'a>(draft: &'a Draft, name: &'a str) -> impl Iterator<Item = String> + 'a {
    let documents = draft
        .documents
        .values()
        .filter(|(kind, _)| kind.served() && !matches!(kind, Kind::Links | Kind::Snippets));
    documents.flat_map(move |(_, document)| {
        let here = move |(pointer, text): &(String, &str)| {
            named(text).any(|link| link.name == name) || *text == name && holds_name(pointer)
        };
        let place = |(pointer, _): (String, &str)| {
            let place = whereabouts(document, &pointer);
            format!("{} {place}", document.name).trim_end_matches([':', ' ']).to_owned()
        };
        document.strings().into_iter().filter(here).map(place)
    })
}

/// Whether the text at `pointer` can be the name of a link.
fn holds_name(pointer: &str) -> bool {
    let Some((list, key)) = pointer.rsplit_once('/') else { return false };
    ["link", "brand_link", "embed"].contains(&key) || list.ends_with("/links")
}
