//! Finds the differences between two values, by key path.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::lists::{Move, Pair, align, moves, place, renamed};
use callguide_search::api::changes::ChangeKind;

/// One difference between two values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Leaf {
    /// The keys and names from the root, in human-readable form.
    pub at: Vec<String>,
    pub kind: ChangeKind,
    pub old: Option<String>,
    pub new: Option<String>,
}

/// The separator between the parts of a key path.
pub const INSIDE: &str = " › ";

/// Keys that can name the items of a list; the first one that names all of them is used.
const NAMES: [&str; 5] = ["id", "code", "step", "query", "state"];
/// Keys that describe an unnamed item to the reader; they don't identify it.
const HEADINGS: [&str; 4] = ["title", "label", "text", "answers"];
/// Up to this many moves in a list are reported one by one, however short the list is.
const FEW: usize = 5;
/// Mappings whose order is visible in the app.
const ORDERED: [&str; 1] = ["link_labels"];

/// Returns every difference between `old` and `new`.
pub fn differences(old: &Value, new: &Value) -> Vec<Leaf> {
    let mut out = Vec::new();
    between(old, new, &mut Vec::new(), &mut out);
    out
}

// The loader limits how deep values nest.
fn between(old: &Value, new: &Value, at: &mut Vec<String>, out: &mut Vec<Leaf>) {
    match (old, new) {
        _ if old == new => {}
        (Value::Object(old), Value::Object(new)) => mappings(old, new, at, out),
        (Value::Array(a), Value::Array(b)) if !a.iter().chain(b).all(is_scalar) => lists(a, b, at, out),
        (Value::Array(a), Value::Array(b)) if same_set(a, b) => {
            let [old, new] = [a, b].map(|items| items.iter().filter_map(Value::as_str).collect::<Vec<_>>());
            order(&old, &new, at, out);
        }
        _ => leaf(at, Some(old), Some(new), out),
    }
}

fn mappings(old: &Map<String, Value>, new: &Map<String, Value>, at: &mut Vec<String>, out: &mut Vec<Leaf>) {
    let [before, after] = [old, new].map(|keys| keys.keys().map(String::as_str).collect::<Vec<_>>());
    let [then, now] = [old, new].map(|keys| keys.values().collect::<Vec<_>>());
    named([&before, &after], [&then, &now], None, at, out);
    if at.last().is_some_and(|key| ORDERED.contains(&key.as_str())) {
        order(&before, &after, at, out);
    }
}

fn lists(old: &[Value], new: &[Value], at: &mut Vec<String>, out: &mut Vec<Leaf>) {
    let keyed = NAMES.into_iter().find_map(|key| Some((key, names(old, key)?, names(new, key)?)));
    let Some((key, before, after)) = keyed else {
        unnamed(old, new, at, out);
        return;
    };
    let [then, now] = [old, new].map(|items| items.iter().collect::<Vec<_>>());
    named([&before, &after], [&then, &now], Some(key), at, out);
    order(&before, &after, at, out);
}

/// Compares items by name and reports a renamed item under its new name. `key` is the key that contains the name, if
/// the item has one.
fn named(
    [before, after]: [&[&str]; 2],
    [old, new]: [&[&Value]; 2],
    key: Option<&str>,
    at: &mut Vec<String>,
    out: &mut Vec<Leaf>,
) {
    let places = |names: &[&str]| -> HashMap<String, usize> {
        names.iter().enumerate().map(|(place, name)| ((*name).to_owned(), place)).collect()
    };
    let (mut then, now) = (places(before), places(after));
    let words = |side: usize, at: usize| {
        let value = [old, new][side][at];
        value.is_object().then(|| unnamed_words(value, key.unwrap_or_default()))
    };
    let pairs = renamed([before, after], words);
    let kept: HashSet<usize> = pairs.iter().map(|[was, _]| *was).collect();
    then.extend(pairs.iter().map(|[was, is]| (after[*is].to_owned(), *was)));
    for (name, value) in after.iter().zip(new) {
        at.push((*name).to_owned());
        match then.get(*name) {
            Some(place) => {
                if key.is_none() && before[*place] != *name {
                    let (old, new) = (Some(before[*place].to_owned()), Some((*name).to_owned()));
                    let at = [at, &["id".to_owned()][..]].concat();
                    out.push(Leaf { at, kind: ChangeKind::Changed, old, new });
                }
                between(old[*place], value, at, out);
            }
            None => leaf(at, None, Some(value), out),
        }
        at.pop();
    }
    for (place, name) in before.iter().enumerate() {
        if !now.contains_key(*name) && !kept.contains(&place) {
            at.push((*name).to_owned());
            leaf(at, Some(old[place]), None, out);
            at.pop();
        }
    }
}

