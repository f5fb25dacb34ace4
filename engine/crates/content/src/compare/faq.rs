//! FAQ entries that were added, removed, changed or moved for some reader, with the searches that expect them. A move
//! is reported in one line, even from one category to another; so is a category that moved or was renamed.

use std::collections::HashMap;

use serde_json::Value;

use super::both::{Affected, Both, Stretch, Told};
use super::change::{Change, said_in_entry};
use super::lists::{paired, place};
use super::values::{INSIDE, Leaf, differences, order, unnamed_words};
use crate::content::Draft;
use crate::readings::{FaqReading, Readings};
use callguide_search::api::changes::ChangeKind;

/// Returns the differences in the FAQ. Entries are matched by id, whatever their files are called.
pub fn changes(both: &Both<'_>) -> Vec<Change> {
    let [before, after] = both.read.map(|readings| readings.faq.as_slice());
    let [old, new] = both.read.map(Readings::draft);
    let words = |side: usize, at: usize| {
        let (draft, read) = ([old, new][side], &[before, after][side][at]);
        let entry = draft.faq[read.category].document.value.pointer(&read.pointer)?;
        Some(unnamed_words(entry, "id"))
    };
    let ids = [before, after].map(|list| list.iter().map(|read| read.entry.id.as_str()).collect::<Vec<_>>());
    let expected = expected(old, new);
    let everybody: Vec<Stretch> = (0..=both.shared.len()).flat_map(|region| both.of_region(region)).collect();
    let mut out = Vec::new();
    for pair in paired(&ids, words) {
        let sides = [0, 1].map(|side| pair[side].map(|at| &[before, after][side][at]));
        let newest = sides[1].map(|read| (new, read)).or(sides[0].map(|read| (old, read)));
        let Some((draft, read)) = newest else { continue };
        let id = &read.entry.id;
        let file = &draft.faq[read.category].document.name;
        for (leaf, stretches) in of_entry([old, new], sides, &everybody) {
            for who in both.who(&stretches) {
                let everybody = who.general && who.regions.len() == both.shared.len();
                let checks = expected.get(id).cloned().unwrap_or_default();
                // A change that affects everyone doesn't name any regions.
                let who =
                    if everybody { Affected { regions: Vec::new(), general: false, ..who } } else { who };
                let change = Change::of(file, format!("entry {id}"), leaf.at.join(INSIDE), leaf.clone());
                let said_to_voters = said_in_entry(&leaf);
                out.push(Change { checks, said_to_voters, ..change.told_of(both, who) });
            }
        }
    }
    out.extend(moved(both));
    out
}

/// Returns the entries that moved or changed category, and the categories that moved or were renamed.
fn moved(both: &Both<'_>) -> Vec<Change> {
    let [old, new] = both.read.map(|readings| shelves(readings.draft(), readings.faq.iter()));
    let draft = both.read[1].draft();
    let category =
        |id: &str| both.read[1].faq.iter().find(|read| read.entry.id == id).map(|read| read.category);
    let mut out = Vec::new();
    for (what, leaf) in moves_and_renames(&old, &new) {
        let file = match &what {
            Shelved::Entry(id) => category(id),
            Shelved::Category(name) => draft.faq.iter().position(|file| file.category == *name),
            Shelved::All => None,
        };
        let file = file.and_then(|at| draft.faq.get(at)).map_or("faq/", |file| &file.document.name);
        let (subject, field) = match what {
            Shelved::Entry(id) => (format!("entry {id}"), ""),
            Shelved::Category(name) if leaf.kind == ChangeKind::Order => (format!("category {name}"), ""),
            Shelved::Category(_) => ("category".to_owned(), "name"),
            Shelved::All => ("the categories".to_owned(), ""),
        };
        out.push(Change::of(file, subject, field.to_owned(), leaf));
    }
    out
}

