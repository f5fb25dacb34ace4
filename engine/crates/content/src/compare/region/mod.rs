//! Compares two versions as the volunteers of one region read them.

mod links;
mod screens;
mod tree;

use std::collections::BTreeSet;

use serde_json::Value;

use super::shelves::{self, Shelved};
use super::values::{INSIDE, Leaf, differences};
use super::words::words;
use super::{Change, Piece, phrase};
use crate::content::Complete;
use crate::readings::{Blanks, Filled, Readings, Tree};
use callguide_search::api::changes::{About, ChangeKind, MovedPaths, TextChange};
use links::Opened;

/// Everything that a region's volunteers read differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForRegion {
    pub changes: Vec<TextChange>,
    pub paths: Vec<MovedPaths>,
    /// The number of further paths that end elsewhere.
    pub more_paths: usize,
}

/// Compares what the region with this code reads in two versions, each at its own moment; without a code, what's read
/// without a region. `None` if one of the versions is incomplete.
pub fn for_region(old: &Readings<'_>, new: &Readings<'_>, code: Option<&str>) -> Option<ForRegion> {
    let opened = [old, new].map(|readings| Opened::of(readings, code));
    let mut sides = [View::of(old, &opened[0], code)?, View::of(new, &opened[1], code)?];
    let mut found = Found { opened: &opened, changes: Vec::new(), used: BTreeSet::new(), room: ROOM };
    let mut paths = (Vec::new(), 0);
    if let [Some(_), Some(_)] = [sides[0].region, sides[1].region] {
        paths = tree::compare(&sides, &mut found)?;
    } else {
        // A region that only one version has is reported as added or removed; the rest is compared as read without a
        // region.
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
    /// With link addresses replaced by names.
    content: Complete<'a>,
    opened: &'a Opened,
    /// Index of the region; absent if none was chosen or this version doesn't have it.
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

    /// Returns the region's current tree.
    fn tree(&self) -> Option<Tree<'a>> {
        self.readings.tree_with(self.reader, Blanks::Filled(self.filled()?))
    }

    /// Returns the values for the region's placeholders, with link addresses replaced by names.
    fn filled(&self) -> Option<Filled<'_>> {
        let region = self.region?;
        let state = &self.content.regions[region];
        Some(Filled { state, links: Some(self.content.links), ..self.readings.filled(region) })
    }

    fn markdown(&self, words: &[&str]) -> String {
        self.filled().map_or(Blanks::Links(self.content.links), Blanks::Filled).markdown(words)
    }
}

/// The findings so far.
struct Found<'a> {
    opened: &'a [Opened; 2],
    changes: Vec<TextChange>,
    /// The names of the links used in either version.
    used: BTreeSet<String>,
    /// The budget left for comparing word by word, as the product of two texts' lengths. It keeps the response fast
    /// whatever the content is.
    room: usize,
}

/// Many times what any edit by a person takes.
const ROOM: usize = 100_000_000;

/// What a change is about.
struct Subject {
    about: About,
    id: Option<String>,
    label: String,
}

impl Found<'_> {
    /// Reports `leaf` as a change to a subject; `field` is the value that differs.
    fn tell(&mut self, subject: Subject, field: String, leaf: Leaf, after: Option<String>) {
        let said = Change { after, ..Change::of("", String::new(), field.clone(), leaf.clone()) };
        let said = phrase::head(&said, str::to_owned);
        let is_whole = field.is_empty() || field == "reached";
        let shown = |text: &String| !is_whole || text.chars().count() <= SHORT;
        let [old, new] = [(0, leaf.old), (1, leaf.new)]
            .map(|(side, text)| text.map(|text| self.opened[side].closed(&text)).filter(shown))
            // For a move, `said` has both positions.
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
        // A step that several flows share is reported once.
        if !self.changes.contains(&change) {
            self.changes.push(change);
        }
    }

    /// Reports every difference between two values. `subject` takes the subject off the front of a key path.
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

/// Texts longer than this that were added or removed as a whole aren't repeated.
const SHORT: usize = 400;

/// Reports the moves among the FAQ entries that the region's volunteers are shown.
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
