//! Compares which category each FAQ entry is in, and at which position. A move is one line, even from one category to
//! another; so is a category that moved or was renamed.

use std::collections::HashMap;

use super::ChangeKind;
use super::moves::{order, place};
use super::values::Leaf;
use crate::content::Draft;
use crate::readings::FaqReading;

/// A category, and the ids of its entries.
#[derive(Debug)]
pub struct Shelf<'a> {
    file: &'a str,
    name: &'a str,
    entries: Vec<&'a str>,
}

/// Something that moved or was renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shelved {
    /// An entry, by its id.
    Entry(String),
    /// A category, by its new name, or most of its entries.
    Category(String),
    /// Most of the categories.
    All,
}

/// Returns the categories that have any of these entries, in order.
pub fn of<'a>(draft: &'a Draft, entries: impl Iterator<Item = &'a FaqReading<'a>>) -> Vec<Shelf<'a>> {
    let mut out: Vec<Shelf<'a>> = Vec::new();
    for read in entries {
        let file = &draft.faq[read.category];
        match out.last_mut().filter(|shelf| shelf.file == &*file.document.name) {
            Some(shelf) => shelf.entries.push(&read.entry.id),
            None => out.push(Shelf {
                file: &file.document.name,
                name: &file.category,
                entries: vec![&read.entry.id],
            }),
        }
    }
    out
}

/// Returns the moves and renames between two versions.
pub fn differences(old: &[Shelf<'_>], new: &[Shelf<'_>]) -> Vec<(Shelved, Leaf)> {
    let mut out = Vec::new();
    // A file's category was renamed if its name changed and no other file has the old name now or had the new one
    // before.
    let has = |list: &[Shelf<'_>], name: &str| list.iter().any(|shelf| shelf.name == name);
    let renamed = |then: &Shelf<'_>| {
        let now = new.iter().find(|now| now.file == then.file && now.name != then.name)?;
        (!has(new, then.name) && !has(old, now.name)).then_some(now.name)
    };
    let named = |then: &Shelf<'_>| -> String { renamed(then).unwrap_or(then.name).to_owned() };
    for then in old {
        if let Some(name) = renamed(then) {
            let (old, new) = (Some(then.name.to_owned()), Some(name.to_owned()));
            let leaf = Leaf { at: Vec::new(), kind: ChangeKind::Changed, old, new };
            out.push((Shelved::Category(name.to_owned()), leaf));
        }
    }
    let names: Vec<String> = old.iter().map(named).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (mut told, later) = (Vec::new(), new.iter().map(|shelf| shelf.name).collect::<Vec<_>>());
    order(&names, &later, &[], &mut told);
    out.extend(told.into_iter().map(|leaf| match leaf.at.first() {
        Some(name) => (Shelved::Category(name.clone()), leaf),
        None => (Shelved::All, leaf),
    }));
    let then: HashMap<&str, (usize, usize)> = places(old);
    for now in new {
        if let Some(before) = names.iter().position(|name| *name == now.name) {
            let mut told = Vec::new();
            order(&old[before].entries, &now.entries, &[], &mut told);
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

/// Returns each entry's category and position, counted from 0.
fn places<'a>(shelves: &[Shelf<'a>]) -> HashMap<&'a str, (usize, usize)> {
    let all = shelves.iter().enumerate();
    all.flat_map(|(shelf, own)| own.entries.iter().enumerate().map(move |(at, id)| (*id, (shelf, at))))
        .collect()
}
