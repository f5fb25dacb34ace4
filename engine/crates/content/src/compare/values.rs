//! Finds the differences between two values, by key path.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::lists::{Move, Pair, align, moves, paired, place};
use callguide_search::api::changes::ChangeKind;

/// One difference between two values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Leaf {
    /// The keys and names from the root, in human-readable form.
    pub at: Vec<String>,
    pub kind: ChangeKind,
    pub old: Option<String>,
    pub new: Option<String>,
}

impl Leaf {
    /// Returns a difference in text. One of the two is absent if the value was added or removed.
    pub fn of(at: Vec<String>, old: Option<String>, new: Option<String>) -> Self {
        let kind = match (&old, &new) {
            (None, _) => ChangeKind::Added,
            (_, None) => ChangeKind::Removed,
            _ => ChangeKind::Changed,
        };
        Self { at, kind, old, new }
    }

    /// Returns the difference between two texts at this key; `None` if they're the same.
    pub fn of_text(key: &str, old: &str, new: &str) -> Option<Self> {
        (old != new).then(|| Self::of(vec![key.to_owned()], Some(old.to_owned()), Some(new.to_owned())))
    }
}

/// The separator between the parts of a key path.
pub const INSIDE: &str = " › ";

/// Keys that can name the items of a list; the first one that names all of them is used.
const NAMES: [&str; 5] = ["id", "code", "step", "query", "state"];
/// Keys that describe an unnamed item to the reader; they don't identify it.
const HEADINGS: [&str; 4] = ["title", "label", "text", "answers"];
/// Up to this many moves in a list are reported one by one, however short the list is.
const FEW: usize = 5;
/// Mappings whose order is visible in the app, at the top of a file.
const ORDERED: [&str; 1] = ["link_labels"];

/// Returns every difference between `old` and `new`.
// The loader limits how deep values nest.
pub fn differences(old: &Value, new: &Value) -> Vec<Leaf> {
    match (old, new) {
        // Comes first, because mappings are equal in any order.
        (Value::Object(old), Value::Object(new)) => mappings(old, new),
        _ if old == new => Vec::new(),
        (Value::Array(a), Value::Array(b)) if !a.iter().chain(b).all(is_scalar) => lists(a, b),
        (Value::Array(a), Value::Array(b)) => match [a, b].map(|texts| distinct(texts, Value::as_str)) {
            [Some(a), Some(b)] if a.iter().collect::<HashSet<_>>() == b.iter().collect() => order(&a, &b),
            _ => whole(Some(old), Some(new)),
        },
        _ => whole(Some(old), Some(new)),
    }
}

/// Returns every difference between two versions of something. If only one version has it, that's a single difference.
pub fn differences_in(old: Option<&Value>, new: Option<&Value>) -> Vec<Leaf> {
    old.zip(new).map_or_else(|| whole(old, new), |(old, new)| differences(old, new))
}

/// Reports a value that was added, removed or changed as a whole.
fn whole(old: Option<&Value>, new: Option<&Value>) -> Vec<Leaf> {
    let [old, new] = [old, new].map(|value| value.map(readable));
    if old == new { Vec::new() } else { vec![Leaf::of(Vec::new(), old, new)] }
}

/// Puts differences inside the value with this key or name.
fn inside(name: &str, leaves: impl IntoIterator<Item = Leaf>) -> impl Iterator<Item = Leaf> {
    leaves.into_iter().map(move |mut leaf| {
        leaf.at.insert(0, name.to_owned());
        leaf
    })
}

fn mappings(old: &Map<String, Value>, new: &Map<String, Value>) -> Vec<Leaf> {
    fn names(keys: &Map<String, Value>) -> Vec<&str> {
        keys.keys().map(String::as_str).collect()
    }
    let mut out = named(&[names(old), names(new)], &[old, new].map(|keys| keys.values().collect()), None);
    for key in ORDERED {
        if let [Some(Value::Object(old)), Some(Value::Object(new))] = [old.get(key), new.get(key)] {
            out.extend(inside(key, order(&names(old), &names(new))));
        }
    }
    out
}

