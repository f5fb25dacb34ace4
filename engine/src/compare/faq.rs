//! Entries of the FAQ that came, went or read differently, and the searches that expect them.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::values::{INSIDE, Leaf, differences, order, readable};
use super::{Change, ChangeKind};
use crate::content::Draft;
use crate::content::model::{Case, Entry, Text};

/// An entry, the file it stands in, and its category.
struct Placed<'a> {
    entry: &'a Entry,
    file: &'a str,
    category: &'a str,
}

/// What differs in the FAQ: by the ids of the entries, whatever their files are called.
pub fn changes(old: &Draft, new: &Draft) -> Vec<Change> {
    let (before, after) = (entries(old), entries(new));
    let by_id = |list: &[Placed<'_>]| -> HashMap<String, usize> {
        list.iter().enumerate().map(|(index, placed)| (placed.entry.id.clone(), index)).collect()
    };
    let (earlier, later) = (by_id(&before), by_id(&after));
    let expected = Expected::of(old, new);
    let mut out = Vec::new();
    for placed in &after {
        let leaves = match earlier.get(&placed.entry.id).and_then(|index| before.get(*index)) {
            Some(then) => differences(&value(then), &value(placed)),
            None => vec![whole(ChangeKind::Added, placed)],
        };
        out.extend(leaves.into_iter().map(|leaf| expected.change(placed, leaf)));
    }
    for placed in before.iter().filter(|placed| !later.contains_key(&placed.entry.id)) {
        out.push(expected.change(placed, whole(ChangeKind::Removed, placed)));
    }
    let mut orders = Vec::new();
    let ids = |list: &[Placed<'_>]| list.iter().map(|p| p.entry.id.clone()).collect::<Vec<_>>();
    let (a, b) = (ids(&before), ids(&after));
    order(a.iter().map(String::as_str), b.iter().map(String::as_str), &[], &mut orders);
    let first = after.first().map_or("faq/", |placed| placed.file);
    for leaf in orders {
        // The first entry that stands elsewhere says which file was changed.
        let moved = leaf.new.as_deref().and_then(|ids| later.get(ids.split(", ").next()?));
        let file = moved.and_then(|index| after.get(*index)).map_or(first, |placed| placed.file);
        out.push(change(file, "order of the entries".to_owned(), leaf));
    }
    out
}

fn entries(draft: &Draft) -> Vec<Placed<'_>> {
    let placed = draft.faq.iter().flat_map(|file| {
        file.entries.iter().map(|entry| Placed { entry, file: &file.document.name, category: &file.category })
    });
    placed.collect()
}

fn value(placed: &Placed<'_>) -> Value {
    let Entry { question, answer, tags, reviewed, .. } = placed.entry;
    let mut value = json!({ "category": placed.category, "question": question, "answer": answer_value(answer), "tags": tags });
    if let Some(day) = reviewed {
        value["reviewed"] = day.as_str().into();
    }
    value
}

fn whole(kind: ChangeKind, placed: &Placed<'_>) -> Leaf {
    let text = Some(readable(&value(placed)));
    let (old, new) = if kind == ChangeKind::Added { (None, text) } else { (text, None) };
    Leaf { at: Vec::new(), kind, old, new }
}

fn change(file: &str, subject: String, leaf: Leaf) -> Change {
    Change {
        file: file.to_owned(),
        subject,
        field: leaf.at.join(INSIDE),
        kind: leaf.kind,
        states: Vec::new(),
        readers: Vec::new(),
        old: leaf.old,
        new: leaf.new,
        checks: Vec::new(),
        used_in: Vec::new(),
    }
}

/// The searches of `checks/` by the entry that they expect, in one version or the other.
struct Expected(HashMap<String, Vec<String>>);

impl Expected {
    fn of(old: &Draft, new: &Draft) -> Self {
        let mut out: HashMap<String, Vec<String>> = HashMap::new();
        for draft in [old, new] {
            let checks = draft.search_checks.iter().flat_map(|file| file.searches.iter());
            for check in checks {
                for id in check.expect.iter() {
                    let queries = out.entry(id.to_owned()).or_default();
                    if !queries.contains(&check.query) {
                        queries.push(check.query.clone());
                    }
                }
            }
        }
        out.values_mut().for_each(|queries| queries.sort());
        Self(out)
    }

    fn change(&self, placed: &Placed<'_>, leaf: Leaf) -> Change {
        let id = &placed.entry.id;
        let checks = self.0.get(id).cloned().unwrap_or_default();
        Change { checks, ..change(placed.file, format!("entry {id}"), leaf) }
    }
}

/// An answer, its cases or its parts.
fn answer_value(answer: &Text) -> Value {
    let texts = |cases: &[Case]| cases.iter().map(|case| Value::from(case.text.as_str())).collect();
    match answer {
        Text::Plain(text) => text.as_str().into(),
        Text::Cases(cases) | Text::Parts { parts: cases } => texts(cases),
    }
}
