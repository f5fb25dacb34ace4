//! Compares named links: whose address or label changed, and where different links are used.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::Change;
use super::values::{INSIDE, change, differences};
use crate::content::{Document, Draft, Kind, whereabouts};
use callguide_search::text::links::named;

/// A link whose uses have changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LinkUse {
    /// Its name.
    pub link: String,
    /// Places that use it now but didn't before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub now_in: Vec<String>,
    /// Places that no longer use it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub no_longer_in: Vec<String>,
}

/// Where each link is used: in a text, or as the value of a key that holds a link's name.
type Uses<'a> = BTreeMap<&'a str, BTreeMap<String, String>>;

/// Returns the differences in the list of links.
pub fn changes(old: &Draft, new: &Draft) -> Vec<Change> {
    let Some(file) = Kind::Links.file() else { return Vec::new() };
    let value = |draft: &Draft| {
        let links = draft.documents.get(file).and_then(|(_, document)| document.value.get("links"));
        links.cloned().unwrap_or_default()
    };
    let leaves = differences(&value(old), &value(new));
    if leaves.is_empty() {
        return Vec::new();
    }
    let used = [old, new].map(uses);
    let told = leaves.into_iter().map(|mut leaf| {
        let name = leaf.at.first().cloned().unwrap_or_default();
        let field = leaf.at.split_off(leaf.at.len().min(1)).join(INSIDE);
        let places = used.iter().filter_map(|used| used.get(name.as_str()));
        let used_in: BTreeSet<String> = places.flat_map(|places| places.values().cloned()).collect();
        let subject = format!("link {name}");
        Change { subject, field, used_in: used_in.into_iter().collect(), ..change(file, leaf) }
    });
    told.collect()
}

/// Returns the links that a place has started or stopped using. A place that only moved to another file is the same.
pub fn uses_that_differ(old: &Draft, new: &Draft) -> Vec<LinkUse> {
    let used = [old, new].map(uses);
    let names: BTreeSet<&str> = used.iter().flat_map(|used| used.keys().copied()).collect();
    let only = |name: &str, side: usize| -> Vec<String> {
        let other = used[1 - side].get(name);
        let own = used[side].get(name).into_iter().flatten();
        let own = own.filter(|(key, _)| other.is_none_or(|other| !other.contains_key(*key)));
        own.map(|(_, shown)| shown.clone()).collect()
    };
    let differing = names.into_iter().map(|name| LinkUse {
        link: name.to_owned(),
        now_in: only(name, 1),
        no_longer_in: only(name, 0),
    });
    differing.filter(|link| !link.now_in.is_empty() || !link.no_longer_in.is_empty()).collect()
}

fn uses(draft: &Draft) -> Uses<'_> {
    let mut out = Uses::new();
    let documents = draft
        .documents
        .values()
        .filter(|(kind, _)| kind.served() && !matches!(kind, Kind::Links | Kind::Snippets));
    for (kind, document) in documents {
        for (pointer, text) in document.strings() {
            let held = holds_name(&pointer).then_some(text);
            // A list of link names belongs to the entry that contains it.
            let entry =
                pointer.rsplit_once("/links/").filter(|_| held.is_some()).map_or(&*pointer, |(at, _)| at);
            for name in named(text).map(|link| link.name).chain(held) {
                let place = Place::of(*kind, document, entry);
                out.entry(name).or_default().insert(place.uncounted().to_owned(), place.shown);
            }
        }
    }
    out
}

/// An entry in a file, as a report names it.
pub struct Place {
    /// The same in both versions, even if an FAQ entry or a support section moved to another file.
    pub key: String,
    pub shown: String,
}

impl Place {
    /// Returns the entry that contains `pointer`.
    pub fn of(kind: Kind, document: &Document, pointer: &str) -> Self {
        let place = whereabouts(document, pointer);
        let place = place.trim_end_matches([':', ' ']);
        let shown = format!("{} {place}", document.name).trim_end().to_owned();
        let key = match kind {
            Kind::Faq => format!("faq {place}"),
            Kind::Support => {
                format!(
                    "support {} {place}",
                    document.value.get("id").and_then(Value::as_str).unwrap_or_default()
                )
            }
            _ => shown.clone(),
        };
        Self { key, shown }
    }

    /// Returns the key without its trailing number, so that it's the same for all unnamed entries of a list: their
    /// numbers shift when one is added before them.
    pub fn uncounted(&self) -> &str {
        self.key.trim_end_matches(|c: char| c.is_ascii_digit())
    }
}

/// Whether the text at `pointer` can be the name of a link.
fn holds_name(pointer: &str) -> bool {
    let Some((list, key)) = pointer.rsplit_once('/') else { return false };
    ["link", "brand_link", "embed"].contains(&key) || list.ends_with("/links")
}