fn lists(old: &[Value], new: &[Value]) -> Vec<Leaf> {
    let names = |items, key| distinct(items, |item| item.get(key)?.as_str());
    let keyed = NAMES.into_iter().find_map(|key| Some((key, [names(old, key)?, names(new, key)?])));
    let Some((key, names)) = keyed else { return unnamed(old, new) };
    let mut out = named(&names, &[old, new].map(|items| items.iter().collect()), Some(key));
    out.extend(order(&names[0], &names[1]));
    out
}

/// Compares items by name and reports a renamed item under its new name. `key` is the key that contains the name, if
/// the item has one.
fn named(names: &[Vec<&str>; 2], values: &[Vec<&Value>; 2], key: Option<&str>) -> Vec<Leaf> {
    let words = |side: usize, at: usize| {
        let mut keys = values[side][at].as_object()?.clone();
        key.map(|key| keys.shift_remove(key));
        Some(readable(&keys.into()))
    };
    let mut out = Vec::new();
    for pair in paired(names, words) {
        let [then, now] = [0, 1].map(|side| Some((names[side][pair[side]?], values[side][pair[side]?])));
        // Most are the same.
        let Some((name, _)) = now.or(then).filter(|_| then != now) else { continue };
        let was = then.map_or(name, |(was, _)| was);
        let renamed = Leaf::of_text("id", was, name).filter(|_| key.is_none());
        let found = differences_in(then.map(|(_, old)| old), now.map(|(_, new)| new));
        out.extend(inside(name, renamed.into_iter().chain(found)));
    }
    out
}

/// Reports the moves within a list: one line per item or, if much of a long list moved, one line for the whole list.
pub fn order(old: &[&str], new: &[&str]) -> Vec<Leaf> {
    let moved = each_move(old, new);
    let common = || old.iter().collect::<HashSet<_>>().intersection(&new.iter().collect()).count();
    if moved.len() > FEW && moved.len() * 3 > common() {
        return vec![Leaf { kind: ChangeKind::Order, ..Leaf::default() }];
    }
    moved
}

/// Reports the moves within a list, one line per item. Positions are numbers; if insertions and removals around an item
/// left its number the same, the position is described by the item before it.
pub fn each_move(old: &[&str], new: &[&str]) -> Vec<Leaf> {
    let leaf = |moved: Move<'_>| {
        let said = |list: &[&str], at: usize| match at {
            1.. if moved.from == moved.to => format!("after {}", list[at - 1]),
            _ => place(at),
        };
        let (from, to) = (said(old, moved.from), said(new, moved.to));
        Leaf { at: vec![moved.name.to_owned()], kind: ChangeKind::Order, old: Some(from), new: Some(to) }
    };
    moves(old, new).into_iter().map(leaf).collect()
}

/// Returns the text of each item, if every item has a distinct one.
fn distinct<'a>(items: &'a [Value], text: impl Fn(&'a Value) -> Option<&'a str>) -> Option<Vec<&'a str>> {
    let texts: Vec<&str> = items.iter().map(text).collect::<Option<_>>()?;
    let unique: HashSet<&str> = texts.iter().copied().collect();
    (unique.len() == texts.len()).then_some(texts)
}

fn unnamed(old: &[Value], new: &[Value]) -> Vec<Leaf> {
    let [before, after] = [old, new].map(|items| items.iter().map(readable).collect::<Vec<_>>());
    let (pairs, moved) = moved(align(&before, &after), &before, &after);
    let mut out = Vec::new();
    for (i, j) in moved {
        let at = vec![heading(Some(&old[i]), Some(&new[j]), i.min(j))];
        // An item at the same position among different neighbors can't be described by its number.
        let [old, new] = [i, j].map(|at| (i != j).then(|| place(at)));
        out.push(Leaf { at, kind: ChangeKind::Order, old, new });
    }
    for (i, j) in pairs {
        let (a, b) = (i.map(|i| &old[i]), j.map(|j| &new[j]));
        let place = i.into_iter().chain(j).min().unwrap_or_default();
        out.extend(inside(&heading(a, b, place), differences_in(a, b)));
    }
    out
}

