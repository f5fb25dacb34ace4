//! A version as the volunteers of one region read it, and the differences found so far. URLs of links are replaced with
//! names while texts are compared, so that a changed URL is one change, not one per text.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::change::Change;
use super::phrase;
use super::values::{INSIDE, Leaf};
use super::words::words;
use crate::content::Complete;
use crate::content::model::{Link, Links, Named, State};
use crate::readings::{Blanks, Filled, Readings, Tree};
use callguide_search::api::changes::{About, ChangeKind, Piece, TextChange};
use callguide_search::text::links::STATE_PREFIX;

/// One version as the region's volunteers read it.
pub struct View<'a> {
    pub readings: &'a Readings<'a>,
    /// The content, with the URLs of its links replaced by names.
    pub content: Complete<'a>,
    pub opened: &'a OpenedLinks,
    pub reader: usize,
}

impl<'a> View<'a> {
    /// `None` if the version is incomplete.
    pub fn of(readings: &'a Readings<'a>, opened: &'a OpenedLinks) -> Option<Self> {
        let content = Complete { links: &opened.links, ..readings.draft().complete()? };
        let general = readings.readers.general();
        let region = opened.region.as_ref().map_or(general, |(region, _)| *region);
        Some(Self { readings, content, opened, reader: readings.readers.now(region) })
    }

    /// Returns the index of the region; `None` if none was chosen.
    pub fn region(&self) -> Option<usize> {
        self.opened.region.as_ref().map(|(region, _)| *region)
    }

    /// Returns the region's current tree.
    pub fn tree(&self) -> Option<Tree<'a>> {
        self.readings.tree_with(self.reader, self.blanks())
    }

    /// Returns the values for placeholders, with the URLs of links replaced by names.
    pub fn blanks(&self) -> Blanks<'_> {
        let links = self.content.links;
        self.opened.region.as_ref().map_or(Blanks::Links(links), |(region, state)| {
            Blanks::Filled(Filled { state, links: Some(links), ..self.readings.filled(*region) })
        })
    }
}

/// The differences found so far.
pub struct Collected<'a> {
    opened: &'a [OpenedLinks; 2],
    pub changes: Vec<TextChange>,
    /// The names of the links that are read in either version.
    read: HashSet<String>,
    /// The budget left for comparing word by word, as the product of two texts' lengths. It keeps the response fast
    /// whatever the content is.
    room: usize,
}

/// The initial budget: many times what any person's edit needs.
const ROOM: usize = 100_000_000;

/// The subject of a change.
pub struct Subject {
    pub about: About,
    pub id: Option<String>,
    pub label: String,
}

impl<'a> Collected<'a> {
    /// Starts with no differences.
    pub fn new(opened: &'a [OpenedLinks; 2]) -> Self {
        Self { opened, changes: Vec::new(), read: HashSet::new(), room: ROOM }
    }

    /// Notes that a version's volunteers read `value`.
    pub fn read(&mut self, value: &Value) {
        let text = value.to_string();
        let names = text.split(OPEN).skip(1).filter_map(|part| Some(part.split_once(CLOSE)?.0.to_owned()));
        self.read.extend(names);
    }

    /// Reports `leaf`, whose path begins inside the subject. `after` are the answers that it depends on.
    pub fn tell(&mut self, subject: Subject, leaf: Leaf, after: Option<String>) {
        let field = leaf.at.join(INSIDE);
        let said = Change { after, field: field.clone(), ..Change::of("", "", leaf.clone()) };
        let said = phrase::head(&said, str::to_owned);
        // For a move, `said` has both positions.
        let shown = |text: &String| {
            leaf.kind != ChangeKind::Order && (!field.is_empty() || text.chars().count() <= SHORT)
        };
        let [old, new] = [(0, leaf.old), (1, leaf.new)]
            .map(|(side, text)| text.map(|text| self.opened[side].closed(&text)).filter(shown));
        let words = old.as_ref().zip(new.as_ref()).map_or_else(Vec::new, |(old, new)| self.words(old, new));
        let Subject { about, id, label } = subject;
        let label = self.opened[1].closed(&label);
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
        let [old, new] = self.opened;
        for (name, (url, label)) in &new.known {
            let before = old.known.get(name).map_or(url, |(before, _)| before);
            if before == url || !self.read.contains(name) {
                continue;
            }
            let (about, id, at) = match name.strip_prefix(STATE_PREFIX) {
                Some(own) => {
                    let code = new.region.as_ref().map(|(_, state)| state.code.clone());
                    (About::State, code, ["links", own].map(str::to_owned).to_vec())
                }
                None => (About::Link, Some(name.clone()), vec!["url".to_owned()]),
            };
            let leaf = Leaf::of(at, Some(before.clone()), Some(url.clone()));
            self.tell(Subject { about, id, label: label.clone() }, leaf, None);
        }
    }
}

/// Texts longer than this that were added or removed as a whole aren't included.
const SHORT: usize = 400;

/// The beginning and the end of a name that replaces a URL. They're private-use characters, which don't have a meaning
/// in any content.
const OPEN: char = '\u{f0000}';
const CLOSE: char = '\u{f0001}';

/// Returns what replaces the URL of the link with this name.
fn stand_in(name: &str) -> String {
    format!("{OPEN}{name}{CLOSE}")
}

/// The links of a version, with names in place of URLs.
pub struct OpenedLinks {
    links: Links,
    /// The index of the region, and the region itself.
    region: Option<(usize, State)>,
    /// Each link's URL and label, by its name.
    known: BTreeMap<String, (String, String)>,
}

impl OpenedLinks {
    /// Collects the links of a version and of its region with this code.
    pub fn of(readings: &Readings<'_>, code: Option<&str>) -> Self {
        let draft = readings.draft();
        let mut known = BTreeMap::new();
        let links = draft.links.as_ref().map_or_else(Named::default, |file| {
            let link =
                |(name, link): (&str, &Link)| (name.to_owned(), (link.url.clone(), link.label.clone()));
            known.extend(file.links.iter().map(link));
            file.links.map(|name, link| Link { url: stand_in(name), ..link.clone() })
        });
        let labels = draft.states.as_ref().map(|states| &states.link_labels);
        let label = |name: &str| labels.and_then(|labels| labels.get(name)).map(|label| label.0.text.clone());
        let region = draft.regions.iter().position(|state| Some(state.code.as_str()) == code);
        let region = region.map(|region| {
            let state = &draft.regions[region];
            known.extend(state.links.iter().map(|(name, url)| {
                let label = label(name).unwrap_or_else(|| name.to_owned());
                (format!("{STATE_PREFIX}{name}"), (url.clone(), label))
            }));
            let links = state.links.map(|name, _| stand_in(&format!("{STATE_PREFIX}{name}")));
            (region, State { links, ..state.clone() })
        });
        Self { links: Links { links, phones: Named::default() }, region, known }
    }

    /// Puts the URLs back into a text.
    pub fn closed(&self, text: &str) -> String {
        let mut parts = text.split(OPEN);
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once(CLOSE).unwrap_or((part, ""));
            // A link that only the other version has keeps its name.
            out += self.known.get(name).map_or(name, |(url, _)| url);
            out += rest;
        }
        out
    }
}
