//! A version as the volunteers of one region read it, and the differences found so far. While text is compared, names
//! replace the URLs of links, so that a changed URL is one change rather than one per use.

use std::collections::{BTreeMap, BTreeSet};

use regex::Captures;
use serde_json::Value;

use super::change::Change;
use super::phrase;
use super::values::{INSIDE, Leaf};
use super::words::words;
use crate::content::Complete;
use crate::content::model::{Link, Links, Named, State};
use crate::readings::{Blanks, Filled, Readings, Tree};
use callguide_search::api::changes::{About, ChangeKind, Piece, TextChange};
use callguide_search::text::Expression;
use callguide_search::text::links::STATE_PREFIX;

/// Matches a name that replaces a URL. It's between private-use characters, which have no meaning in any content.
static STAND_IN: Expression = Expression::new("\u{f0000}([^\u{f0001}]*)\u{f0001}");

/// Returns the text that replaces the URL of the link with this name.
fn stand_in(name: &str) -> String {
    format!("\u{f0000}{name}\u{f0001}")
}

/// One version as the region's volunteers read it.
pub struct View<'a> {
    pub readings: &'a Readings<'a>,
    content: Complete<'a>,
    /// The region and its index; `None` if none was chosen.
    region: Option<(usize, State)>,
    /// The links, with names in place of URLs.
    links: Links,
    /// Each link's URL and label, by its name.
    known: BTreeMap<String, (String, String)>,
}

impl<'a> View<'a> {
    /// `None` if the version is incomplete.
    pub fn of(readings: &'a Readings<'a>, code: Option<&str>) -> Option<Self> {
        let content = readings.draft().complete()?;
        let link = |(name, link): (&str, &Link)| (name.to_owned(), (link.url.clone(), link.label.clone()));
        let mut known: BTreeMap<_, _> = content.links.links.iter().map(link).collect();
        let links = content.links.links.map(|name, link| Link { url: stand_in(name), ..link.clone() });
        let region = content.regions.iter().position(|state| Some(state.code.as_str()) == code);
        let region = region.map(|region| {
            let state = &content.regions[region];
            known.extend(state.links.iter().map(|(name, url)| {
                let label = content.states.link_labels.get(name).map_or(name, |label| &label.0.text);
                (format!("{STATE_PREFIX}{name}"), (url.clone(), label.to_owned()))
            }));
            let links = state.links.map(|name, _| stand_in(&format!("{STATE_PREFIX}{name}")));
            (region, State { links, ..state.clone() })
        });
        Some(Self { readings, content, region, links: Links { links, phones: Named::default() }, known })
    }

    /// Returns the content, with names in place of the URLs of links.
    pub fn content(&self) -> Complete<'_> {
        Complete { links: &self.links, ..self.content }
    }

    /// Returns the index of the region; `None` if none was chosen.
    pub fn region(&self) -> Option<usize> {
        self.region.as_ref().map(|(region, _)| *region)
    }

    /// Returns the current reader.
    pub fn reader(&self) -> usize {
        let readers = &self.readings.readers;
        readers.now(self.region().unwrap_or(readers.general()))
    }

    /// Returns the region's current tree.
    pub fn tree(&self) -> Option<Tree<'a>> {
        self.readings.tree_with(self.reader(), self.blanks())
    }

    /// Returns the values for placeholders, with names in place of the URLs of links.
    pub fn blanks(&self) -> Blanks<'_> {
        self.region.as_ref().map_or(Blanks::Links(&self.links), |(region, state)| {
            Blanks::Filled(Filled { state, links: Some(&self.links), ..self.readings.filled(*region) })
        })
    }

    /// Puts the URLs back into `text`.
    pub fn closed(&self, text: &str) -> String {
        // A link that only the other version has keeps its name.
        let url =
            |found: &Captures<'_>| self.known.get(&found[1]).map_or(&found[1], |(url, _)| url).to_owned();
        STAND_IN.replace_all(text, url).into_owned()
    }
}

/// The differences found so far.
pub struct Collected<'a> {
    sides: &'a [View<'a>; 2],
    pub changes: Vec<TextChange>,
    /// The names of the links that are read in either version.
    read: BTreeSet<String>,
    /// The budget left for comparing word by word, as the product of two texts' lengths. It keeps the response fast
    /// whatever the content is.
    room: usize,
}

/// The initial budget: many times what any edit by a person needs.
const ROOM: usize = 100_000_000;

/// Text that was added or removed as a whole isn't included if it's longer than this.
const SHORT: usize = 400;

/// The subject of a change.
pub struct Subject {
    pub about: About,
    pub id: Option<String>,
    pub label: String,
}

impl<'a> Collected<'a> {
    /// Starts with no differences.
    pub fn new(sides: &'a [View<'a>; 2]) -> Self {
        Self { sides, changes: Vec::new(), read: BTreeSet::new(), room: ROOM }
    }

    /// Notes that a version's volunteers read `value`.
    pub fn read(&mut self, value: &Value) {
        self.read.extend(STAND_IN.captures_iter(&value.to_string()).map(|found| found[1].to_owned()));
    }

    /// Reports `leaf`, whose path begins inside the subject. `after` describes the answers that it depends on.
    pub fn tell(&mut self, subject: Subject, leaf: Leaf, after: Option<String>) {
        let field = leaf.at.join(INSIDE);
        let said = Change { after, field: field.clone(), ..Change::of("", "", leaf.clone()) };
        let said = phrase::head(&said, str::to_owned);
        // For a move, `said` has both positions.
        let shown = |text: &String| {
            leaf.kind != ChangeKind::Order && (!field.is_empty() || text.chars().count() <= SHORT)
        };
        let [old, new] = [(0, leaf.old), (1, leaf.new)]
            .map(|(side, text)| text.map(|text| self.sides[side].closed(&text)).filter(shown));
        let words = old.as_ref().zip(new.as_ref()).map_or_else(Vec::new, |(old, new)| self.words(old, new));
        let Subject { about, id, label } = subject;
        let label = self.sides[1].closed(&label);
        let change = TextChange { about, id, label, field, kind: leaf.kind, said, old, new, words };
        // A step that several flows share is reported once.
        if !self.changes.contains(&change) {
            self.changes.push(change);
        }
    }

    fn words(&mut self, old: &str, new: &str) -> Vec<Piece> {
        let Some(room) = self.room.checked_sub(old.len() * new.len()) else {
            return vec![Piece::Removed(old.to_owned()), Piece::Added(new.to_owned())];
        };
        self.room = room;
        words(old, new)
    }

    /// Reports the changed URLs of links that are read.
    pub fn addresses(&mut self) {
        let [old, new] = self.sides;
        for name in std::mem::take(&mut self.read) {
            let Some(((before, _), (url, label))) = old.known.get(&name).zip(new.known.get(&name)) else {
                continue;
            };
            if let Some(leaf) = Leaf::of_text("url", before, url) {
                self.tell(Subject { about: About::Link, id: Some(name), label: label.clone() }, leaf, None);
            }
        }
    }
}
