//! Places in the content that differ in their links or days, and named links whose URL or label changed.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use crate::content::{Document, Draft, Kind, whereabouts};
use crate::readings::Readings;
use callguide_search::text::links::named;

/// A link whose uses have changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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

/// Where each link is used: in a text, or as the value of a key that holds a link's name.
pub type UsesByLink<'a> = BTreeMap<&'a str, BTreeMap<String, String>>;

/// Returns the links that a place has started or stopped using. A place that only moved to another file is the same.
pub fn uses_that_differ(used: &[UsesByLink<'_>; 2]) -> Vec<LinkUse> {
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

/// Collects the uses of every link.
pub fn uses(draft: &Draft) -> UsesByLink<'_> {
    let mut out = UsesByLink::new();
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
                let place = EntryPlace::of(*kind, document, entry);
                out.entry(name).or_default().insert(place.uncounted().to_owned(), place.shown);
            }
        }
    }
    out
}

/// An entry in a file, as a report names it.
struct EntryPlace {
    /// A key that's the same in both versions, even if an FAQ entry or a support section moved to another file.
    key: String,
    shown: String,
}

impl EntryPlace {
    /// Returns the entry that contains `pointer`.
    fn of(kind: Kind, document: &Document, pointer: &str) -> Self {
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

    /// Returns the key without its trailing number, so that all unnamed entries of a list have the same one: their
    /// numbers shift when an entry is added before them.
    fn uncounted(&self) -> &str {
        self.key.trim_end_matches(|c: char| c.is_ascii_digit())
    }
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
struct Dated<'a> {
    shown: String,
    days: String,
    /// Whether any of its days is today or later.
    to_come: bool,
    value: &'a Value,
}

/// Returns the differences in days, ordered by place.
pub fn days_that_differ(sides: [&Readings<'_>; 2]) -> Vec<DateChange> {
    let [mut before, mut after] = sides.map(dated);
    let keys: BTreeSet<String> = before.keys().chain(after.keys()).cloned().collect();
    let mut out = Vec::new();
    for key in keys {
        let mut sides = [before.remove(&key).unwrap_or_default(), after.remove(&key).unwrap_or_default()];
        // What's unchanged is paired first, then what has the same days, and then what has the same text.
        let same_text = |a: &Dated<'_>, b: &Dated<'_>| without_days(a.value) == without_days(b.value);
        let mut pairs = pair(&mut sides, |a, b| a.days == b.days && a.value == b.value);
        pairs.extend(pair(&mut sides, |a, b| a.days == b.days));
        pairs.extend(pair(&mut sides, same_text));
        pairs.extend(pair(&mut sides, |_, _| true));
        for (then, now) in pairs {
            if then.days != now.days || then.value != now.value && now.to_come {
                out.push(DateChange { place: now.shown, old: Some(then.days), new: Some(now.days) });
            }
        }
        let [gone, come] = sides;
        let change = |place, old, new| DateChange { place, old, new };
        out.extend(gone.into_iter().map(|then| change(then.shown, Some(then.days), None)));
        out.extend(come.into_iter().map(|now| change(now.shown, None, Some(now.days))));
    }
    out
}

/// Takes the pairs that are `alike` out of both lists.
fn pair<'a>(
    sides: &mut [Vec<Dated<'a>>; 2],
    alike: impl Fn(&Dated<'a>, &Dated<'a>) -> bool,
) -> Vec<(Dated<'a>, Dated<'a>)> {
    let [old, new] = sides;
    let mut out = Vec::new();
    let mut left = Vec::new();
    for then in std::mem::take(old) {
        match new.iter().position(|now| alike(&then, now)) {
            Some(at) => out.push((then, new.remove(at))),
            None => left.push(then),
        }
    }
    *old = left;
    out
}

/// Returns everything that begins or ends on a day, keyed by a name for its place that's the same in both versions.
fn dated<'a>(readings: &Readings<'a>) -> BTreeMap<String, Vec<Dated<'a>>> {
    let mut out: BTreeMap<String, Vec<Dated<'_>>> = BTreeMap::new();
    let served =
        readings.draft().documents.values().filter(|(kind, _)| kind.served() && *kind != Kind::Snippets);
    for (kind, document) in served {
        for (pointer, value) in document.values() {
            let days = readings.said_days(value);
            if days.words.is_empty() {
                continue;
            }
            let place = EntryPlace::of(*kind, document, &pointer);
            let key = key_of(&pointer);
            // If the list's items are named, the entry's name is enough.
            let list = pointer.rfind(&format!("/{key}")).map_or("", |at| &pointer[..at + 1 + key.len()]);
            let named = whereabouts(document, list) != whereabouts(document, &pointer);
            let value_of =
                if named || place.shown.ends_with(key) { String::new() } else { format!(", {key}") };
            out.entry(format!("{}{value_of}", place.uncounted())).or_default().push(Dated {
                shown: format!("{}{value_of}", place.shown),
                days: days.words.join(", "),
                to_come: days.to_come,
                value,
            });
        }
    }
    out
}

/// Returns the last key in a pointer that isn't a list index.
fn key_of(pointer: &str) -> &str {
    let is_place = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    pointer.rsplit('/').find(|part| !is_place(part)).unwrap_or_default()
}

/// Returns a value without the keys that determine when it's shown.
fn without_days(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(keys) = value.as_object_mut() {
        ["from", "until", "when"].iter().for_each(|key| drop(keys.shift_remove(*key)));
    }
    value
}
