//! Replaces link addresses with names while texts are compared, so that a changed address is one change and not one
//! per text.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Found, Subject, View};
use crate::compare::values::{INSIDE, Leaf};
use crate::content::model::{Link, Links, Named, State};
use crate::readings::Readings;
use callguide_search::api::changes::{About, ChangeKind};
use callguide_search::text::links::STATE_PREFIX;

/// The delimiters around a name that replaces an address. They're private-use characters, which have no meaning in
/// any content.
const OPEN: char = '\u{f0000}';
const CLOSE: char = '\u{f0001}';

/// The links of a version, with names in place of addresses.
pub struct Opened {
    pub links: Links,
    pub regions: Vec<State>,
    /// Each link's name, address and label.
    known: Vec<(String, String, String)>,
}

impl Opened {
    /// Takes the links of a version and of its region with this code.
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
        if let Some(state) = draft.regions.iter().find(|state| Some(state.code.as_str()) == code) {
            known.extend(state.links.iter().map(|(name, url)| {
                (format!("{STATE_PREFIX}{name}"), url.clone(), label(name).unwrap_or_else(|| name.to_owned()))
            }));
        }
        let regions = draft.regions.iter().map(|state| {
            let links = state.links.map(|name, _| stand_in(&format!("{STATE_PREFIX}{name}")));
            State { links, ..state.clone() }
        });
        Self { links: Links { links, phones: Named::default() }, regions: regions.collect(), known }
    }

    fn link(&self, name: &str) -> Option<&(String, String, String)> {
        self.known.iter().find(|(known, ..)| known == name)
    }

    /// Puts the addresses back into a text.
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

/// Splits a text around the first replaced address: the text before it, its name, and the text after it.
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

/// Reports changed addresses of the links that are used.
pub fn addresses(sides: &[View<'_>; 2], found: &mut Found<'_>) {
    for name in std::mem::take(&mut found.used) {
        let [Some((_, old, _)), Some((_, new, label))] = [0, 1].map(|side| sides[side].opened.link(&name))
        else {
            continue;
        };
        if old == new {
            continue;
        }
        let (old, new) = (Some(old.clone()), Some(new.clone()));
        let leaf = Leaf { at: Vec::new(), kind: ChangeKind::Changed, old, new };
        let (subject, field) = match name.strip_prefix(STATE_PREFIX) {
            Some(own) => {
                let state = sides[1].region.map(|region| sides[1].content.regions[region].code.clone());
                let subject = Subject { about: About::State, id: state, label: label.clone() };
                (subject, ["links", own].join(INSIDE))
            }
            None => (
                Subject { about: About::Link, id: Some(name.clone()), label: label.clone() },
                "url".to_owned(),
            ),
        };
        found.tell(subject, field, leaf, None);
    }
}