/// Returns the differences in one entry, each with the readers it affects.
fn of_entry(
    drafts: [&Draft; 2],
    sides: [Option<&FaqReading<'_>>; 2],
    everybody: &[Stretch],
) -> Vec<(Leaf, Vec<Stretch>)> {
    // Most entries read the same for everyone.
    let same = sides.iter().flatten().all(|read| read.is_the_same_for_all());
    let mut told: Told<Leaf, Stretch> = Told::default();
    for who in everybody.chunks(if same { everybody.len().max(1) } else { 1 }) {
        let leaves = match [0, 1].map(|side| value(drafts[side], sides[side]?, who[0].readers[side])) {
            [Some(old), Some(new)] => differences(&old, &new),
            [None, None] => continue,
            only => {
                let [old, new] = only.map(|value| Some(unnamed_words(&value?, "id")));
                vec![Leaf::of(Vec::new(), old, new)]
            }
        };
        for leaf in leaves {
            told.add(leaf, who.iter().copied());
        }
    }
    told.into_iter().collect()
}

/// Returns an entry as written in its file, with the answer that `reader` gets, placeholders unfilled; `None` if the
/// reader doesn't get the entry.
fn value(draft: &Draft, read: &FaqReading<'_>, reader: usize) -> Option<Value> {
    let answer = read.words(reader)?.join("\n\n");
    let mut value = draft.faq[read.category].document.value.pointer(&read.pointer)?.clone();
    let keys = value.as_object_mut()?;
    // The days are left out, since they're reflected in the affected readers.
    ["from", "until"].iter().for_each(|key| drop(keys.shift_remove(*key)));
    keys.insert("answer".to_owned(), answer.into());
    Some(value)
}

/// Maps each entry to the searches in `checks/` that expect it, in either version.
fn expected(old: &Draft, new: &Draft) -> HashMap<String, Vec<String>> {
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
    out
}

/// A category, and the ids of its entries.
#[derive(Debug)]
pub struct FaqShelf<'a> {
    file: &'a str,
    name: &'a str,
    entries: Vec<&'a str>,
}

/// Something that moved or was renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shelved {
    /// An entry, identified by its id.
    Entry(String),
    /// A category, identified by its new name, or most of its entries.
    Category(String),
    /// Most of the categories.
    All,
}

/// Returns the categories that contain any of these entries, in order.
pub fn shelves<'a>(draft: &'a Draft, entries: impl Iterator<Item = &'a FaqReading<'a>>) -> Vec<FaqShelf<'a>> {
    let mut out: Vec<FaqShelf<'a>> = Vec::new();
    for read in entries {
        let file = &draft.faq[read.category];
        match out.last_mut().filter(|shelf| shelf.file == &*file.document.name) {
            Some(shelf) => shelf.entries.push(&read.entry.id),
            None => out.push(FaqShelf {
                file: &file.document.name,
                name: &file.category,
                entries: vec![&read.entry.id],
            }),
        }
    }
    out
}

/// Returns the moves and renames between two versions.
pub fn moves_and_renames(old: &[FaqShelf<'_>], new: &[FaqShelf<'_>]) -> Vec<(Shelved, Leaf)> {
    let mut out = Vec::new();
    let categories = [old, new].map(|list| list.iter().map(|shelf| shelf.name).collect::<Vec<_>>());
    // A category that's still in the same file was renamed.
    let pairs = paired(&categories, |side, at| Some([old, new][side][at].file.to_owned()));
    let [mut names, later] = categories;
    for (then, now) in pairs.into_iter().filter_map(|[then, now]| then.zip(now)) {
        let [was, is] = [names[then], later[now]];
        if was != is {
            names[then] = is;
            let leaf = Leaf::of(Vec::new(), Some(was.to_owned()), Some(is.to_owned()));
            out.push((Shelved::Category(is.to_owned()), leaf));
        }
    }
    out.extend(order(&names, &later).into_iter().map(|leaf| match leaf.at.first() {
        Some(name) => (Shelved::Category(name.clone()), leaf),
        None => (Shelved::All, leaf),
    }));
    let shelves = old.iter().enumerate();
    let then: HashMap<&str, (usize, usize)> = shelves
        .flat_map(|(shelf, own)| own.entries.iter().zip(0..).map(move |(id, at)| (*id, (shelf, at))))
        .collect();
    for now in new {
        if let Some(before) = names.iter().position(|name| *name == now.name) {
            let told = order(&old[before].entries, &now.entries);
            out.extend(told.into_iter().map(|leaf| match leaf.at.first() {
                Some(id) => (Shelved::Entry(id.clone()), leaf),
                None => (Shelved::Category(now.name.to_owned()), leaf),
            }));
        }
        for (at, id) in now.entries.iter().enumerate() {
            let Some((shelf, from)) = then.get(id).filter(|(shelf, _)| names[*shelf] != now.name) else {
                continue;
            };
            let said = |at, name: &str| Some(format!("{} of “{name}”", place(at)));
            let (old, new) = (said(*from, old[*shelf].name), said(at, now.name));
            let leaf = Leaf { at: vec![(*id).to_owned()], kind: ChangeKind::Order, old, new };
            out.push((Shelved::Entry((*id).to_owned()), leaf));
        }
    }
    out
}
