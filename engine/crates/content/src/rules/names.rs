//! The table of names: where each is defined, and what refers to it. The schemas say which keys and values are names;
//! names in conditions, links in Markdown, and placeholders are added here, because a schema can't describe them.

use std::collections::BTreeSet;

use super::texts::FileText;
use super::when::{ConditionWord, Says, words};
use crate::content::{Document, Kind, PlacedName, names_in};
use callguide_search::diagnostics::{Place, nearest};
use callguide_search::text::links;
use callguide_search::text::placeholders::names;

#[derive(Debug)]
pub(super) struct Names<'a> {
    all: Vec<PlacedName<'a>>,
    /// Every word of every condition.
    pub words: Vec<ConditionWord<'a>>,
    /// Every place that names a link.
    pub links: Vec<PlacedLink<'a>>,
}

/// A file, the pointer to a text in it, the name of a link in that text, and the name's place.
pub(super) type PlacedLink<'a> = (&'a Document, String, &'a str, Place);

impl<'a> Names<'a> {
    /// Builds the table from every file, and from the texts in them.
    pub fn of<'t>(documents: &[(Kind, &'a Document)], texts: impl Iterator<Item = &'t FileText<'a>>) -> Self
    where
        'a: 't,
    {
        let files = documents.iter().flat_map(|(kind, document)| names_in(*kind, document));
        let mut all: Vec<_> = files.collect();
        let words = words(&all);
        all.extend(words.iter().filter_map(in_condition));
        let named = all.iter().filter(|own| own.of == "link" && !own.is_definition);
        let mut links: Vec<PlacedLink<'a>> =
            named.map(|own| (own.document, own.pointer.clone(), own.name, own.place())).collect();
        for text in texts {
            for (range, name) in links::named(text.read) {
                all.push(used("link", text.document, &text.pointer, name));
                links.push((text.document, text.pointer.clone(), name, text.part(&range)));
            }
            all.extend(in_placeholders(text));
        }
        Self { all, words, links }
    }

    /// The definitions of this kind of name.
    pub fn defined(&self, of: &str) -> impl Iterator<Item = &PlacedName<'a>> {
        self.all.iter().filter(move |name| name.is_definition && name.of == of)
    }

    /// Everything that refers to this kind of name.
    pub fn used(&self, of: &str) -> impl Iterator<Item = &PlacedName<'a>> {
        self.all.iter().filter(move |name| !name.is_definition && name.of == of)
    }

    /// The defined names of this kind.
    pub fn known(&self, of: &str) -> Vec<&'a str> {
        self.defined(of).map(|own| own.name).collect()
    }

    /// The definitions that nothing refers to. A misspelled name refers to the closest one.
    pub fn unused(&self, of: &str) -> impl Iterator<Item = &PlacedName<'a>> {
        let known: BTreeSet<&str> = self.known(of).into_iter().collect();
        let used: BTreeSet<&str> = self.used(of).map(|used| used.name).collect();
        let near = |name| known.get(name).copied().or_else(|| nearest(name, self.known(of)));
        let used: BTreeSet<&str> = used.into_iter().filter_map(near).collect();
        self.defined(of).filter(move |own| !used.contains(own.name))
    }
}

/// A reference to a name in the text at `pointer`.
fn used<'a>(of: &'static str, document: &'a Document, pointer: &str, name: &'a str) -> PlacedName<'a> {
    PlacedName { of, is_definition: false, document, pointer: pointer.to_owned(), name, is_key: false }
}

fn in_condition<'a>(word: &ConditionWord<'a>) -> Option<PlacedName<'a>> {
    let (of, name) = match word.says {
        Says::Is(name) => ("condition", name),
        Says::State(code) => ("state", code),
        Says::Has(path) | Says::Dated(path) | Says::Equals(path, _) => ("attribute", path),
        Says::Answered(_) => return None,
    };
    let is_key = matches!(word.says, Says::Equals(..));
    Some(PlacedName { is_key, ..used(of, word.document, &word.pointer, name) })
}

fn in_placeholders<'a>(text: &FileText<'a>) -> Vec<PlacedName<'a>> {
    let prefixes = [("snippet.", "snippet"), ("phone.", "phone"), ("state.", "value")];
    let named = names(text.written).filter_map(|name| {
        prefixes.into_iter().find_map(|(prefix, of)| Some((of, name.strip_prefix(prefix)?)))
    });
    named.map(|(of, name)| used(of, text.document, &text.pointer, name)).collect()
}