/// Returns an item's text without its name.
pub fn unnamed_words(item: &Value, key: &str) -> String {
    let mut item = item.clone();
    item.as_object_mut().map(|keys| keys.shift_remove(key));
    readable(&item)
}

/// Reports the moves within the list at `at`: one line per item or, if much of a long list moved, one line for the
/// whole list.
pub fn order(old: &[&str], new: &[&str], at: &[String], out: &mut Vec<Leaf>) {
    let moved = moves(old, new);
    let common = new.iter().filter(|name| old.contains(*name));
    if moved.len() > FEW && moved.len() * 3 > common.count() {
        out.push(Leaf { at: at.to_vec(), kind: ChangeKind::Order, old: None, new: None });
        return;
    }
    for moved in moved {
        let at = [at, &[moved.name.to_owned()]].concat();
        let [from, to] = places(&moved, old, new);
        out.push(Leaf { at, kind: ChangeKind::Order, old: Some(from), new: Some(to) });
    }
}

/// Describes an item's old and new position: by number or, if insertions and removals around it left the number the
/// same, by the item before it.
fn places(moved: &Move<'_>, old: &[&str], new: &[&str]) -> [String; 2] {
    if moved.from != moved.to {
        return [moved.from, moved.to].map(place);
    }
    let behind = |list: &[&str], at: usize| {
        at.checked_sub(1)
            .and_then(|at| list.get(at))
            .map_or_else(|| place(at), |name| format!("after {name}"))
    };
    [behind(old, moved.from), behind(new, moved.to)]
}

/// Whether two lists have the same texts, without duplicates.
fn same_set(a: &[Value], b: &[Value]) -> bool {
    let set = |items: &[Value]| -> Option<HashSet<String>> {
        let texts: HashSet<String> =
            items.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<_>>()?;
        (texts.len() == items.len()).then_some(texts)
    };
    set(a).is_some_and(|texts| Some(texts) == set(b))
}

/// Returns the names of all items under `key`, if every item has a distinct one.
fn names<'a>(items: &'a [Value], key: &str) -> Option<Vec<&'a str>> {
    let names: Vec<&str> = items.iter().map(|item| item.get(key)?.as_str()).collect::<Option<_>>()?;
    let unique: HashSet<&str> = names.iter().copied().collect();
    (unique.len() == names.len()).then_some(names)
}

fn unnamed(old: &[Value], new: &[Value], at: &mut Vec<String>, out: &mut Vec<Leaf>) {
    let texts = |items: &[Value]| items.iter().map(readable).collect::<Vec<_>>();
    let (before, after) = (texts(old), texts(new));
    let (pairs, moved) = moved(align(&before, &after), &before, &after);
    // An item at the same position among different neighbors can't be described as a move.
    if moved.iter().any(|(i, j)| i == j) {
        out.push(Leaf { at: at.clone(), kind: ChangeKind::Order, old: None, new: None });
    }
    for (i, j) in moved.into_iter().filter(|(i, j)| i != j) {
        at.push(heading(old.get(i), new.get(j), Some(i), Some(j)));
        out.push(Leaf { at: at.clone(), kind: ChangeKind::Order, old: Some(place(i)), new: Some(place(j)) });
        at.pop();
    }
    for (i, j) in pairs {
        let (a, b) = (i.and_then(|i| old.get(i)), j.and_then(|j| new.get(j)));
        at.push(heading(a, b, i, j));
        match (a, b) {
            (Some(a), Some(b)) => between(a, b, at, out),
            _ => leaf(at, a, b, out),
        }
        at.pop();
    }
}

