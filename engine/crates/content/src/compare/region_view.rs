//! A version as the volunteers of one region read it, and the differences found so far. URLs of links are replaced with
//! names while texts are compared, so that a changed URL is one change and not one per text.

use std::collections::BTreeSet;

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
    /// Index of the region; absent if none was chosen or this version doesn't contain it.
    pub region: Option<usize>,
    pub reader: usize,
}

impl<'a> View<'a> {
    pub fn of(readings: &'a Readings<'a>, opened: &'a OpenedLinks, code: Option<&str>) -> Option<Self> {
        let content = readings.draft().complete()?;
        let content = Complete { links: &opened.links, ..content };
        let region = content.regions.iter().position(|state| Some(state.code.as_str()) == code);
        let reader = readings.readers.now(region.unwrap_or(readings.readers.general()));
        Some(Self { readings, content, opened, region, reader })
    }

    /// Returns the code of the region.
    pub fn code(&self) -> Option<String> {
        self.region.map(|region| self.content.regions[region].code.clone())
    }

    pub fn choose_none(&mut self) {
        self.region = None;
        self.reader = self.readings.readers.now(self.readings.readers.general());
    }

    /// Returns the region's current tree.
    pub fn tree(&self) -> Option<Tree<'a>> {
        self.readings.tree_with(self.reader, Blanks::Filled(self.filled()?))
    }

    /// Returns the values for the region's placeholders, with the URLs of links replaced by names.
    pub fn filled(&self) -> Option<Filled<'_>> {
        let (region, state) = self.region.zip(self.opened.state.as_ref())?;
        Some(Filled { state, links: Some(self.content.links), ..self.readings.filled(region) })
    }

    pub fn markdown(&self, words: &[&str]) -> String {
        self.filled().map_or(Blanks::Links(self.content.links), Blanks::Filled).markdown(words)
    }
}

/// The differences found so far.
pub struct Collected<'a> {
    pub opened: &'a [OpenedLinks; 2],
    pub changes: Vec<TextChange>,
    /// The names of the links used in either version.
    pub used: BTreeSet<String>,
    /// The budget left for comparing word by word, as the product of two texts' lengths. It keeps the response fast
    /// whatever the content is.
    pub room: usize,
}

/// The initial budget: many times what any edit by a person needs.
pub const ROOM: usize = 100_000_000;

/// The subject of a change.
pub struct Subject {
    pub about: About,
    pub id: Option<String>,
    pub label: String,
}

impl Collected<'_> {
    /// Reports `leaf` as a change to a subject; `field` is the value that differs.
    pub fn tell(&mut self, subject: Subject, field: String, leaf: Leaf, after: Option<String>) {
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
}

/// Texts longer than this that were added or removed as a whole aren't included.
const SHORT: usize = 400;

/// The delimiters around a name that replaces a URL. They're private-use characters, which don't have a meaning in any
/// content.
const OPEN: char = '\u{f0000}';
const CLOSE: char = '\u{f0001}';

/// The links of a version, with names in place of URLs.
pub struct OpenedLinks {
    pub links: Links,
    /// The region.
    state: Option<State>,
    /// Each link's name, URL and label.
    known: Vec<(String, String, String)>,
}

impl OpenedLinks {
    /// Collects the links of a version and of its region with this code.
    pub fn of(readings: &Readings<'_>, code: Option<&str>) -> Self {
        let draft = readings.draft();
        let stand_in = |name: &str| format!("{OPEN}{name}{CLOSE}");
        let mut known = Vec::new();
        let links = draft.links.as_ref().map_or_else(Default::default, |file| {
            known.extend(
                file.links.iter().map(|(name, link)| (name.to_owned(), link.url.clone(), link.label.clone())),
            );
            file.links.map(|name, link| Link { url: stand_in(name), ..link.clone() })
        });
        let labels = draft.states.as_ref().map(|states| &states.link_labels);
        let label = |name: &str| labels.and_then(|labels| labels.get(name)).map(|label| label.0.text.clone());
        let state = draft.regions.iter().find(|state| Some(state.code.as_str()) == code).map(|state| {
            known.extend(state.links.iter().map(|(name, url)| {
                (format!("{STATE_PREFIX}{name}"), url.clone(), label(name).unwrap_or_else(|| name.to_owned()))
            }));
            let links = state.links.map(|name, _| stand_in(&format!("{STATE_PREFIX}{name}")));
            State { links, ..state.clone() }
        });
        Self { links: Links { links, phones: Named::default() }, state, known }
    }

    fn link(&self, name: &str) -> Option<&(String, String, String)> {
        self.known.iter().find(|(known, ..)| known == name)
    }

    /// Puts the URLs back into a text.
    pub fn closed(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, name, after)) = first(rest) {
            out.push_str(before);
            out.push_str(self.link(name).map_or(name, |(_, url, _)| url));
            rest = after;
        }
        out + rest
    }
}

/// Splits a text around the first replaced URL: the text before it, its name, and the text after it.
fn first(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once(OPEN)?;
    let (name, after) = rest.split_once(CLOSE)?;
    Some((before, name, after))
}

/// Collects the names of the links in a value.
pub fn used_in(value: &Value, used: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let mut rest = text.as_str();
            while let Some((_, name, after)) = first(rest) {
                used.insert(name.to_owned());
                rest = after;
            }
        }
        Value::Array(items) => items.iter().for_each(|item| used_in(item, used)),
        Value::Object(keys) => keys.values().for_each(|item| used_in(item, used)),
        _ => {}
    }
}

/// Reports changed URLs of the links that are used.
pub fn addresses(sides: &[View<'_>; 2], found: &mut Collected<'_>) {
    for name in std::mem::take(&mut found.used) {
        let [Some((_, old, _)), Some((_, new, label))] = [0, 1].map(|side| sides[side].opened.link(&name))
        else {
            continue;
        };
        if old == new {
            continue;
        }
        let leaf = Leaf::of(Vec::new(), Some(old.clone()), Some(new.clone()));
        let (about, id, field) = match name.strip_prefix(STATE_PREFIX) {
            Some(own) => (About::State, sides[1].code(), ["links", own].join(INSIDE)),
            None => (About::Link, Some(name.clone()), "url".to_owned()),
        };
        found.tell(Subject { about, id, label: label.clone() }, field, leaf, None);
    }
}