/// Removes from the pairs the items that disappeared from one position and reappear verbatim at another.
fn moved(mut pairs: Vec<Pair>, old: &[String], new: &[String]) -> (Vec<Pair>, Vec<(usize, usize)>) {
    let mut out = Vec::new();
    let alone = pairs.iter().filter_map(|(i, j)| i.filter(|_| j.is_none())).collect::<Vec<_>>();
    for i in alone {
        let there = pairs.iter().find_map(|(other, j)| j.filter(|j| other.is_none() && new[*j] == old[i]));
        if let Some(j) = there {
            pairs.retain(|pair| *pair != (Some(i), None) && *pair != (None, Some(j)));
            out.push((i, j));
        }
    }
    (pairs, out)
}

/// Names an unnamed item: by its heading if both sides have the same short one, otherwise by its position, plus its
/// channel if it has one.
fn heading(a: Option<&Value>, b: Option<&Value>, place: usize) -> String {
    let of = |item: &Value, key: &str| match item.get(key)? {
        Value::String(text) => Some(text.trim_end().to_owned()),
        // The answers in a path check.
        Value::Array(answers) => {
            Some(answers.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?.join(" → "))
        }
        _ => None,
    };
    let agreed = |key: &str| {
        let mut texts = a.into_iter().chain(b).map(|item| of(item, key));
        let first = texts.next()??;
        texts.all(|text| text.as_ref() == Some(&first)).then_some(first)
    };
    let short = |text: &String| text.chars().count() <= 60 && !text.contains('\n');
    let name = HEADINGS.into_iter().find_map(|key| agreed(key).filter(short));
    let name = name.map_or_else(|| format!("no. {}", place + 1), |text| format!("“{text}”"));
    agreed("channel").map_or_else(|| name.clone(), |channel| format!("{name} ({channel})"))
}

fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

/// Formats a value for people: text as is, a mapping with one line per key.
pub fn readable(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim_end().to_owned(),
        Value::Array(items) if items.iter().all(is_scalar) => {
            items.iter().map(readable).collect::<Vec<_>>().join(", ")
        }
        Value::Array(items) => {
            let line = |item| format!("- {}", readable(item).replace('\n', "\n  "));
            items.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        Value::Object(keys) => {
            // Leaves out values that are false or empty.
            let line = |(key, value): (&String, &Value)| {
                let text = readable(value);
                if text.is_empty() || *value == Value::Bool(false) {
                    return None;
                }
                let gap = if text.contains('\n') { "\n  " } else { " " };
                Some(format!("{key}:{gap}{}", text.replace('\n', "\n  ")))
            };
            keys.iter().filter_map(line).collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn items_match_by_name_and_a_reordering_is_one_change() {
        let old = json!({"list": [{"id": "a", "x": 1}, {"id": "b"}, {"id": "c"}], "tags": ["p", "q"]});
        let new = json!({"list": [{"id": "c"}, {"id": "b"}, {"id": "a", "x": 2}], "tags": ["p"]});
        let told: Vec<String> = differences(&old, &new)
            .into_iter()
            .map(|l| format!("{} {:?} {:?} {:?}", l.at.join("/"), l.kind, l.old, l.new))
            .collect();
        assert_eq!(
            told,
            [
                "list/a/x Changed Some(\"1\") Some(\"2\")",
                "list/b Order Some(\"after a\") Some(\"after c\")",
                "list/a Order Some(\"place 1\") Some(\"place 3\")",
                "tags Changed Some(\"p, q\") Some(\"p\")"
            ]
        );
    }

    #[test]
    fn a_resorted_list_is_one_change() {
        let old: Vec<&str> = ["a", "b", "c", "d", "e", "f", "g", "h"].into();
        let new: Vec<&str> = old.iter().rev().copied().collect();
        let told = order(&old, &new);
        assert_eq!(told, [Leaf { at: Vec::new(), kind: ChangeKind::Order, old: None, new: None }]);
    }

    #[test]
    fn a_trailing_newline_is_not_a_difference() {
        assert_eq!(differences(&json!({"text": "a\n"}), &json!({"text": "a"})), []);
    }
}