/// Removes from the pairs the items that disappeared from one position and reappear verbatim at another.
fn moved(mut pairs: Vec<Pair>, old: &[String], new: &[String]) -> (Vec<Pair>, Vec<(usize, usize)>) {
    let alone = pairs.iter().filter_map(|pair| match pair {
        (Some(i), None) => Some(*i),
        _ => None,
    });
    let mut out = Vec::new();
    for i in alone.collect::<Vec<_>>() {
        let there = pairs.iter().find_map(|pair| match pair {
            (None, Some(j)) if new[*j] == old[i] => Some(*j),
            _ => None,
        });
        if let Some(j) = there {
            pairs.retain(|pair| *pair != (Some(i), None) && *pair != (None, Some(j)));
            out.push((i, j));
        }
    }
    (pairs, out)
}

/// Names an unnamed item: by its heading if both sides have the same short one, otherwise by its position, plus its
/// channel if it has one.
fn heading(a: Option<&Value>, b: Option<&Value>, i: Option<usize>, j: Option<usize>) -> String {
    let agreed = |key: &str| {
        let of = |item: Option<&Value>| match item?.get(key)? {
            Value::String(text) => Some(text.trim_end().to_owned()),
            // The answers of a path check.
            Value::Array(answers) => {
                let answers: Option<Vec<&str>> = answers.iter().map(Value::as_str).collect();
                Some(answers?.join(" → "))
            }
            _ => None,
        };
        match (a, b) {
            (Some(_), Some(_)) => of(a).filter(|text| of(b).as_ref() == Some(text)),
            _ => of(a).or_else(|| of(b)),
        }
    };
    let short = |text: &String| text.chars().count() <= 60 && !text.contains('\n');
    let place = i.into_iter().chain(j).min().unwrap_or_default() + 1;
    let name = HEADINGS.into_iter().find_map(|key| agreed(key).filter(short));
    let name = name.map_or_else(|| format!("no. {place}"), |text| format!("“{text}”"));
    agreed("channel").map_or_else(|| name.clone(), |channel| format!("{name} ({channel})"))
}

/// Reports a value that was added, removed or changed.
fn leaf(at: &[String], old: Option<&Value>, new: Option<&Value>, out: &mut Vec<Leaf>) {
    let (old, new) = (old.map(readable), new.map(readable));
    if old == new {
        return;
    }
    let kind = match (&old, &new) {
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Removed,
        _ => ChangeKind::Changed,
    };
    out.push(Leaf { at: at.to_vec(), kind, old, new });
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
            items.iter().map(|item| format!("- {}", nested(item))).collect::<Vec<_>>().join("\n")
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

fn nested(value: &Value) -> String {
    readable(value).replace('\n', "\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_pair_items_and_another_order_is_told_as_one() {
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
    fn a_list_that_was_sorted_anew_is_one_line() {
        let old: Vec<&str> = ["a", "b", "c", "d", "e", "f", "g", "h"].into();
        let new: Vec<&str> = old.iter().rev().copied().collect();
        let mut told = Vec::new();
        order(&old, &new, &["list".to_owned()], &mut told);
        assert_eq!(
            told,
            [Leaf { at: vec!["list".to_owned()], kind: ChangeKind::Order, old: None, new: None }]
        );
    }

    #[test]
    fn a_line_break_at_the_end_is_no_difference() {
        assert_eq!(differences(&json!({"text": "a\n"}), &json!({"text": "a"})), []);
    }
}
