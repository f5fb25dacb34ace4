//! FAQ entries that were added, removed, changed or moved for some reader, with the searches that expect them. A move
//! is reported in one line, even from one category to another; so is a category that moved or was renamed.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::both::{Both, Stretch, Told};
use super::change::{Change, is_said};
use super::lists::{paired, place};
use super::values::{Leaf, differences_in, order, unnamed_words};
use crate::content::Draft;
use crate::readings::{FaqReading, Readings};
use callguide_search::api::changes::ChangeKind;

/// Returns the differences in the FAQ. Entries are matched by id, whatever their files are called.
pub fn changes(both: &Both<'_>) -> Vec<Change> {
    let drafts = both.read.map(Readings::draft);
    let lists = both.read.map(|readings| readings.faq.as_slice());
    let ids = lists.map(|list| list.iter().map(|read| read.entry.id.as_str()).collect::<Vec<_>>());
    let words = |side: usize, at: usize| Some(unnamed_words(written(drafts[side], &lists[side][at])?, "id"));
    let (everybody, expecting) = (both.stretches(), expecting(drafts));
    let mut out = Vec::new();
    for pair in paired(&ids, words) {
        let sides = [0, 1].map(|side| Some((drafts[side], &lists[side][pair[side]?])));
        let Some((draft, read)) = sides[1].or(sides[0]) else { continue };
        let (id, file) = (read.entry.id.as_str(), &draft.faq[read.category].document.name);
        for (leaf, stretches) in of_entry(sides, &everybody) {
            let checks: Vec<String> = expecting.get(id).into_iter().flatten().cloned().collect();
            let said_to_voters = is_said(&leaf, Some("answer"));
            let changes = Change::of(file, &format!("entry {id}"), leaf).for_each(both, &stretches);
            out.extend(changes.map(|change| Change { checks: checks.clone(), said_to_voters, ..change }));
        }
    }
    let [old, new] = both.read.map(|readings| shelves(readings.draft(), readings.faq.iter()));
    out.extend(moves_and_renames(&old, &new).into_iter().map(|(file, what, leaf)| match what {
        Shelved::Entry(id) => Change::of(file, &format!("entry {id}"), leaf),
        Shelved::Category(_) if leaf.kind == ChangeKind::Changed => {
            Change::of(file, "category", Leaf { at: vec!["name".to_owned()], ..leaf })
        }
        Shelved::Category(name) => Change::of(file, &format!("category {name}"), leaf),
        Shelved::All => Change::of(file, "the categories", leaf),
    }));
    out
}

/// Returns the differences in one entry, each with the readers it affects.
fn of_entry(sides: [Option<(&Draft, &FaqReading<'_>)>; 2], everybody: &[Stretch]) -> Told<Leaf, Stretch> {
    // Most entries read the same for everyone.
    let same = sides.iter().flatten().all(|(_, read)| read.is_the_same_for_all());
    let mut told: Told<Leaf, Stretch> = Told::new();
    for who in everybody.chunks(if same { everybody.len().max(1) } else { 1 }) {
        let value =
            |side: usize| sides[side].and_then(|(draft, read)| value(draft, read, who[0].readers[side]));
        let mut values = [0, 1].map(value);
        // If only one version has the entry, the change's subject names it.
        if let [Some(only), None] | [None, Some(only)] = &mut values {
            only.as_object_mut().map(|keys| keys.shift_remove("id"));
        }
        for leaf in differences_in(values[0].as_ref(), values[1].as_ref()) {
            told.entry(leaf).or_default().extend(who);
        }
    }
    told
}

/// Returns an entry as written in its file.
fn written<'a>(draft: &'a Draft, read: &FaqReading<'_>) -> Option<&'a Value> {
    draft.faq[read.category].document.value.pointer(&read.pointer)
}

/// Returns an entry as written in its file, with the answer that `reader` gets, placeholders unfilled; `None` if the
/// reader doesn't get the entry.
fn value(draft: &Draft, read: &FaqReading<'_>, reader: usize) -> Option<Value> {
    let answer = read.words(reader)?.join("\n\n");
    let mut value = written(draft, read)?.clone();
    let keys = value.as_object_mut()?;
    // The days are left out, since they're reflected in the affected readers.
    ["from", "until"].iter().for_each(|key| drop(keys.shift_remove(*key)));
    keys.insert("answer".to_owned(), answer.into());
    Some(value)
}

/// Returns the searches in `checks/` that expect each entry, in either version.
fn expecting(drafts: [&Draft; 2]) -> HashMap<&str, BTreeSet<String>> {
    let files = drafts.into_iter().filter_map(|draft| draft.search_checks.as_ref());
    let mut out: HashMap<&str, BTreeSet<String>> = HashMap::new();
    for check in files.flat_map(|file| file.searches.iter()) {
        for id in check.expect.iter() {
            out.entry(id).or_default().insert(check.query.clone());
        }
    }
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
    let mut by_file: Told<usize, &str> = Told::new();
    for read in entries {
        by_file.entry(read.category).or_default().push(&read.entry.id);
    }
    let shelf = |(category, entries): (usize, _)| {
        let file = &draft.faq[category];
        FaqShelf { file: &file.document.name, name: &file.category, entries }
    };
    by_file.into_iter().map(shelf).collect()
}

/// Returns the moves and renames between two versions, each with its file.
pub fn moves_and_renames<'a>(old: &[FaqShelf<'a>], new: &[FaqShelf<'a>]) -> Vec<(&'a str, Shelved, Leaf)> {
    let mut out = Vec::new();
    let categories = [old, new].map(|list| list.iter().map(|shelf| shelf.name).collect::<Vec<_>>());
    // A category that's still in the same file was renamed.
    let pairs = paired(&categories, |side, at| Some([old, new][side][at].file.to_owned()));
    let [mut names, later] = categories;
    for (then, now) in pairs.into_iter().filter_map(|[then, now]| then.zip(now)) {
        let [was, is] = [names[then], later[now]].map(str::to_owned);
        if was != is {
            names[then] = later[now];
            let leaf = Leaf::of(Vec::new(), Some(was), Some(is.clone()));
            out.push((new[now].file, Shelved::Category(is), leaf));
        }
    }
    for mut leaf in order(&names, &later) {
        let name = leaf.at.pop();
        let shelf = new.iter().find(|shelf| name.as_deref() == Some(shelf.name));
        let what = name.map_or(Shelved::All, Shelved::Category);
        out.push((shelf.map_or("faq/", |shelf| shelf.file), what, leaf));
    }
    let shelves = old.iter().enumerate();
    let then: HashMap<&str, (usize, usize)> = shelves
        .flat_map(|(shelf, own)| own.entries.iter().zip(0..).map(move |(id, at)| (*id, (shelf, at))))
        .collect();
    for now in new {
        if let Some(before) = names.iter().position(|name| *name == now.name) {
            for mut leaf in order(&old[before].entries, &now.entries) {
                let whole = || Shelved::Category(now.name.to_owned());
                out.push((now.file, leaf.at.pop().map_or_else(whole, Shelved::Entry), leaf));
            }
        }
        for (at, id) in now.entries.iter().enumerate() {
            let Some((shelf, from)) = then.get(id).filter(|(shelf, _)| names[*shelf] != now.name) else {
                continue;
            };
            let said = |at, name: &str| Some(format!("{} of “{name}”", place(at)));
            let (old, new) = (said(*from, old[*shelf].name), said(at, now.name));
            let leaf = Leaf { at: Vec::new(), kind: ChangeKind::Order, old, new };
            out.push((now.file, Shelved::Entry((*id).to_owned()), leaf));
        }
    }
    out
}
