//! Places in the content that differ in their links or days.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::lists::align;
use super::values::readable;
use crate::content::{Document, Draft, Kind, whereabouts};
use crate::readings::Readings;
use callguide_search::text::links::named;

/// A link whose uses have changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct LinkUse {
    /// The link's name.
    pub link: String,
    /// Places that use it now but didn't before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub now_in: Vec<String>,
    /// Places that no longer use it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub no_longer_in: Vec<String>,
}

/// Every place that uses a link, either in text or as the value of a key that takes a link's name. Maps the link's
/// name and a key for the place that's the same in both versions to the place's name in a report.
pub type LinkUses<'a> = BTreeMap<(&'a str, String), String>;

/// Returns the links that a place has started or stopped using. A place that only moved to another file is unchanged.
pub fn uses_that_differ(used: &[LinkUses<'_>; 2]) -> Vec<LinkUse> {
    let mut out: BTreeMap<&str, LinkUse> = BTreeMap::new();
    for side in [0, 1] {
        let only = used[side].iter().filter(|(place, _)| !used[1 - side].contains_key(*place));
        for ((name, _), shown) in only {
            let link = out.entry(name).or_default();
            let places = if side == 0 { &mut link.no_longer_in } else { &mut link.now_in };
            places.push(shown.clone());
        }
    }
    out.into_iter().map(|(name, link)| LinkUse { link: name.to_owned(), ..link }).collect()
}

/// Collects the uses of every link.
pub fn uses(draft: &Draft) -> LinkUses<'_> {
    let mut out = LinkUses::new();
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
            for name in named(text).map(|(_, name)| name).chain(held) {
                let (key, shown) = entry_place(*kind, document, entry);
                out.insert((name, key), shown);
            }
        }
    }
    out
}

/// Returns a key for the entry that contains `pointer`, and its name in a report.
///
/// The key is the same in both versions, even if an FAQ entry or a support section moved to another file. It doesn't
/// include a trailing number, so all unnamed entries in a list share a key: their numbers shift when an entry is added
/// before them.
fn entry_place(kind: Kind, document: &Document, pointer: &str) -> (String, String) {
    let place = whereabouts(document, pointer);
    let place = place.trim_end_matches([':', ' ']);
    let shown = format!("{} {place}", document.name).trim_end().to_owned();
    let id = || document.value.get("id").and_then(Value::as_str).unwrap_or_default();
    let key = match kind {
        Kind::Faq => format!("faq {place}"),
        Kind::Support => format!("support {} {place}", id()),
        _ => shown.clone(),
    };
    (key.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned(), shown)
}

/// Whether the text at `pointer` can be the name of a link.
fn holds_name(pointer: &str) -> bool {
    let Some((list, key)) = pointer.rsplit_once('/') else { return false };
    ["link", "brand_link", "embed"].contains(&key) || list.ends_with("/links")
}

/// A difference in something that begins or ends on a day. The app doesn't show these differences yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DateChange {
    /// The place in the new content or, if it's not there, in the old content.
    pub place: String,
    /// When it was shown, in words; absent if it didn't have any days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// When it's shown now; absent if it no longer has days. The same as `old` if only the text changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

/// Something that begins or ends on a day.
struct Dated {
    /// Its days, then the whole value.
    words: String,
    shown: String,
    days: String,
    /// Whether any of its days is today or later.
    to_come: bool,
}

/// Returns the differences in days, ordered by place.
pub fn days_that_differ(sides: [&Readings<'_>; 2]) -> Vec<DateChange> {
    let mut places: BTreeMap<String, [Vec<Dated>; 2]> = BTreeMap::new();
    for side in [0, 1] {
        let dated = dated(sides[side]).into_iter();
        dated.for_each(|(key, dated)| places.entry(key).or_default()[side].push(dated));
    }
    let mut out = Vec::new();
    for mut sides in places.into_values() {
        let [old, new] = sides.each_mut().map(|list| {
            // Items with the same days and words are paired, whatever their order.
            list.sort_by(|a, b| a.words.cmp(&b.words));
            list.iter().map(|dated| dated.words.clone()).collect::<Vec<_>>()
        });
        for (then, now) in align(&old, &new) {
            let (then, now) = (then.map(|at| &sides[0][at]), now.map(|at| &sides[1][at]));
            let days = [then, now].map(|dated| dated.map(|dated| dated.days.clone()));
            let reworded =
                now.is_some_and(|now| now.to_come && then.is_some_and(|then| then.words != now.words));
            if let Some(Dated { shown, .. }) = now.or(then).filter(|_| days[0] != days[1] || reworded) {
                let [old, new] = days;
                out.push(DateChange { place: shown.clone(), old, new });
            }
        }
    }
    out
}

/// Returns everything that begins or ends on a day, each with a key for its place that's the same in both versions.
fn dated(readings: &Readings<'_>) -> Vec<(String, Dated)> {
    let mut out = Vec::new();
    let served =
        readings.draft().documents.values().filter(|(kind, _)| kind.served() && *kind != Kind::Snippets);
    for (kind, document) in served {
        for (pointer, value) in document.values() {
            let days = readings.said_days(value);
            if days.words.is_empty() {
                continue;
            }
            let (place, shown) = entry_place(*kind, document, &pointer);
            let key = key_of(&pointer);
            // If the list's items are named, the entry's name is enough.
            let list = pointer.rfind(&format!("/{key}")).map_or("", |at| &pointer[..at + 1 + key.len()]);
            let named = whereabouts(document, list) != whereabouts(document, &pointer);
            let value_of = if named || shown.ends_with(key) { String::new() } else { format!(", {key}") };
            let (shown, to_come, days) = (format!("{shown}{value_of}"), days.to_come, days.words.join(", "));
            let words = format!("{days}\n{}", readable(value));
            out.push((format!("{place}{value_of}"), Dated { words, shown, days, to_come }));
        }
    }
    out
}

/// Returns the last key in a pointer that isn't a list index.
fn key_of(pointer: &str) -> &str {
    let is_place = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    pointer.rsplit('/').find(|part| !is_place(part)).unwrap_or_default()
}
