//! Compares texts that begin or end on a day: which days were added, removed or changed, and which changed texts have
//! days still ahead. The app doesn't show these yet.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::links::Place;
use crate::content::{Kind, whereabouts};
use crate::readings::Readings;

/// A difference in something that begins or ends on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DateChange {
    /// Where it is: in the new content, if it's there.
    pub place: String,
    /// When it was shown, in words; absent if it had no days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// When it's shown now; absent if it no longer has days. Same as `old` if only its words changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

/// Something that begins or ends on a day.
struct Dated<'a> {
    shown: String,
    days: String,
    /// Whether one of its days is today or later.
    to_come: bool,
    value: &'a Value,
}

/// Returns the differences, ordered by place.
pub fn changes(sides: [&Readings<'_>; 2]) -> Vec<DateChange> {
    let [mut before, mut after] = sides.map(dated);
    let keys: BTreeSet<String> = before.keys().chain(after.keys()).cloned().collect();
    let mut out = Vec::new();
    for key in keys {
        let mut sides = [before.remove(&key).unwrap_or_default(), after.remove(&key).unwrap_or_default()];
        // Unchanged ones.
        let same = |a: &Dated<'_>, b: &Dated<'_>| a.days == b.days && a.value == b.value;
        pair(&mut sides, same).for_each(drop);
        // Those with the same days but different words.
        for (_, now) in pair(&mut sides, |a, b| a.days == b.days) {
            if now.to_come {
                out.push(DateChange { place: now.shown, old: Some(now.days.clone()), new: Some(now.days) });
            }
        }
        // Those with different days. If a place has several, the ones with the same words are paired first, then the
        // rest.
        let same_words = |a: &Dated<'_>, b: &Dated<'_>| without_days(a.value) == without_days(b.value);
        let others: Vec<_> = pair(&mut sides, same_words).collect();
        let rest: Vec<_> = pair(&mut sides, |_, _| true).collect();
        for (then, now) in others.into_iter().chain(rest) {
            out.push(DateChange { place: now.shown, old: Some(then.days), new: Some(now.days) });
        }
        let [gone, come] = sides;
        out.extend(gone.into_iter().map(|then| DateChange {
            place: then.shown,
            old: Some(then.days),
            new: None,
        }));
        out.extend(come.into_iter().map(|now| DateChange {
            place: now.shown,
            old: None,
            new: Some(now.days),
        }));
    }
    out
}

/// Takes the pairs that are `alike` out of both lists.
fn pair<'a>(
    sides: &mut [Vec<Dated<'a>>; 2],
    alike: impl Fn(&Dated<'a>, &Dated<'a>) -> bool,
) -> impl Iterator<Item = (Dated<'a>, Dated<'a>)> {
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
    out.into_iter()
}

/// Returns everything that begins or ends on a day, keyed by a name for its place that both versions share.
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
            let place = Place::of(*kind, document, &pointer);
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

/// Returns a value without the keys that say when it's shown.
fn without_days(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(keys) = value.as_object_mut() {
        ["from", "until", "when"].iter().for_each(|key| drop(keys.shift_remove(*key)));
    }
    value
}
