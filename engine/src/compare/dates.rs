//! Texts that begin or end on a day: which days are new, gone or others than before, and which of the texts that changed are
//! for days to come. Nobody sees these on the screen today.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use super::links::Place;
use crate::content::{Kind, whereabouts};
use crate::readings::Readings;

/// Something that begins or ends on a day, and how that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DateChange {
    /// Where it stands; in the new content where that has it.
    pub place: String,
    /// When it was there, in words; absent where no day was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// When it is there; absent where no day is said any more. The same where only its words changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

/// Something with a day.
struct Dated<'a> {
    shown: String,
    days: String,
    /// Whether a day of it is today or later.
    to_come: bool,
    value: &'a Value,
}

/// What differs, in the order of the places.
pub fn changes(sides: [&Readings<'_>; 2]) -> Vec<DateChange> {
    let [mut before, mut after] = sides.map(dated);
    let keys: BTreeSet<String> = before.keys().chain(after.keys()).cloned().collect();
    let mut out = Vec::new();
    for key in keys {
        let mut sides = [before.remove(&key).unwrap_or_default(), after.remove(&key).unwrap_or_default()];
        // What is as it was.
        let same = |a: &Dated<'_>, b: &Dated<'_>| a.days == b.days && a.value == b.value;
        pair(&mut sides, same).for_each(drop);
        // The same days with other words.
        for (_, now) in pair(&mut sides, |a, b| a.days == b.days) {
            if now.to_come {
                out.push(DateChange { place: now.shown, old: Some(now.days.clone()), new: Some(now.days) });
            }
        }
        // Other days. Of several in one place those with the same words belong together, then those that are left.
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

/// Takes what belongs together out of both lists.
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

/// Everything that begins or ends on a day, by a name of its place that both versions share.
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
            // Of a list that has a name of its own, the entry says all.
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

/// The last key of a pointer that isn't a place in a list.
fn key_of(pointer: &str) -> &str {
    let is_place = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    pointer.rsplit('/').find(|part| !is_place(part)).unwrap_or_default()
}

/// A value without what says when it is there.
fn without_days(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(keys) = value.as_object_mut() {
        ["from", "until", "when"].iter().for_each(|key| drop(keys.shift_remove(*key)));
    }
    value
}
