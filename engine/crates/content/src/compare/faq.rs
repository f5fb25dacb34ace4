//! FAQ entries that were added, removed, changed or moved for some reader, with the searches that expect them. A move
//! is reported in one line, even from one category to another; so is a category that moved or was renamed.

use std::collections::{BTreeSet, HashMap};

use indexmap::IndexMap;
use serde_json::Value;

use super::both::{Both, Stretch, Told};
use super::change::{Change, is_said};
use super::lists::{paired, place};
use super::values::{Leaf, differences, each_move, order};
use crate::readings::{FaqReading, Readings};
use callguide_search::api::changes::ChangeKind;

/// Returns the differences in the FAQ. Entries are matched by id, whatever their files are called.
pub fn changes(both: &Both<'_>) -> Vec<Change> {
    // Most readers get the same answers.
    let mut classes: Told<[Vec<Option<Vec<&str>>>; 2], Stretch> = Told::new();
    for stretch in both.stretches() {
        let own = [0, 1].map(|side: usize| {
            let cased = both.read[side].faq.iter().filter(|read| !read.is_the_same_for_all());
            cased.map(|read| read.words(stretch.readers[side])).collect()
        });
        classes.entry(own).or_default().push(stretch);
    }
    let mut told: Told<Leaf, Stretch> = Told::new();
    for who in classes.values() {
        let [old, new] = [0, 1].map(|side| entries(both.read[side], who[0].readers[side]));
        for leaf in differences(&old, &new) {
            told.entry(leaf).or_default().extend(who);
        }
    }
    // In the new order, followed by the entries that only the old version has.
    let mut files: IndexMap<&str, &str> = IndexMap::new();
    for readings in [both.read[1], both.read[0]] {
        for read in &readings.faq {
            files.entry(&read.entry.id).or_insert(&readings.draft().faq[read.category].document.name);
        }
    }
    told.sort_by_key(|leaf, _| files.get_index_of(leaf.at[0].as_str()));
    let mut out = Vec::new();
    for (mut leaf, stretches) in told {
        let id = leaf.at.remove(0);
        let (checks, said_to_voters) = (expecting(both, &id), is_said(&leaf, Some("answer")));
        let change = Change::of(files[id.as_str()], &format!("entry {id}"), leaf);
        out.extend(Change { checks, said_to_voters, ..change }.for_each(both, &stretches));
    }
    let [old, new] = both.read.map(|readings| shelves(readings, None));
    out.extend(moves_and_renames(&old, &new).into_iter().map(|(shelf, id, leaf)| match id {
        Some(id) => Change::of(shelf.file, &format!("entry {id}"), leaf),
        None if leaf.kind == ChangeKind::Changed => Change::of(shelf.file, "category", leaf),
        None => Change::of(shelf.file, &format!("category {}", shelf.name), leaf),
    }));
    out
}

/// Returns the entries that a reader gets, by id, as written in their files, but with the reader's answer, placeholders
/// unfilled.
fn entries(readings: &Readings<'_>, reader: usize) -> Value {
    let value = |read: &FaqReading<'_>| {
        let answer = read.words(reader)?.join("\n\n");
        let mut value = readings.draft().faq[read.category].document.value.pointer(&read.pointer)?.clone();
        let keys = value.as_object_mut()?;
        // The days are left out, since they're reflected in the affected readers.
        ["id", "from", "until"].iter().for_each(|key| drop(keys.shift_remove(*key)));
        keys.insert("answer".to_owned(), answer.into());
        Some((read.entry.id.clone(), value))
    };
    Value::Object(readings.faq.iter().filter_map(value).collect())
}

/// Returns the searches in `checks/` that expect an entry, in either version.
fn expecting(both: &Both<'_>, id: &str) -> Vec<String> {
    let files = both.read.into_iter().filter_map(|readings| readings.draft().search_checks.as_ref());
    let checks = files.flat_map(|file| file.searches.iter());
    let checks = checks.filter(|check| check.expect.iter().any(|expected| expected == id));
    checks.map(|check| check.query.clone()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// A category, and the ids of its entries.
#[derive(Debug)]
pub struct FaqShelf<'a> {
    pub file: &'a str,
    pub name: &'a str,
    entries: Vec<&'a str>,
}

/// Returns the categories in order, each with the entries that this reader gets, or with all of them.
pub fn shelves<'a>(readings: &'a Readings<'a>, reader: Option<usize>) -> Vec<FaqShelf<'a>> {
    let mut by_file: Told<usize, &str> = Told::new();
    for read in &readings.faq {
        if reader.is_none_or(|reader| read.words(reader).is_some()) {
            by_file.entry(read.category).or_default().push(&read.entry.id);
        }
    }
    let shelf = |(category, entries): (usize, _)| {
        let file = &readings.draft().faq[category];
        FaqShelf { file: &file.document.name, name: &file.category, entries }
    };
    by_file.into_iter().map(shelf).collect()
}

/// Returns the moves and renames between two versions, each with the new category and the id of the entry that moved;
/// `None` if the category itself or most of its entries moved.
pub fn moves_and_renames<'s, 'a>(
    old: &[FaqShelf<'a>],
    new: &'s [FaqShelf<'a>],
) -> Vec<(&'s FaqShelf<'a>, Option<String>, Leaf)> {
    let mut out = Vec::new();
    let categories = [old, new].map(|list| list.iter().map(|shelf| shelf.name).collect::<Vec<_>>());
    // A category that's still in the same file was renamed.
    let pairs = paired(&categories, |side, at| Some([old, new][side][at].file.to_owned()));
    let [mut names, later] = categories;
    for (then, now) in pairs.into_iter().filter_map(|[then, now]| then.zip(now)) {
        let renamed = Leaf::of_text("name", names[then], later[now]);
        out.extend(renamed.map(|leaf| (&new[now], None, leaf)));
        names[then] = later[now];
    }
    for mut leaf in each_move(&names, &later) {
        let name = leaf.at.pop();
        let shelf = new.iter().find(|shelf| Some(shelf.name) == name.as_deref());
        out.extend(shelf.map(|shelf| (shelf, None, leaf)));
    }
    let places = old
        .iter()
        .enumerate()
        .flat_map(|(shelf, own)| own.entries.iter().zip(0..).map(move |(id, at)| (*id, (shelf, at))));
    let then: HashMap<&str, (usize, usize)> = places.collect();
    for shelf in new {
        if let Some(before) = names.iter().position(|name| *name == shelf.name) {
            let moves = order(&old[before].entries, &shelf.entries).into_iter();
            out.extend(moves.map(|mut leaf| (shelf, leaf.at.pop(), leaf)));
        }
        for (at, id) in shelf.entries.iter().enumerate() {
            if let Some((before, from)) = then.get(id).filter(|(before, _)| names[*before] != shelf.name) {
                let said = |at, name: &str| Some(format!("{} of “{name}”", place(at)));
                let (old, new) = (said(*from, old[*before].name), said(at, shelf.name));
                let leaf = Leaf { at: Vec::new(), kind: ChangeKind::Order, old, new };
                out.push((shelf, Some((*id).to_owned()), leaf));
            }
        }
    }
    out
}
