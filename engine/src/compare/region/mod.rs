//! What differs for the volunteers of one region: everything as they read it, in two versions.

mod links;
mod screens;
mod tree;

use std::collections::BTreeSet;

use serde_json::Value;

use super::shelves::{self, Shelved};
use super::values::{INSIDE, Leaf, differences};
use super::words::words;
use super::{Change, Piece, phrase};
use crate::api::changes::{About, ChangeKind, MovedPaths, TextChange};
use crate::content::Complete;
use crate::readings::{Blanks, Filled, Readings, Tree};
use links::Opened;

/// Everything that a region's volunteers read differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForRegion {
    pub changes: Vec<TextChange>,
    pub paths: Vec<MovedPaths>,
    /// So many more paths end elsewhere than are listed.
    pub more_paths: usize,
}

/// Compares what the region of this code reads in two versions, each at its own moment; without a code, what whoever has
/// chosen none does. `None` where one of them is incomplete.
pub fn for_region(old: &Readings<'_>, new: &Readings<'_>, code: Option<&str>) -> Option<ForRegion> {
    let opened = [old, new].map(|readings| Opened::of(readings, code));
    let mut sides = [View::of(old, &opened[0], code)?, View::of(new, &opened[1], code)?];
    let mut found = Found { opened: &opened, changes: Vec::new(), used: BTreeSet::new(), room: ROOM };
    let mut paths = (Vec::new(), 0);
    if let [Some(_), Some(_)] = [sides[0].region, sides[1].region] {
        paths = tree::compare(&sides, &mut found)?;
    } else {
        // One that came or went is told as such; the rest is compared as whoever has chosen none reads it.
        sides.iter_mut().for_each(View::choose_none);
    }
    screens::all(&sides, &mut found);
    shelved(&sides, &mut found);
    links::addresses(&sides, &mut found);
    Some(ForRegion { changes: found.changes, paths: paths.0, more_paths: paths.1 })
}

/// One version as the region's volunteers read it.
struct View<'a> {
    readings: &'a Readings<'a>,
    /// With the addresses left open.
    content: Complete<'a>,
    opened: &'a Opened,
    /// Place of the region; absent where none was chosen, or this version doesn't have it.
    region: Option<usize>,
    reader: usize,
}

impl<'a> View<'a> {
    fn of(readings: &'a Readings<'a>, opened: &'a Opened, code: Option<&str>) -> Option<Self> {
        let content = readings.draft().complete()?;
        let content = Complete { links: &opened.links, regions: &opened.regions, ..content };
        let region = content.regions.iter().position(|state| Some(state.code.as_str()) == code);
        let reader = readings.readers.now(region.unwrap_or(readings.readers.general()));
        Some(Self { readings, content, opened, region, reader })
    }

    fn choose_none(&mut self) {
        self.region = None;
        self.reader = self.readings.readers.now(self.readings.readers.general());
    }

    /// The tree that the region walks now.
    fn tree(&self) -> Option<Tree<'a>> {
        self.readings.tree_with(self.reader, Blanks::Filled(self.filled()?))
    }

    /// What the region fills its blanks with, addresses left open.
    fn filled(&self) -> Option<Filled<'_>> {
        let region = self.region?;
        let state = &self.content.regions[region];
        Some(Filled { state, links: Some(self.content.links), ..self.readings.filled(region) })
    }

    fn markdown(&self, words: &[&str]) -> String {
        self.filled().map_or(Blanks::Links(self.content.links), Blanks::Filled).markdown(words)
    }
}

/// What was found so far.
struct Found<'a> {
    opened: &'a [Opened; 2],
    changes: Vec<TextChange>,
    /// Names of the links in what is read, in one version or the other.
    used: BTreeSet<String>,
    /// So many characters, each with each of the other text, may still be compared word by word: whatever content says, an
    /// answer is soon made.
    room: usize,
}

/// Many times what an edit that people make comes to.
const ROOM: usize = 100_000_000;

/// What a change is about.
struct Subject {
    about: About,
    id: Option<String>,
    label: String,
}

impl Found<'_> {
    /// Tells what `leaf` says of a subject, `field` being the value that differs.
    fn tell(&mut self, subject: Subject, field: String, leaf: Leaf, after: Option<String>) {
        let said = Change { after, ..Change::of("", String::new(), field.clone(), leaf.clone()) };
        let said = phrase::head(&said, str::to_owned);
        let is_whole = field.is_empty() || field == "reached";
        let shown = |text: &String| !is_whole || text.chars().count() <= SHORT;
        let [old, new] = [(0, leaf.old), (1, leaf.new)]
            .map(|(side, text)| text.map(|text| self.opened[side].closed(&text)).filter(shown))
            // Where it stood and stands is said.
            .map(|text| text.filter(|_| leaf.kind != ChangeKind::Order));
        let pieces = old.as_ref().zip(new.as_ref());
        let words =
            pieces.map_or_else(Vec::new, |(old, new)| match self.room.checked_sub(old.len() * new.len()) {
                Some(room) => {
                    self.room = room;
                    words(old, new)
                }
                None => vec![Piece::Removed(old.clone()), Piece::Added(new.clone())],
            });
        let Subject { about, id, label } = subject;
        let label = self.opened[1].closed(&label);
        let change = TextChange { about, id, label, field, kind: leaf.kind, said, old, new, words };
        // A step that several flows take is read once.
        if !self.changes.contains(&change) {
            self.changes.push(change);
        }
    }

    /// Tells every difference of two values. `subject` takes what it's about off the front of a key path.
    fn differences(&mut self, old: &Value, new: &Value, subject: impl Fn(&mut Vec<String>) -> Subject) {
        for value in [old, new] {
            links::used_in(value, &mut self.used);
        }
        for mut leaf in differences(old, new) {
            let about = subject(&mut leaf.at);
            self.tell(about, leaf.at.join(INSIDE), leaf, None);
        }
    }
}

/// Longer texts that came or went as a whole aren't repeated.
const SHORT: usize = 400;

/// Where the entries of the FAQ stand that she has.
fn shelved(sides: &[View<'_>; 2], found: &mut Found<'_>) {
    let shown = sides.each_ref().map(|side| screens::entries(side).collect::<Vec<_>>());
    let [before, after] = [0, 1].map(|side| {
        let list = shown[side].iter().map(|(read, _)| *read);
        shelves::of(sides[side].readings.draft(), list)
    });
    let question = |id: &str| {
        let mut all = shown.iter().rev().flatten();
        all.find(|(read, _)| read.entry.id == id)
            .map_or_else(String::new, |(read, _)| read.entry.question.clone())
    };
    for (what, leaf) in shelves::differences(&before, &after) {
        let category = if leaf.kind == ChangeKind::Order { "" } else { "category" };
        let (id, label, field) = match what {
            Shelved::Entry(id) => (Some(id.clone()), question(&id), ""),
            Shelved::Category(label) => (None, label, category),
            Shelved::All => (None, screens::whole(About::Faq).to_owned(), category),
        };
        found.tell(Subject { about: About::Faq, id, label }, field.to_owned(), leaf, None);
    }
}
